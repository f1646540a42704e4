//===- ompjit/Specialize/Device.h - Answers of a device become constants --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code of a GPU can ask for numbers that are fixed before a kernel is compiled
// for it at run time: how many devices there are, its own number, what the
// device runtime must report in this run, how much dynamic memory the launch
// gives a team. The first three lie in the environment that the host fills in
// each image (openmp/device/src/Query.cpp); the last is in a register on
// NVIDIA's GPUs, and in the implicit arguments on AMD's (LLVM's AMDGPUUsage:
// code object version 5).
//
// Thread-safe for modules in different contexts.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_DEVICE_H
#define OMPJIT_SPECIALIZE_DEVICE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// The numbers that code can query; each is one bit.
enum DeviceQuery : uint32_t {
  AsksNumDevices = 1,
  AsksDeviceNum = 2,
  AsksDebugKinds = 4,
  AsksDynamicMemory = 8,
};

struct DeviceConstant {
  DeviceQuery What;
  uint32_t Value; ///< In bytes for dynamic memory.
};

/// Returns the queries of \p Kernel and of the functions that it reaches, as a
/// sum. Code that is reached only by a pointer is not considered.
uint32_t deviceQueries(const llvm::Function &Kernel);

/// Replaces the queries in all code of \p M by these constants. \returns
/// whether there were any.
bool specializeDevice(llvm::Module &M, llvm::ArrayRef<DeviceConstant>);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_DEVICE_H
