//===- Checks.h - What ompjit-doctor looks at -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each check adds its findings. They read the machine as programs that offload
// do, through the same code where there is some, and leave it as it is. A check
// prints nothing and does not fail: what it cannot find out is a finding.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DOCTOR_CHECKS_H
#define OMPJIT_TOOLS_DOCTOR_CHECKS_H

#include "Findings.h"
#include "Report.h" // Of ompjit-device-info.

#include <string>
#include <vector>

namespace ompjit::doctor {

/// Absolute paths of what belongs together.
struct Installation {
  std::string Bin, Lib, Libexec; ///< Of this tree.
  std::string Llvm;              ///< The prefix of the packaged LLVM.

  /// Returns that of the running program. All but \p Llvm are empty if the
  /// system does not tell the program's path.
  static Installation ofProgram();

  std::string clang() const { return Bin + "/clang"; }
};

/// Returns whether the installation knows its place and is complete. Without
/// that, programs cannot start.
bool checkInstallation(const Installation &, Findings &);
/// Loads libomptarget.so, and looks where libomp came from.
void checkLibomp(const Installation &, Findings &);
/// Returns whether programs can be compiled.
bool checkCompiler(const Installation &, Findings &);
/// Returns the plugins with their devices.
std::vector<deviceinfo::PluginReport> checkDevices(const Installation &,
                                                   Findings &);
void checkCudaToolkit(bool HasNvidiaDevice, Findings &);
void checkVariables(Findings &);
void checkCacheFolder(Findings &);
void checkRemoteCache(Findings &);
void checkImageFolder(Findings &);
void checkLimits(Findings &);
/// Compiles a program in each mode for each kind of device, and runs it.
void checkRegions(const Installation &,
                  const std::vector<deviceinfo::PluginReport> &, Findings &);

} // namespace ompjit::doctor

#endif // OMPJIT_TOOLS_DOCTOR_CHECKS_H
