//===- Kernel.h - Calling a kernel ----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of the host is a function that takes the launch environment and then
// its arguments, all of them pointer-sized. The types of its parameters are not
// known and need not be: the calling convention passes all of them in the same
// way.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_KERNEL_H
#define OMPJIT_PLUGINS_HOST_KERNEL_H

#include "ompjit/Plugin.h"

#include <cstdint>
#include <ffi.h>
#include <memory>
#include <vector>

/// A callable kernel; the call is prepared once.
struct ompjit_kernel {
  using Invoker = void (*)(void *Function, void *First, void **Others);

  void *Function = nullptr;
  uint32_t NumArgs = 0;
  Invoker Direct = nullptr; ///< Null for a kernel with very many arguments.

  /// For these kernels, libffi builds the call.
  std::unique_ptr<ffi_cif> Interface;
  std::vector<ffi_type *> ParameterTypes;
};

namespace ompjit::host {

/// Fills \p Kernel; fails only if libffi refuses the number of arguments.
int prepareKernel(ompjit_kernel &Kernel, void *Function, uint32_t NumArgs,
                  ompjit_error *Error);

/// Copies the arguments if the kernel runs later.
int launchKernel(ompjit_queue *Queue, ompjit_kernel *Kernel,
                 const ompjit_launch *Launch, ompjit_error *Error);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_KERNEL_H
