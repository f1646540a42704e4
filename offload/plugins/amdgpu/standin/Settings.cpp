//===- Settings.cpp - What the tests ask of the stand-in ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "../../cuda/standin/Report.h"
#include "Abi.h"

#include <cstdlib>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <unistd.h>

namespace ompjit::standin {

namespace {

std::string_view valueOf(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

std::vector<std::string> split(std::string_view Text, char Separator) {
  std::vector<std::string> Parts;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find(Separator), Text.size());
    Parts.emplace_back(Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
  }
  return Parts;
}

std::vector<std::string> parseProcessors(std::string_view Text) {
  std::vector<std::string> Processors;
  for (const std::string &Each : split(Text, ','))
    if (Each.starts_with("gfx"))
      Processors.push_back(Each);
    // The stand-in for NVIDIA's driver has these.
    else if (!Each.starts_with("sm_"))
      violation("OMPJIT_STANDIN_DEVICES: '%s' is no device", Each.c_str());
  return Processors;
}

struct FunctionRow {
  std::string_view Name;
  bool CanFail;
};

constexpr FunctionRow Functions[] = {
    {"*", true},
#define HSA_FUNCTION(Return, Name, Parameters)                                 \
  {#Name, std::is_same_v<Return, Status>},
#include "Functions.def"
#undef HSA_FUNCTION
};

/// Says what is wrong.
bool canFail(const std::string &Function) {
  for (const FunctionRow &Each : Functions)
    if (Each.Name == Function) {
      if (!Each.CanFail)
        violation("OMPJIT_STANDIN_FAIL: %s returns no status",
                  Function.c_str());
      return Each.CanFail;
    }
  violation("OMPJIT_STANDIN_FAIL: there is no function %s", Function.c_str());
  return false;
}

std::vector<Injection> parseInjections(std::string_view Text) {
  std::vector<Injection> Injections;
  for (const std::string &Each : split(Text, ',')) {
    const std::vector<std::string> Parts = split(Each, ':');
    Injection New;
    if (Parts.size() != 3 ||
        !parseNumber<uint64_t>(Parts[1], 1, UINT64_MAX, New.Number) ||
        !parseNumber(Parts[2], 1, 0xffff, New.Code)) {
      violation("OMPJIT_STANDIN_FAIL: '%s' is not FUNCTION:NUMBER:CODE",
                Each.c_str());
      continue;
    }
    New.Function = Parts[0];
    if (canFail(New.Function))
      Injections.push_back(New);
  }
  return Injections;
}

Settings read() {
  Settings S;
  std::vector<std::string> Ignored;
  S.Gpu = VirtualGpuSettings::fromEnvironment(environ, Ignored);
  if (std::getenv("OMPJIT_STANDIN_DEVICES"))
    S.Processors = parseProcessors(valueOf("OMPJIT_STANDIN_DEVICES"));
  S.Injections = parseInjections(valueOf("OMPJIT_STANDIN_FAIL"));
  if (auto Text = valueOf("OMPJIT_STANDIN_DELAY"); !Text.empty())
    if (!parseNumber<uint32_t>(Text, 0, 10000000, S.DelayMicroseconds))
      violation("OMPJIT_STANDIN_DELAY is no number of microseconds");
  S.Emulates = valueOf("OMPJIT_STANDIN_EMULATE") != "0";
  S.HasPageableAccess = valueOf("OMPJIT_STANDIN_USM") == "1";
  S.IsApu = valueOf("OMPJIT_STANDIN_APU") == "1";
  S.Gpu.Archs = S.Processors;
  return S;
}

} // namespace

const Settings &Settings::get() {
  // Never destroyed: programs call the runtime while they exit.
  static const Settings *const Only = new Settings(read());
  return *Only;
}

} // namespace ompjit::standin
