//===- KernelArguments.h - Launches of older compilers --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may have been compiled by a clang before 22: its launches pass an
// older structure and its kernels take other parameters. This part converts the
// structure for the rest of the runtime.
//
// Version 1, of clang 15 and 16 and of older entry points, ends behind the
// flags. Version 2 has all fields. The kernels of both take no launch
// environment; those of version 3 do.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_KERNELARGUMENTS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_KERNELARGUMENTS_H

#include "ompjit/Abi.h"
#include "ompjit/Support/Result.h"

#include <cstdint>

namespace ompjit {

/// The version of clang 22, which is the newest that is supported.
constexpr uint32_t KernelArgumentsVersion = 3;

/// Returns \p Passed with all fields of version 3; its version stays below 3 if
/// the kernel takes no launch environment. \p Storage holds the result if it
/// differs from \p Passed. Fails for newer versions.
Result<const __tgt_kernel_arguments *>
readKernelArguments(const __tgt_kernel_arguments &Passed,
                    __tgt_kernel_arguments &Storage);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_KERNELARGUMENTS_H
