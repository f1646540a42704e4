//===- DeviceOptions.cpp - Options of the device link ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two tables say what each option does; what stands in neither is refused.
//
//===----------------------------------------------------------------------===//

#include "DeviceOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using ompjit::devicelink::DebugLevel;
using ompjit::devicelink::DeviceGroup;
using ompjit::devicelink::DeviceLinkOptions;

namespace ompjit::wrapper {

namespace {

enum class Effect {
  Nothing,   ///< Means nothing when the link is in this process.
  NoRemarks, ///< Accepted, with a warning.
  OptLevel,
  Cpu,
  Debug,
  StripDebug,
  CudaPath,
  PtxasPath,
  PtxasArgument,
  LibraryFolder,
  Library,
};

enum class Form {
  Prefix, ///< The value is the rest of the argument.
  Next,   ///< The value is the next argument.
  Either, ///< The next argument if there is no rest.
};

struct DeviceOption {
  StringLiteral Spelling;
  Effect What;
  Form Shape = Form::Prefix;
};

const DeviceOption CompilerOptions[] = {
    {"-O", Effect::OptLevel},
    {"-march=", Effect::Cpu},
    {"-mcpu=", Effect::Cpu},
    {"-flto", Effect::Nothing}, // The bitcode says for what it was made.
    {"-fno-lto", Effect::Nothing},
    {"-g", Effect::Debug},
    {"-v", Effect::Nothing},
    {"-fuse-ld=", Effect::Nothing}, // It is always lld.
    {"-no-canonical-prefixes", Effect::Nothing},
    {"--cuda-path=", Effect::CudaPath},
    {"--ptxas-path=", Effect::PtxasPath},
    {"-Xcuda-ptxas", Effect::PtxasArgument, Form::Next},
    {"--rocm-path=", Effect::Nothing},
    {"-resource-dir", Effect::Nothing},
    {"-save-temps", Effect::Nothing}, // The driver gives --save-temps as well.
    {"-R", Effect::NoRemarks},
    {"-ftime-report", Effect::NoRemarks},
    {"-fopt-record-file", Effect::NoRemarks},
};

const DeviceOption LinkerOptions[] = {
    {"-O", Effect::OptLevel},
    {"--lto-O", Effect::OptLevel},
    {"-plugin-opt=O", Effect::OptLevel},
    {"--plugin-opt=O", Effect::OptLevel},
    {"-plugin-opt=mcpu=", Effect::Cpu},
    {"--plugin-opt=mcpu=", Effect::Cpu},
    {"-L", Effect::LibraryFolder, Form::Either},
    {"-l", Effect::Library, Form::Either},
    {"-s", Effect::StripDebug},
    {"-S", Effect::StripDebug},
    {"--strip-all", Effect::StripDebug},
    {"--strip-debug", Effect::StripDebug},
    {"--no-undefined", Effect::Nothing}, // The loader resolves what is left.
    {"-Bsymbolic", Effect::Nothing},     // Always on.
    {"-shared", Effect::Nothing},
    {"-v", Effect::Nothing},
};

} // namespace

/// -O, -Os, -Oz, -Og, -Ofast and -O4 are what they are to clang.
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

static Error apply(const DeviceOption &Option, StringRef Argument,
                   StringRef Value, DeviceLinkOptions &Options) {
  switch (Option.What) {
  case Effect::Nothing:
    return Error::success();
  case Effect::NoRemarks:
    Options.Warn(("'" + Argument + "' has no effect on the device link").str());
    return Error::success();
  case Effect::OptLevel: {
    Expected<unsigned> Level = optLevel(Value);
    if (!Level)
      return Level.takeError();
    Options.OptLevel = *Level;
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
  case Effect::LibraryFolder:
    Options.LibraryFolders.push_back(Value.str());
    return Error::success();
  case Effect::Library:
    Options.Libraries.push_back(Value.str());
    return Error::success();
  }
  llvm_unreachable("all effects are handled");
}

/// The arguments in "[triple=]argument" that are for \p Group's triple.
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

static Error applyAll(ArrayRef<std::string> Texts, ArrayRef<DeviceOption> Known,
                      StringRef What, const DeviceGroup &Group,
                      DeviceLinkOptions &Options) {
  SmallVector<StringRef> Arguments = argumentsFor(Texts, Group);
  for (size_t I = 0; I != Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    const DeviceOption *Option = find_if(Known, [&](const DeviceOption &O) {
      return O.Shape == Form::Next ? Argument == O.Spelling
                                   : Argument.starts_with(O.Spelling);
    });
    if (Option == Known.end())
      return createStringError(
          "option '%s' of the device %s for %s is not supported",
          Argument.str().c_str(), What.str().c_str(), Group.Triple.c_str());
    StringRef Value = Argument.substr(Option->Spelling.size());
    if (Option->Shape == Form::Next ||
        (Option->Shape == Form::Either && Value.empty())) {
      if (I + 1 == Arguments.size())
        return createStringError("option '%s' of the device %s needs a value",
                                 Argument.str().c_str(), What.str().c_str());
      Value = Arguments[++I];
    }
    if (Error E = apply(*Option, Argument, Value, Options))
      return E;
  }
  return Error::success();
}

Expected<DeviceLinkOptions>
deviceLinkOptions(const CommandLine &Command, const DeviceGroup &Group,
                  std::function<void(StringRef)> Warn) {
  DeviceLinkOptions Options;
  Options.Warn = std::move(Warn);
  if (Error E = applyAll(Command.DeviceCompilerArgs, CompilerOptions,
                         "compiler", Group, Options))
    return E;
  if (Error E = applyAll(Command.DeviceLinkerArgs, LinkerOptions, "linker",
                         Group, Options))
    return E;
  // As clang does: what ptxas has to debug, it does not optimise.
  if (Options.Debug == DebugLevel::Full && Options.OptLevel > 0)
    Options.Debug = DebugLevel::Lines;
  // "jobserver" leaves the number to the processors that are free.
  if (!Command.Jobs.empty() && Command.Jobs != "jobserver" &&
      (!to_integer(Command.Jobs, Options.Jobs) || Options.Jobs == 0))
    return createStringError("--wrapper-jobs=%s: not a positive number",
                             Command.Jobs.c_str());
  return Options;
}

} // namespace ompjit::wrapper
