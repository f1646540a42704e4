//===- DeviceOptions.cpp - Options of the device link ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three tables say what each option does. An option in none of them is refused.
//
//===----------------------------------------------------------------------===//

#include "DeviceOptions.h"

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using ompjit::devicelink::DebugLevel;
using ompjit::devicelink::DeviceGroup;
using ompjit::devicelink::LinkConfig;
using ompjit::devicelink::RemarkFile;
using ompjit::devicelink::UndefinedSymbols;

namespace ompjit::wrapper {

namespace {

enum class Effect {
  Nothing,  ///< Has no meaning when the link runs in this process.
  NoEffect, ///< Accepted with a warning, because only a report is lost.
  OptLevel,
  Cpu,
  Debug,
  StripDebug,
  CudaPath,
  PtxasPath,
  PtxasArgument,
  Lto,
  IncludePtx,
  ExcludePtx,
  LibraryFolder,
  Library,
  Jobs,
  Llvm,
  PassedRemarks,
  MissedRemarks,
  AnalysisRemarks,
  NoFailures,
  KeepRemarks,
  DropRemarks,
  RemarkFile,
  RemarkFormat,
  RemarkPasses,
  Partitions,
  CacheFolder,
  CachePolicy,
  DefsOrUndefs,
  NoUndefined,
  UnresolvedSymbols,
};

enum class Form {
  Prefix, ///< The value is the rest of the argument.
  Next,   ///< The value is the next argument.
  Either, ///< The rest, which may begin with '=', or the next argument if there
          ///< is none.
  Whole,  ///< The value is the whole argument.
};

struct DeviceOption {
  StringLiteral Spelling;
  Effect What;
  Form Shape = Form::Prefix;
};

/// The first entry that matches applies, so longer spellings come before
/// shorter ones.
const DeviceOption CompilerOptions[] = {
    {"-O", Effect::OptLevel},
    {"-march=", Effect::Cpu},
    {"-mcpu=", Effect::Cpu},
    {"-flto-partitions=", Effect::Partitions},
    {"-foffload-lto", Effect::Lto},
    {"-flto", Effect::Nothing}, // The bitcode says what it was made for.
    {"-fno-lto", Effect::Nothing},
    {"-g", Effect::Debug},
    {"-v", Effect::Nothing},
    {"-fuse-ld=", Effect::Nothing}, // It is always lld.
    {"-no-canonical-prefixes", Effect::Nothing},
    {"--cuda-path=", Effect::CudaPath},
    {"--ptxas-path=", Effect::PtxasPath},
    {"-Xcuda-ptxas", Effect::PtxasArgument, Form::Next},
    {"--cuda-include-ptx=", Effect::IncludePtx},
    {"--no-cuda-include-ptx=", Effect::ExcludePtx},
    {"--rocm-path=", Effect::Nothing},
    {"-resource-dir", Effect::Nothing},
    {"-mcode-object-version=", Effect::Nothing}, // The bitcode says it.
    {"-mllvm", Effect::Llvm, Form::Either},
    {"-save-temps", Effect::Nothing}, // The command line has it, as
                                      // -ftime-trace.
    {"-ftime-trace", Effect::Nothing},
    {"-Rpass=", Effect::PassedRemarks},
    {"-Rpass-missed=", Effect::MissedRemarks},
    {"-Rpass-analysis=", Effect::AnalysisRemarks},
    {"-R", Effect::NoEffect},
    {"-Wno-pass-failed", Effect::NoFailures},
    {"-ftime-report", Effect::NoEffect},
    {"-fsave-optimization-record=", Effect::RemarkFormat},
    {"-fsave-optimization-record", Effect::KeepRemarks},
    {"-fno-save-optimization-record", Effect::DropRemarks},
    {"-foptimization-record-file=", Effect::RemarkFile},
    {"-foptimization-record-passes=", Effect::RemarkPasses},
};

const DeviceOption LinkerOptions[] = {
    {"-O", Effect::OptLevel},
    {"--lto-O", Effect::OptLevel},
    {"-mllvm", Effect::Llvm, Form::Either},
    {"-L", Effect::LibraryFolder, Form::Either},
    {"-l", Effect::Library, Form::Either},
    {"--thinlto-jobs=", Effect::Jobs},
    {"--thinlto-cache-dir=", Effect::CacheFolder},
    {"--thinlto-cache-policy=", Effect::CachePolicy},
    {"--lto-partitions=", Effect::Partitions},
    {"--opt-remarks-filename=", Effect::RemarkFile},
    {"--opt-remarks-format=", Effect::RemarkFormat},
    {"--opt-remarks-passes=", Effect::RemarkPasses},
    {"-s", Effect::StripDebug},
    {"-S", Effect::StripDebug},
    {"--strip-all", Effect::StripDebug},
    {"--strip-debug", Effect::StripDebug},
    {"--no-undefined", Effect::NoUndefined},
    {"--unresolved-symbols=", Effect::UnresolvedSymbols},
    {"-z", Effect::DefsOrUndefs, Form::Either},
    {"-Bsymbolic", Effect::Nothing}, // Always on.
    {"-shared", Effect::Nothing},
    {"-v", Effect::Nothing},
};

/// Options after -plugin-opt= or --plugin-opt=.
const DeviceOption PluginOptions[] = {
    {"O", Effect::OptLevel},
    {"mcpu=", Effect::Cpu},
    {"jobs=", Effect::Jobs},
    {"cache-dir=", Effect::CacheFolder},
    {"cache-policy=", Effect::CachePolicy},
    {"lto-partitions=", Effect::Partitions},
    {"opt-remarks-filename=", Effect::RemarkFile},
    {"opt-remarks-format=", Effect::RemarkFormat},
    {"opt-remarks-passes=", Effect::RemarkPasses},
    {"thinlto", Effect::Nothing}, // The bitcode says it.
    {"-", Effect::Llvm, Form::Whole},
};

/// The state while the options of a device link are read.
struct Reading {
  StringRef Arch;
  std::function<void(StringRef)> Warn;
  DeviceSettings Settings;
  bool HasOptLevel = false;
  bool KeepsRemarks = false;
};

} // namespace

/// -O, -Os, -Oz, -Og, -Ofast and -O4 mean what they mean to clang.
static Expected<unsigned> optLevel(StringRef Level) {
  unsigned Number;
  if (!Level.getAsInteger(10, Number))
    return std::min(Number, 3u);
  if (Level.empty() || Level == "g")
    return 1;
  if (Level == "s" || Level == "z")
    return 2;
  if (Level == "fast")
    return 3;
  return createStringError("unknown optimisation level '%s' of the device link",
                           Level.str().c_str());
}

/// LLVM ends the process on a pattern that it cannot read.
static Error askForRemarks(StringRef LlvmOption, StringRef Argument,
                           StringRef Pattern, DeviceSettings &Settings) {
  std::string Problem;
  if (!Regex(Pattern).isValid(Problem))
    return createStringError("in option '" + Argument +
                             "' of the device link: " + Problem);
  Settings.LlvmArguments.push_back((LlvmOption + Pattern).str());
  Settings.AsksForRemarks = true;
  return Error::success();
}

static Error setJobs(StringRef Argument, StringRef Value, LinkConfig &Options) {
  // A limit of our own would conflict with make's.
  if (Value == "jobserver") {
    Options.Threads = jobserver_concurrency();
    return Error::success();
  }
  unsigned Jobs;
  if (!to_integer(Value, Jobs) || Jobs == 0)
    return createStringError(Argument + ": not a positive number");
  Options.Threads = heavyweight_hardware_concurrency(Jobs);
  return Error::success();
}

static Error setRemarkFormat(StringRef Argument, StringRef Format,
                             Reading &State) {
  if (Format != "yaml" && Format != "bitstream")
    return createStringError("'" + Argument +
                             "' of the device link: the format is yaml or "
                             "bitstream");
  State.Settings.Link.Remarks.Format = Format.str();
  State.KeepsRemarks = true;
  // It would also be put into the object, for which ELF has no section.
  if (Format == "bitstream")
    State.Settings.LlvmArguments.push_back("-remarks-section=false");
  return Error::success();
}

static Error apply(const DeviceOption &Option, StringRef Argument,
                   StringRef Value, Reading &State) {
  LinkConfig &Options = State.Settings.Link;
  switch (Option.What) {
  case Effect::Nothing:
    return Error::success();
  case Effect::NoEffect:
    State.Warn(("'" + Argument + "' has no effect on the device link").str());
    return Error::success();
  case Effect::OptLevel: {
    Expected<unsigned> Level = optLevel(Value);
    if (!Level)
      return Level.takeError();
    Options.OptLevel = *Level;
    State.HasOptLevel = true;
    return Error::success();
  }
  case Effect::Cpu:
    Options.Cpu = Value.str();
    return Error::success();
  case Effect::Debug:
    Options.Debug = Value == "0" ? DebugLevel::None : DebugLevel::Full;
    return Error::success();
  case Effect::StripDebug:
    Options.StripDebug = true;
    return Error::success();
  case Effect::CudaPath:
    Options.Cuda.Toolkit = Value.str();
    return Error::success();
  case Effect::PtxasPath:
    Options.Cuda.Ptxas = Value.str();
    return Error::success();
  case Effect::PtxasArgument:
    Options.PtxasArguments.push_back(Value.str());
    return Error::success();
  case Effect::Lto:
    State.Settings.AsksForLto = true;
    return Error::success();
  case Effect::IncludePtx:
  case Effect::ExcludePtx:
    if (Value == "all" || Value == State.Arch)
      Options.KeepsPtx = Option.What == Effect::IncludePtx;
    return Error::success();
  case Effect::LibraryFolder:
    Options.LibraryFolders.push_back(Value.str());
    return Error::success();
  case Effect::Library:
    Options.Libraries.push_back(Value.str());
    return Error::success();
  case Effect::Jobs:
    return setJobs(Argument, Value, Options);
  case Effect::Llvm:
    State.Settings.LlvmArguments.push_back(Value.str());
    return Error::success();
  case Effect::PassedRemarks:
    return askForRemarks("-pass-remarks=", Argument, Value, State.Settings);
  case Effect::MissedRemarks:
    return askForRemarks("-pass-remarks-missed=", Argument, Value,
                         State.Settings);
  case Effect::AnalysisRemarks:
    return askForRemarks("-pass-remarks-analysis=", Argument, Value,
                         State.Settings);
  case Effect::NoFailures:
    Options.TellsFailures = false;
    return Error::success();
  case Effect::KeepRemarks:
    State.KeepsRemarks = true;
    return Error::success();
  case Effect::DropRemarks:
    State.KeepsRemarks = false;
    return Error::success();
  case Effect::RemarkFile:
    Options.Remarks.Path = Value.str();
    State.KeepsRemarks = true;
    return Error::success();
  case Effect::RemarkFormat:
    return setRemarkFormat(Argument, Value, State);
  case Effect::RemarkPasses:
    Options.Remarks.Passes = Value.str();
    State.KeepsRemarks = true;
    return Error::success();
  case Effect::Partitions:
    if (!to_integer(Value, Options.Partitions) || Options.Partitions == 0)
      return createStringError(Argument + ": not a positive number");
    return Error::success();
  case Effect::CacheFolder:
    State.Settings.CacheFolder = Value.str();
    return Error::success();
  case Effect::CachePolicy: {
    Expected<CachePruningPolicy> Policy = parseCachePruningPolicy(Value);
    if (!Policy)
      return createStringError(Argument + ": " + toString(Policy.takeError()));
    State.Settings.CachePolicy = *Policy;
    return Error::success();
  }
  case Effect::NoUndefined:
    Options.Undefined = UndefinedSymbols::Report;
    return Error::success();
  case Effect::UnresolvedSymbols:
    Options.Undefined = Value == "ignore-all" ? UndefinedSymbols::Ignore
                                              : UndefinedSymbols::Report;
    return Error::success();
  case Effect::DefsOrUndefs:
    if (Value != "defs" && Value != "undefs")
      return createStringError("option '-z %s' of the device linker is not "
                               "supported",
                               Value.str().c_str());
    Options.Undefined =
        Value == "defs" ? UndefinedSymbols::Report : UndefinedSymbols::Ignore;
    return Error::success();
  }
  llvm_unreachable("all effects are handled");
}

/// Returns the arguments that are for \p Group's triple; each text is
/// "[triple=]argument".
static SmallVector<StringRef> argumentsFor(ArrayRef<std::string> Texts,
                                           const DeviceGroup &Group) {
  SmallVector<StringRef> Mine;
  for (StringRef Text : Texts) {
    auto [Triple, Argument] = Text.split('=');
    if (llvm::Triple(Triple).getArch() == llvm::Triple::UnknownArch)
      Mine.push_back(Text);
    else if (devicelink::targetClass(Triple) ==
             devicelink::targetClass(Group.Triple))
      Mine.push_back(Argument);
  }
  return Mine;
}

static bool matches(const DeviceOption &Option, StringRef Argument) {
  return Option.Shape == Form::Next ? Argument == Option.Spelling
                                    : Argument.starts_with(Option.Spelling);
}

/// Returns the value of \p Arguments[I], and moves \p I to the next argument if
/// that is the value.
static Expected<StringRef> valueOf(const DeviceOption &Option,
                                   StringRef Argument,
                                   ArrayRef<StringRef> Arguments, size_t &I) {
  if (Option.Shape == Form::Whole)
    return Argument;
  StringRef Value = Argument.substr(Option.Spelling.size());
  if (Option.Shape == Form::Either)
    Value.consume_front("=");
  if (Option.Shape == Form::Prefix ||
      (Option.Shape == Form::Either && !Value.empty()))
    return Value;
  if (I + 1 == Arguments.size())
    return createStringError("option '" + Argument +
                             "' of the device link needs a value");
  return Arguments[++I];
}

static Error applyAll(ArrayRef<std::string> Texts, ArrayRef<DeviceOption> Known,
                      StringRef What, const DeviceGroup &Group,
                      Reading &State) {
  SmallVector<StringRef> Arguments = argumentsFor(Texts, Group);
  for (size_t I = 0; I != Arguments.size(); ++I) {
    StringRef Argument = Arguments[I], Name = Argument;
    bool IsForPlugin = Name.consume_front("-plugin-opt=") ||
                       Name.consume_front("--plugin-opt=");
    ArrayRef<DeviceOption> Table = IsForPlugin ? PluginOptions : Known;
    const DeviceOption *Option =
        find_if(Table, [&](const DeviceOption &O) { return matches(O, Name); });
    if (Option == Table.end())
      return createStringError(
          "option '%s' of the device %s for %s is not supported",
          Argument.str().c_str(), What.str().c_str(), Group.Triple.c_str());
    Expected<StringRef> Value = valueOf(*Option, Name, Arguments, I);
    if (!Value)
      return Value.takeError();
    if (Error E = apply(*Option, Argument, *Value, State))
      return E;
  }
  return Error::success();
}

/// A host compilation in the same command writes the file that the user named,
/// so a device link adds its target to the name.
static std::string remarkPath(const RemarkFile &Remarks,
                              const CommandLine &Command,
                              const DeviceGroup &Group) {
  std::string Target = "." + Group.Triple + "." + Group.Arch;
  if (Remarks.Path.empty())
    return Command.Output + Target + ".opt.ld." + Remarks.Format;
  SmallString<128> Path(Remarks.Path);
  std::string Extension = sys::path::extension(Path).str();
  sys::path::replace_extension(Path, "");
  return (Path + Target + Extension).str();
}

Expected<DeviceSettings> deviceSettings(const CommandLine &Command,
                                        const DeviceGroup &Group,
                                        std::function<void(StringRef)> Warn) {
  Reading State;
  State.Arch = Group.Arch;
  LinkConfig &Options = State.Settings.Link;
  State.Warn = std::move(Warn);
  if (!Command.Jobs.empty())
    if (Error E =
            setJobs("--wrapper-jobs=" + Command.Jobs, Command.Jobs, Options))
      return E;
  if (Error E = applyAll(Command.DeviceCompilerArgs, CompilerOptions,
                         "compiler", Group, State))
    return E;
  if (Error E = applyAll(Command.DeviceLinkerArgs, LinkerOptions, "linker",
                         Group, State))
    return E;
  // As in clang, ptxas does not optimise code with full debug information.
  if (Options.Debug == DebugLevel::Full && State.HasOptLevel &&
      Options.OptLevel > 0)
    Options.Debug = DebugLevel::Lines;
  State.Settings.AsksForRemarks |= State.KeepsRemarks;
  Options.Remarks.Path =
      State.KeepsRemarks ? remarkPath(Options.Remarks, Command, Group) : "";
  return std::move(State.Settings);
}

} // namespace ompjit::wrapper
