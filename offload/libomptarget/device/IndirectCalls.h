//===- IndirectCalls.h - Host addresses of functions, on a device ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may pass the address of a function with `declare target indirect`
// to a device and call it there. It passes the host's address; code for devices
// looks it up in a table, which has the functions of all libraries.
//
// Threads: one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_INDIRECTCALLS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_INDIRECTCALLS_H

#include "plugin/PluginDevice.h"

#include "ompjit/DeviceEnvironment.h"
#include "ompjit/Support/Result.h"

#include <memory>
#include <vector>

namespace ompjit {

class LoadedLibrary;

class IndirectCalls {
public:
  /// Makes the table for \p Libraries, which are all that \p Device has, and
  /// gives it to their code.
  Status update(const PluginDevice &Device,
                const std::vector<std::unique_ptr<LoadedLibrary>> &Libraries);
  /// Frees the tables that were replaced. To be called when no kernel runs.
  void releaseOld(const PluginDevice &Device);
  /// To be called when no code runs any more.
  void release(const PluginDevice &Device);

private:
  Status store(const PluginDevice &Device, std::vector<IndirectFunction> &);

  void *Current = nullptr;
  std::vector<void *> Old; ///< Replaced tables, which kernels may still use.
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_INDIRECTCALLS_H
