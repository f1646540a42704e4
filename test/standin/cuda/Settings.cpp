//===- Settings.cpp - Settings of the stand-in, for tests -----------------===//
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

constexpr Vendor Nvidia = {"sm_", "cu", 999};

std::vector<int> parseModels(const std::vector<std::string> &Devices) {
  std::vector<int> Models;
  for (const std::string &Each : Devices)
    if (int Model = 0;
        parseNumber(std::string_view(Each).substr(Nvidia.Devices.size()), 10,
                    999, Model))
      Models.push_back(Model);
    else
      violation("OMPJIT_STANDIN_DEVICES: '%s' is no device", Each.c_str());
  return Models;
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
  Settings S = {};
  static_cast<CommonSettings &>(S) = readCommon(Nvidia);
  if (S.Devices)
    S.Models = parseModels(*S.Devices);
  if (auto Text = valueOf("OMPJIT_STANDIN_DRIVER"); !Text.empty())
    if (!parseNumber(Text, 1000, 99999, S.DriverVersion))
      violation("OMPJIT_STANDIN_DRIVER is no version of a driver");
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
  // Never destroyed, because programs call the driver while they exit.
  static const Settings *const Only = new Settings(read());
  return *Only;
}

} // namespace ompjit::standin
