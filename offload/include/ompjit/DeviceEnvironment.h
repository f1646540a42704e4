//===- ompjit/DeviceEnvironment.h - What code on a GPU is told ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variable of an image that the host fills in when it has loaded it. The
// device runtime reads it (openmp/device/src/Query.cpp); not all code has it,
// and specialised code has some of it as constants. Offsets and meaning are
// those of LLVM 22's device runtime, so that code with that one is served, too.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICEENVIRONMENT_H
#define OMPJIT_DEVICEENVIRONMENT_H

#include <cstdint>

namespace ompjit {

constexpr char DeviceEnvironmentName[] = "__omp_rtl_device_environment";

/// Code for a device that is no GPU has the host's routines, which know nothing
/// of devices. Where it asks for its device's number, our driver lets it read
/// this variable of 32 bits, which libomptarget sets; -1: nobody has.
constexpr char DeviceNumberName[] = "__ompjit_device_num";

/// And this pointer, where it calls by addresses, to an array of
/// IndirectFunctions: the first holds how many follow, in place of a device's
/// function. Null: there are none.
constexpr char IndirectFunctionsName[] = "__ompjit_indirect_functions";

struct DeviceEnvironment {
  // By the plugin.
  uint32_t DebugKind;
  uint32_t NumDevices;
  uint32_t DeviceNum;
  uint32_t DynamicMemoryBytes;
  uint64_t ClockFrequency; ///< Of the device's clock, in Hz.
  // By libomptarget, when it has the functions of all images.
  void *IndirectCallTable;        ///< Device memory: IndirectFunctions.
  uint64_t IndirectCallTableSize; ///< How many.
  // By the plugin.
  uint64_t HardwareParallelism; ///< Threads that run at a time.
};
static_assert(sizeof(DeviceEnvironment) == 48);

/// A `declare target indirect` function. Those of a table ascend by Host.
struct IndirectFunction {
  const void *Host;
  void *Device;
};

} // namespace ompjit

#endif // OMPJIT_DEVICEENVIRONMENT_H
