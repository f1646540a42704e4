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

using namespace llvm;
using ompjit::devicelink::DeviceGroup;
using ompjit::devicelink::DeviceLinkOptions;

namespace ompjit::wrapper {

namespace {

enum class Effect {
  Nothing,   ///< Means nothing when the link is in this process.
  NoRemarks, ///< Accepted, with a warning.
  OptLevel,
  Cpu,
  StripDebug,
};

struct DeviceOption {
  StringLiteral Prefix;
  Effect What;
};

const DeviceOption CompilerOptions[] = {
    {"-O", Effect::OptLevel},
    {"-march=", Effect::Cpu},
    {"-mcpu=", Effect::Cpu},
    {"-flto", Effect::Nothing}, // The bitcode says for what it was made.
    {"-fno-lto", Effect::Nothing},
    {"-g", Effect::Nothing}, // Debug information is kept where there is any.
    {"-v", Effect::Nothing},
    {"-fuse-ld=", Effect::Nothing}, // It is always lld.
    {"-no-canonical-prefixes", Effect::Nothing},
    {"--cuda-path=", Effect::Nothing},
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
                   DeviceLinkOptions &Options) {
  StringRef Value = Argument.substr(Option.Prefix.size());
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
  case Effect::StripDebug:
    Options.StripDebug = true;
    return Error::success();
  }
  llvm_unreachable("all effects are handled");
}

/// The argument in "[triple=]argument", if it is for \p Group's triple.
static std::optional<StringRef> argumentFor(StringRef Text,
                                            const DeviceGroup &Group) {
  if (Text.starts_with("-"))
    return Text;
  auto [Triple, Argument] = Text.split('=');
  if (devicelink::targetClass(Triple) == devicelink::targetClass(Group.Triple))
    return Argument;
  return std::nullopt;
}

static Error applyAll(ArrayRef<std::string> Arguments,
                      ArrayRef<DeviceOption> Known, StringRef What,
                      const DeviceGroup &Group, DeviceLinkOptions &Options) {
  for (StringRef Text : Arguments) {
    std::optional<StringRef> Argument = argumentFor(Text, Group);
    if (!Argument)
      continue;
    const DeviceOption *Option = find_if(Known, [&](const DeviceOption &O) {
      return Argument->starts_with(O.Prefix);
    });
    if (Option == Known.end())
      return createStringError("option '%s' of the device %s for %s is not "
                               "supported",
                               Argument->str().c_str(), What.str().c_str(),
                               Group.Triple.c_str());
    if (Error E = apply(*Option, *Argument, Options))
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
  // "jobserver" leaves the number to the processors that are free.
  if (!Command.Jobs.empty() && Command.Jobs != "jobserver" &&
      (!to_integer(Command.Jobs, Options.Jobs) || Options.Jobs == 0))
    return createStringError("--wrapper-jobs=%s: not a positive number",
                             Command.Jobs.c_str());
  return Options;
}

} // namespace ompjit::wrapper
