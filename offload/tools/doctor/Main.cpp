//===- Main.cpp - ompjit-doctor: what is wrong, and what to do ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "FindingsText.h"
#include "Options.h"

#include "ompjit/Support/Tool.h"
#include "ompjit/Targets.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::doctor;
using deviceinfo::PluginReport;

namespace {

constexpr Tool Program{.Name = "ompjit-doctor", .Help = helpText};

bool hasNvidiaDevice(const std::vector<PluginReport> &Plugins) {
  const std::string_view Name = traitsOf("nvptx64").PluginName;
  return std::any_of(Plugins.begin(), Plugins.end(),
                     [Name](const PluginReport &Each) {
                       return Each.Name == Name && !Each.Devices.empty();
                     });
}

Findings examine(const Options &Chosen) {
  Findings Found;
  const Installation Here = Installation::ofProgram();
  const bool IsComplete = checkInstallation(Here, Found);
  const bool CanCompile = checkCompiler(Here, Found);
  std::vector<PluginReport> Plugins;
  if (IsComplete) {
    checkLibomp(Here, Found);
    Plugins = checkDevices(Here, Found);
  }
  checkCudaToolkit(hasNvidiaDevice(Plugins), Found);
  checkVariables(Found);
  checkCacheFolder(Found);
  checkRemoteCache(Found);
  checkImageFolder(Found);
  checkLimits(Found);
  if (!Chosen.IsQuick && IsComplete && CanCompile)
    checkRegions(Here, Plugins, Found);
  return Found;
}

int report(const Options &Chosen) {
  const Findings Found = examine(Chosen);
  return Program.print(Chosen.Json ? asJson(Found) : asText(Found),
                       Found.count(Severity::Error) ? Tool::Bad : Tool::Good);
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, report);
}
