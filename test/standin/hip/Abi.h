//===- Abi.h - The part of HIP's interface that is provided ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HIP_ABI_H
#define OMPJIT_STANDIN_HIP_ABI_H

namespace ompjit::standin {

/// hipError_t.
enum Status : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidHandle = 400,
  NotReady = 600,
  LaunchFailure = 719,
  NotPermitted = 800,
};

constexpr unsigned StreamDefault = 0;
constexpr unsigned StreamNonBlocking = 1;

struct Stream;

using HostFunction = void (*)(void *Data);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HIP_ABI_H
