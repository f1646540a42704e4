//===- Settings.cpp - What the tests ask of the stand-in ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "Report.h"

#include <cstdlib>
#include <string_view>
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

std::vector<int> parseModels(std::string_view Text) {
  std::vector<int> Models;
  for (const std::string &Each : split(Text, ',')) {
    // The stand-in for AMD's runtime has these.
    if (Each.starts_with("gfx"))
      continue;
    int Model = 0;
    if (!Each.starts_with("sm_") ||
        !parseNumber(std::string_view(Each).substr(3), 10, 999, Model))
      violation("OMPJIT_STANDIN_DEVICES: '%s' is no device", Each.c_str());
    else
      Models.push_back(Model);
  }
  return Models;
}

std::vector<Injection> parseInjections(std::string_view Text) {
  std::vector<Injection> Injections;
  for (const std::string &Each : split(Text, ',')) {
    const std::vector<std::string> Parts = split(Each, ':');
    Injection New;
    if (Parts.size() != 3 ||
        !parseNumber<uint64_t>(Parts[1], 1, UINT64_MAX, New.Number) ||
        !parseNumber(Parts[2], 1, 999, New.Code)) {
      violation("OMPJIT_STANDIN_FAIL: '%s' is not FUNCTION:NUMBER:CODE",
                Each.c_str());
      continue;
    }
    New.Function = Parts[0];
    Injections.push_back(New);
  }
  return Injections;
}

std::string findAssembler() {
  std::vector<std::string> Candidates;
  for (const std::string &Folder : split(valueOf("PATH"), ':'))
    Candidates.push_back(Folder + "/ptxas");
  Candidates.push_back("/usr/local/cuda/bin/ptxas");
  for (const std::string &Each : Candidates)
    if (!access(Each.c_str(), X_OK))
      return Each;
  return "";
}

Settings read() {
  Settings S;
  std::vector<std::string> Ignored;
  S.Gpu = VirtualGpuSettings::fromEnvironment(environ, Ignored);
  if (std::getenv("OMPJIT_STANDIN_DEVICES"))
    S.Models = parseModels(valueOf("OMPJIT_STANDIN_DEVICES"));
  if (auto Text = valueOf("OMPJIT_STANDIN_DRIVER"); !Text.empty())
    if (!parseNumber(Text, 1000, 99999, S.DriverVersion))
      violation("OMPJIT_STANDIN_DRIVER is no version of a driver");
  S.Injections = parseInjections(valueOf("OMPJIT_STANDIN_FAIL"));
  if (auto Text = valueOf("OMPJIT_STANDIN_DELAY"); !Text.empty())
    if (!parseNumber<uint32_t>(Text, 0, 10000000, S.DelayMicroseconds))
      violation("OMPJIT_STANDIN_DELAY is no number of microseconds");
  S.Emulates = valueOf("OMPJIT_STANDIN_EMULATE") != "0";
  S.HasPageableAccess = valueOf("OMPJIT_STANDIN_USM") == "1";
  S.Assembler = findAssembler();
  if (std::getenv("OMPJIT_STANDIN_PTXAS"))
    S.Assembler = valueOf("OMPJIT_STANDIN_PTXAS");
  S.Gpu.Archs.clear();
  for (int Model : S.Models)
    S.Gpu.Archs.push_back("sm_" + std::to_string(Model));
  return S;
}

} // namespace

const Settings &Settings::get() {
  // Never destroyed: programs call the driver while they exit.
  static const Settings *const Only = new Settings(read());
  return *Only;
}

} // namespace ompjit::standin
