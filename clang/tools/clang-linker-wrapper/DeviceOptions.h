//===- DeviceOptions.h - Options of the device link -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver and the user say about the device link of a triple, through
// --device-compiler and --device-linker. The packaged wrapper hands these to a
// clang process; here the device link is in this process, so each is applied,
// known to mean nothing here, or refused.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H
#define OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H

#include "Options.h"

#include "ompjit/DeviceLink/DeviceLink.h"

#include "llvm/Support/CachePruning.h"

namespace ompjit::wrapper {

struct DeviceSettings {
  devicelink::LinkConfig Link;
  /// Options of LLVM itself. They are process-wide, so they hold for this
  /// device link only if the caller sets them before it.
  std::vector<std::string> LlvmArguments;
  /// What ptxas would assemble here may be compiled when the program runs.
  bool AllowsLateAssembly = false;
  /// Code from a cache comes without remarks.
  bool AsksForRemarks = false;
  /// None: the usual folder; empty: no cache.
  std::optional<std::string> CacheFolder;
  std::optional<llvm::CachePruningPolicy> CachePolicy;
};

/// What the command line says of \p Group. \p Warn gets what is accepted
/// without effect.
llvm::Expected<DeviceSettings>
deviceSettings(const CommandLine &Command, const devicelink::DeviceGroup &Group,
               std::function<void(llvm::StringRef)> Warn);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H
