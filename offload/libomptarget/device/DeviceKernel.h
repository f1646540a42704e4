//===- DeviceKernel.h - A kernel on a device ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_DEVICEKERNEL_H
#define OMPJIT_LIBOMPTARGET_DEVICE_DEVICEKERNEL_H

#include "record/KernelRecorder.h"

#include "ompjit/Abi.h"
#include "ompjit/Jit/Engine.h"
#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <atomic>
#include <memory>

namespace ompjit {

class LoadedLibrary;
struct DeviceKernel;

/// Finds the kernel that runs in place of one whose functions are bound at run
/// time.
class KernelChoice {
public:
  virtual ~KernelChoice() = default;

  /// Returns the kernel for a launch that begins now. It lives as long as this
  /// object. May compile: to be called without any lock.
  virtual Result<DeviceKernel *> current() = 0;
};

/// The plugin's kernel is looked up at the first launch, so that a program pays
/// only for the kernels that it uses.
struct DeviceKernel {
  const __tgt_offload_entry *Entry;
  LoadedLibrary *Owner;
  /// Of a native image; null before the first launch.
  std::atomic<ompjit_kernel *> Native = nullptr;
  /// Of a JIT program; null before the first launch.
  std::atomic<jit::Kernel *> Jit = nullptr;
  bool IsCooperative = false; ///< LIBOMPTARGET_COOPERATIVE_KERNELS
  /// What is bound to its functions, for recordings. Lives as long as the
  /// process.
  RecordedBindings Bound;
  /// Null unless another kernel runs in its place.
  std::unique_ptr<KernelChoice> Choice;

  DeviceKernel(const __tgt_offload_entry *Entry, LoadedLibrary *Owner)
      : Entry(Entry), Owner(Owner) {}
  const char *name() const { return Entry->SymbolName; }
  const void *region() const { return Entry->Address; }
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_DEVICEKERNEL_H
