//===- Options.cpp - The command line of the linker wrapper ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table lists the options, their form, their owner and the place of their
// values; the parser and the help text use it. An option that is not in the
// table belongs to the host linker. The linker's own options appear here only
// if they change which files are read, or take a value that must not be
// mistaken for an input.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "InputSearch.h"
#include "ompjit/DeviceLink/FileError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

#include <variant>

using namespace llvm;
using ompjit::devicelink::LibraryKind;

namespace ompjit::wrapper {

namespace {

class Parser;

enum class Form {
  Flag,   ///< --name
  Value,  ///< --name=value or --name value
  Equals, ///< --name=value
  Short,  ///< -n value or -nvalue
};

enum class Owner {
  Wrapper,
  Linker,
  WrapperAndLld, ///< Passed to the host linker only if that is lld.
};

/// The place of an option's value; a function gets it with the parser's state.
using Target = std::variant<
    std::monostate, bool CommandLine::*, std::string CommandLine::*,
    std::vector<std::string> CommandLine::*, void (Parser::*)(StringRef)>;

struct Option {
  StringLiteral Name; ///< Without dashes.
  Form Shape;
  Owner Recipient;
  Target To;
  StringLiteral Help; ///< Empty: not shown.
};

class Parser {
public:
  /// Parses \p Arguments and appends those for the linker to \p Forwarded.
  Error parse(ArrayRef<const char *> Arguments,
              std::vector<std::string> &Forwarded);
  Expected<CommandLine> finish(std::vector<std::string> Forwarded);

  // Handlers of options with a meaning of their own.
  void setStatic(StringRef) { State.Libraries = LibraryKind::StaticOnly; }
  void setExportsDynamic(StringRef) { Result.ExportsDynamic = true; }
  void setDynamic(StringRef) { State.Libraries = LibraryKind::Any; }
  void setWholeArchive(StringRef) { State.WholeArchive = true; }
  void setNoWholeArchive(StringRef) { State.WholeArchive = false; }
  void pushState(StringRef) { SavedStates.push_back(State); }
  void popState(StringRef) {
    if (!SavedStates.empty())
      State = SavedStates.pop_back_val();
  }
  void startLib(StringRef) { InLib = true; }
  void endLib(StringRef) { InLib = false; }
  void addLibrary(StringRef Name) {
    Mentions.push_back({Name.str(), true, InLib, State});
  }
  void addDirectory(StringRef Path) { Directories.push_back(Path.str()); }
  void addScript(StringRef Path) {
    Mentions.push_back({Path.str(), false, InLib, State});
  }
  void setSysroot(StringRef Path) { Sysroot = Path.str(); }
  void setGranularity(StringRef Text) {
    if (!to_integer(Text, Result.TimeTraceGranularity))
      Problem = "the granularity of the time trace, '" + Text.str() +
                "', is not a number";
  }
  void refuse(StringRef) { IsRefused = true; }

private:
  Error parseResponseFile(StringRef Argument,
                          std::vector<std::string> &Forwarded);
  Error store(const Option &, StringRef Value);
  bool isForLinker(const Option &) const;
  void readDeviceArguments();
  void addFile(StringRef Path, std::vector<std::string> &Forwarded);

