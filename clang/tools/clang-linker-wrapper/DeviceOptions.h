//===- DeviceOptions.h - Options of the device link -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of the driver and the user for the device link of a triple, from
// --device-compiler and --device-linker. The packaged wrapper passes these to a
// clang process; here the device link is in the same process, so each option is
// applied, ignored because it has no meaning here, or refused.
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
  /// The user asked for LTO, so that code that ptxas would assemble here may
  /// instead be compiled when the program runs.
  bool AsksForLto = false;
  /// Disables the cache, because code from it comes without remarks.
  bool AsksForRemarks = false;
  /// Nothing: the usual folder; empty: no cache.
  std::optional<std::string> CacheFolder;
  std::optional<llvm::CachePruningPolicy> CachePolicy;
};

/// Returns the settings for \p Group. \p Warn receives options that are
/// accepted without effect.
llvm::Expected<DeviceSettings>
deviceSettings(const CommandLine &Command, const devicelink::DeviceGroup &Group,
               std::function<void(llvm::StringRef)> Warn);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H
