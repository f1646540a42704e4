//===- Exit.h - Ends of a kernel, and their messages ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_EXIT_H
#define OMPJIT_OPENMP_DEVICE_EXIT_H

namespace ompjit::device {

/// Fails the kernel, and says why.
[[noreturn]] void fail(const char *Why);

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_EXIT_H