  CommandLine Result;
  /// These are looked up at the end, because -L applies wherever it stands.
  std::vector<Mention> Mentions;
  std::vector<std::string> Directories;
  std::string Sysroot;
  LinkerState State;
  SmallVector<LinkerState> SavedStates;
  bool InLib = false;
  bool IsRefused = false;
  std::string Problem; ///< The error of a handler.
  unsigned NumForWrapper = 0;
  unsigned Depth = 0;
  BumpPtrAllocator Allocator;
  StringSaver Saver{Allocator};
};

using C = CommandLine;
using P = Parser;

// clang-format off
const Option Options[] = {
  {"host-triple", Form::Equals, Owner::Wrapper, &C::HostTriple, "Triple of the host compilation"},
  {"linker-path", Form::Equals, Owner::Wrapper, &C::LinkerPath, "The host linker to run"},
  {"device-compiler", Form::Equals, Owner::Wrapper, &C::DeviceCompilerArgs, "[<triple>=]<argument> for the compilation of linked device code"},
  {"compiler-arg", Form::Equals, Owner::Wrapper, &C::DeviceCompilerArgs, ""},
  {"device-linker", Form::Equals, Owner::Wrapper, &C::DeviceLinkerArgs, "[<triple>=]<argument> for the device link"},
  {"linker-arg", Form::Equals, Owner::Wrapper, &C::DeviceLinkerArgs, ""},
  {"embed-bitcode", Form::Flag, Owner::Wrapper, &C::EmbedBitcode, "Embed a package of device bitcode that is compiled at run time"},
  {"should-extract", Form::Equals, Owner::Wrapper, &C::AlwaysExtract, "Always take device code for this architecture from archives"},
  {"save-temps", Form::Flag, Owner::Wrapper, &C::SaveTemps, "Keep intermediate results next to the output"},
  {"dry-run", Form::Flag, Owner::Wrapper, &C::DryRun, "Print what would be run, and run nothing"},
  {"wrapper-verbose", Form::Flag, Owner::Wrapper, &C::Verbose, "Print what is linked and run"},
  {"wrapper-jobs", Form::Equals, Owner::Wrapper, &C::Jobs, "Number of threads of the device link"},
  {"wrapper-time-trace", Form::Equals, Owner::Wrapper, &C::TimeTraceFile, "Write a time trace to this file"},
  {"wrapper-time-trace-granularity", Form::Equals, Owner::Wrapper, &P::setGranularity, "Shortest event of the time trace in microseconds"},
  {"print-wrapped-module", Form::Flag, Owner::Wrapper, &C::PrintWrappedModule, "Print the module that registers the device images"},
  {"override-image", Form::Equals, Owner::Wrapper, &C::OverrideImages, "<kind>=<file>: use the file as the linked device image"},
  {"mllvm", Form::Value, Owner::WrapperAndLld, &C::LlvmArgs, "An option for LLVM; lld gets it, too"},
  {"offload-opt", Form::Equals, Owner::Wrapper, &C::LlvmArgs, "An option for LLVM"},
  {"cuda-path", Form::Equals, Owner::Wrapper, std::monostate(), ""},
  {"whole-program", Form::Flag, Owner::Wrapper, std::monostate(), ""},
  {"emit-fatbin-only", Form::Flag, Owner::Wrapper, &P::refuse, ""},
  // These are for the fat binaries of HIP, which OpenMP does not have.
  {"compress", Form::Flag, Owner::Wrapper, std::monostate(), ""},
  {"compression-level", Form::Equals, Owner::Wrapper, std::monostate(), ""},
  {"help", Form::Flag, Owner::Wrapper, &C::Help, "Print this text"},
  {"help-hidden", Form::Flag, Owner::Wrapper, &C::Help, ""},
  {"version", Form::Flag, Owner::Wrapper, &C::Version, "Print the version"},
  {"examine-inputs", Form::Equals, Owner::Wrapper, &C::WhatHappened, ""},

  {"r", Form::Flag, Owner::Linker, &C::Relocatable, ""},
  {"relocatable", Form::Flag, Owner::Linker, &C::Relocatable, "Keep the device code in a relocatable object"},
  {"shared", Form::Flag, Owner::Linker, &C::Shared, ""},
  {"Bshareable", Form::Flag, Owner::Linker, &C::Shared, ""},
  {"export-dynamic", Form::Flag, Owner::Linker, &C::ExportsDynamic, ""},
  {"E", Form::Flag, Owner::Linker, &C::ExportsDynamic, ""},
  {"dynamic-list", Form::Value, Owner::Linker, &P::setExportsDynamic, ""},
  {"export-dynamic-symbol", Form::Value, Owner::Linker, &P::setExportsDynamic, ""},
  {"export-dynamic-symbol-list", Form::Value, Owner::Linker, &P::setExportsDynamic, ""},
  {"o", Form::Short, Owner::Linker, &C::Output, ""},
  {"output", Form::Value, Owner::Linker, &C::Output, ""},
  {"l", Form::Short, Owner::Linker, &P::addLibrary, ""},
  {"library", Form::Value, Owner::Linker, &P::addLibrary, ""},
  {"L", Form::Short, Owner::Linker, &P::addDirectory, ""},
  {"library-path", Form::Value, Owner::Linker, &P::addDirectory, ""},
  {"sysroot", Form::Value, Owner::Linker, &P::setSysroot, ""},
  {"static", Form::Flag, Owner::Linker, &P::setStatic, ""},
  {"Bstatic", Form::Flag, Owner::Linker, &P::setStatic, ""},
  {"dn", Form::Flag, Owner::Linker, &P::setStatic, ""},
  {"non_shared", Form::Flag, Owner::Linker, &P::setStatic, ""},
  {"Bdynamic", Form::Flag, Owner::Linker, &P::setDynamic, ""},
  {"dy", Form::Flag, Owner::Linker, &P::setDynamic, ""},
  {"call_shared", Form::Flag, Owner::Linker, &P::setDynamic, ""},
  {"whole-archive", Form::Flag, Owner::Linker, &P::setWholeArchive, ""},
  {"no-whole-archive", Form::Flag, Owner::Linker, &P::setNoWholeArchive, ""},
  {"push-state", Form::Flag, Owner::Linker, &P::pushState, ""},
  {"pop-state", Form::Flag, Owner::Linker, &P::popState, ""},
  {"start-lib", Form::Flag, Owner::Linker, &P::startLib, ""},
  {"end-lib", Form::Flag, Owner::Linker, &P::endLib, ""},
  {"T", Form::Short, Owner::Linker, &P::addScript, ""},
  {"script", Form::Value, Owner::Linker, &P::addScript, ""},
  {"u", Form::Short, Owner::Linker, &C::HostUndefined, ""},
  {"undefined", Form::Value, Owner::Linker, &C::HostUndefined, ""},
  {"require-defined", Form::Value, Owner::Linker, &C::HostUndefined, ""},
  {"e", Form::Short, Owner::Linker, &C::HostUndefined, ""},
  {"entry", Form::Value, Owner::Linker, &C::HostUndefined, ""},

  // Their values could be names of files that exist.
  {"R", Form::Short, Owner::Linker, std::monostate(), ""},
  {"just-symbols", Form::Value, Owner::Linker, std::monostate(), ""},
  {"h", Form::Short, Owner::Linker, std::monostate(), ""},
  {"soname", Form::Value, Owner::Linker, std::monostate(), ""},
  {"m", Form::Short, Owner::Linker, std::monostate(), ""},
  {"z", Form::Short, Owner::Linker, std::monostate(), ""},
  {"y", Form::Short, Owner::Linker, std::monostate(), ""},
  {"f", Form::Short, Owner::Linker, std::monostate(), ""},
  {"auxiliary", Form::Value, Owner::Linker, std::monostate(), ""},
  {"F", Form::Short, Owner::Linker, std::monostate(), ""},
  {"filter", Form::Value, Owner::Linker, std::monostate(), ""},
  {"I", Form::Short, Owner::Linker, std::monostate(), ""},
  {"dynamic-linker", Form::Value, Owner::Linker, std::monostate(), ""},
  {"rpath", Form::Value, Owner::Linker, &C::LibraryFolders, ""},
  {"rpath-link", Form::Value, Owner::Linker, &C::LibraryFolders, ""},
  {"Map", Form::Value, Owner::Linker, std::monostate(), ""},
  {"version-script", Form::Value, Owner::Linker, std::monostate(), ""},
  {"plugin", Form::Value, Owner::Linker, std::monostate(), ""},
  {"plugin-opt", Form::Value, Owner::Linker, std::monostate(), ""},
  {"defsym", Form::Value, Owner::Linker, std::monostate(), ""},
  {"wrap", Form::Value, Owner::Linker, std::monostate(), ""},
  {"dependency-file", Form::Value, Owner::Linker, std::monostate(), ""},
  {"init", Form::Value, Owner::Linker, std::monostate(), ""},
  {"fini", Form::Value, Owner::Linker, std::monostate(), ""},
};
// clang-format on

/// An option with its value, if the argument carries one.
struct Match {
  const Option *Which = nullptr;
  std::optional<StringRef> Value;
};

} // namespace

/// ld takes options with long names with one dash or two, those of one letter
/// with one. Long names come first: -entry is not `-e ntry`.
static Match matchLong(StringRef Argument) {
  StringRef Text = Argument;
  bool HasTwoDashes = Text.consume_front("--");
  if (!HasTwoDashes && !Text.consume_front("-"))
    return {};
  auto [Name, Value] = Text.split('=');
  bool HasValue = Text.contains('=');
  for (const Option &O : Options) {
    if (O.Name != Name || O.Shape == Form::Short ||
        (O.Name.size() == 1 && HasTwoDashes))
      continue;
    if (HasValue ? O.Shape == Form::Flag : O.Shape == Form::Equals)
      continue;
    return {&O, HasValue ? std::optional(Value) : std::nullopt};
  }
  return {};
}

static Match matchShort(StringRef Argument) {
  if (Argument.size() < 2 || Argument[0] != '-' || Argument[1] == '-')
    return {};
  for (const Option &O : Options)
    if (O.Shape == Form::Short && O.Name[0] == Argument[1])
      return {&O, Argument.size() == 2 ? std::nullopt
                                       : std::optional(Argument.substr(2))};
  return {};
}

Error Parser::store(const Option &O, StringRef Value) {
  if (auto *Flag = std::get_if<bool CommandLine::*>(&O.To))
    Result.**Flag = true;
  else if (auto *String = std::get_if<std::string CommandLine::*>(&O.To))
    Result.**String = Value.str();
  else if (auto *List =
               std::get_if<std::vector<std::string> CommandLine::*>(&O.To))
    (Result.**List).push_back(Value.str());
  else if (auto *Handler = std::get_if<void (Parser::*)(StringRef)>(&O.To))
    (this->**Handler)(Value);
  if (IsRefused)
    return createStringError(
        "option '--%s' is for CUDA and HIP programs, which are not supported",
        O.Name.data());
  NumForWrapper += O.Recipient != Owner::Linker;
  return Error::success();
}

static bool isLld(StringRef Linker) {
  auto Program = sys::findProgramByName(Linker);
  SmallString<128> Path;
  if (!Program || sys::fs::real_path(*Program, Path))
    return false;
  return sys::path::filename(Path).contains("lld");
}

/// The driver names the linker before all arguments that are for it.
bool Parser::isForLinker(const Option &O) const {
  return O.Recipient == Owner::Linker ||
         (O.Recipient == Owner::WrapperAndLld && isLld(Result.LinkerPath));
}

Error Parser::parse(ArrayRef<const char *> Arguments,
                    std::vector<std::string> &Forwarded) {
  for (size_t I = 0; I != Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (Argument.starts_with("@")) {
      if (Error E = parseResponseFile(Argument, Forwarded))
        return E;
      continue;
    }
    Match M = matchLong(Argument);
    if (!M.Which)
      M = matchShort(Argument);
    if (!M.Which && !Argument.starts_with("-")) {
      addFile(Argument, Forwarded);
      continue;
    }
    bool IsForLinker = !M.Which || isForLinker(*M.Which);
    if (IsForLinker)
      Forwarded.push_back(Argument.str());
    if (!M.Which)
      continue;
    if (!M.Value && M.Which->Shape != Form::Flag) {
      if (I + 1 == Arguments.size())
        return createStringError("option '%s' needs a value", Arguments[I]);
      M.Value = Arguments[++I];
      if (IsForLinker)
        Forwarded.push_back(M.Value->str());
    }
    if (Error E = store(*M.Which, M.Value.value_or("")))
      return E;
  }
  return Error::success();
}

void Parser::addFile(StringRef Path, std::vector<std::string> &Forwarded) {
  Mentions.push_back({Path.str(), /*IsLibrary=*/false, InLib, State});
  if (isBareDeviceCode(Path))
    ++NumForWrapper;
  else
    Forwarded.push_back(Path.str());
}

/// The host linker gets the response file itself, unless some of its content is
/// not for it. A file that cannot be read is passed on as an argument, as ld
/// does.
Error Parser::parseResponseFile(StringRef Argument,
                                std::vector<std::string> &Forwarded) {
  auto File = MemoryBuffer::getFile(Argument.drop_front());
  if (!File) {
    Forwarded.push_back(Argument.str());
    return Error::success();
  }
  constexpr unsigned MaxDepth = 64;
  if (++Depth > MaxDepth)
    return devicelink::fileError(
        Argument.drop_front(),
        createStringError("response files nest too deeply"));
  SmallVector<const char *> Arguments;
  cl::TokenizeGNUCommandLine((*File)->getBuffer(), Saver, Arguments);
  std::vector<std::string> Inner;
  unsigned Before = NumForWrapper;
  if (Error E = parse(Arguments, Inner))
    return E;
  --Depth;
  if (NumForWrapper == Before)
    Forwarded.push_back(Argument.str());
  else
    append_range(Forwarded, Inner);
  return Error::success();
}

/// \p Name with \p Part before its extension.
static std::string withPart(StringRef Name, StringRef Part) {
  StringRef Extension = sys::path::extension(Name);
  return (Name.drop_back(Extension.size()) + Part + Extension).str();
}

/// Returns the path of the time trace if the driver was told \p Text.
/// Compilations of the same command write into the same folder, or to that
/// file.
static std::string timeTraceFile(StringRef Text, StringRef Output) {
  if (!Text.empty() && !sys::fs::is_directory(Text))
    return withPart(Text, ".device-link");
  SmallString<128> Path(Text.empty() ? sys::path::parent_path(Output) : Text);
  sys::path::append(Path, sys::path::filename(Output) + ".device-link.json");
  return Path.str().str();
}

/// Reads arguments that the driver gives each device's compiler, but that
/// concern the whole link.
void Parser::readDeviceArguments() {
  Result.TempStem = Result.Output;
  for (StringRef Argument : Result.DeviceCompilerArgs) {
    if (!Argument.starts_with("-"))
      Argument = Argument.split('=').second;
    if (Argument == "-save-temps" || Argument == "-save-temps=cwd")
      Result.TempStem = sys::path::filename(Result.Output).str();
    else if (Argument.consume_front("-ftime-trace-granularity="))
      setGranularity(Argument);
    else if (Argument.consume_front("-ftime-trace") &&
             Result.TimeTraceFile.empty() &&
             (Argument.empty() || Argument.consume_front("=")))
      Result.TimeTraceFile = timeTraceFile(Argument, Result.Output);
  }
}

Expected<CommandLine> Parser::finish(std::vector<std::string> Forwarded) {
  Result.LinkerArguments = std::move(Forwarded);
  readDeviceArguments();
  if (!Problem.empty())
    return createStringError(Problem);
  append_range(Result.LibraryFolders, Directories);
  InputSearch Search(std::move(Directories), std::move(Sysroot));
  for (const Mention &M : Mentions)
    Search.add(M);
  Result.Inputs = Search.takeInputs();
  Result.SharedLibraries = Search.takeSharedLibraries();
  Result.LacksInputs = Search.lacksInputs();
  return std::move(Result);
}

Expected<CommandLine> parseCommandLine(ArrayRef<const char *> Arguments) {
  Parser TheParser;
  std::vector<std::string> Forwarded;
  if (Error E = TheParser.parse(Arguments, Forwarded))
    return E;
  return TheParser.finish(std::move(Forwarded));
}

std::string helpText() {
  std::string Text =
      "OVERVIEW: Links the device code that is embedded in the inputs of a "
      "link, then runs the\nhost linker with all arguments that are not listed "
      "here.\n\nUSAGE: clang-linker-wrapper [options] <arguments of the host "
      "linker>\n\nOPTIONS:\n";
  for (const Option &O : Options) {
    if (O.Help.empty())
      continue;
    std::string Left = "  --" + O.Name.str();
    if (O.Shape != Form::Flag)
      Left += O.Shape == Form::Equals ? "=<value>" : " <value>";
    Left.resize(std::max<size_t>(Left.size() + 1, 44), ' ');
    Text += Left + O.Help.str() + "\n";
  }
  return Text;
}

} // namespace ompjit::wrapper
