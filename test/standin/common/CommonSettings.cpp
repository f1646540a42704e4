//===- CommonSettings.cpp - Settings that all stand-ins share -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommonSettings.h"

#include "Report.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <unistd.h>

namespace ompjit::standin {

namespace {

/// Prefixes of the names of all vendors' devices and functions.
constexpr std::string_view AllDevices[] = {"sm_", "gfx"};
constexpr std::string_view AllFunctions[] = {"cu", "hsa_", "hip"};

template <size_t N>
bool beginsLikeOne(std::string_view Name, const std::string_view (&All)[N]) {
  return std::any_of(
      std::begin(All), std::end(All),
      [&](std::string_view Each) { return Name.starts_with(Each); });
}

std::vector<std::string> parseDevices(std::string_view Text, const Vendor &Of) {
  std::vector<std::string> Devices;
  for (const std::string &Each : split(Text, ','))
    if (Each.starts_with(Of.Devices))
      Devices.push_back(Each);
    else if (!beginsLikeOne(Each, AllDevices))
      violation("OMPJIT_STANDIN_DEVICES: '%s' is no device", Each.c_str());
  return Devices;
}

std::vector<Injection> parseInjections(std::string_view Text,
                                       const Vendor &Of) {
  std::vector<Injection> Injections;
  for (const std::string &Each : split(Text, ',')) {
    const std::vector<std::string> Parts = split(Each, ':');
    if (!Each.starts_with('*') && !Each.starts_with(Of.Functions) &&
        beginsLikeOne(Each, AllFunctions))
      continue;
    Injection New;
    if (Parts.size() != 3 ||
        !parseNumber<uint64_t>(Parts[1], 1, UINT64_MAX, New.Number) ||
        !parseNumber(Parts[2], 1, Of.MaxCode, New.Code)) {
      violation("OMPJIT_STANDIN_FAIL: '%s' is not FUNCTION:NUMBER:CODE",
                Each.c_str());
      continue;
    }
    New.Function = Parts[0];
    Injections.push_back(New);
  }
  return Injections;
}

} // namespace

std::string_view valueOf(const char *Variable) {
  const char *Value = std::getenv(Variable);
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

CommonSettings readCommon(const Vendor &Of) {
  CommonSettings S;
  std::vector<std::string> Ignored;
  S.Gpu = VirtualGpuSettings::fromEnvironment(environ, Ignored);
  if (std::getenv("OMPJIT_STANDIN_DEVICES"))
    S.Devices = parseDevices(valueOf("OMPJIT_STANDIN_DEVICES"), Of);
  S.Injections = parseInjections(valueOf("OMPJIT_STANDIN_FAIL"), Of);
  if (auto Text = valueOf("OMPJIT_STANDIN_DELAY"); !Text.empty())
    if (!parseNumber<uint32_t>(Text, 0, 10000000, S.DelayMicroseconds))
      violation("OMPJIT_STANDIN_DELAY is no number of microseconds");
  S.Emulates = valueOf("OMPJIT_STANDIN_EMULATE") != "0";
  S.HasPageableAccess = valueOf("OMPJIT_STANDIN_USM") == "1";
  return S;
}

} // namespace ompjit::standin
