//===- ompjit/DeviceEnvironment.h - What a GPU's code is told -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that the host fills in after it has loaded an image. The device
// runtime reads it (openmp/device/src/Query.cpp); not all images have it, and
// in specialised code some of its values are constants. Offsets and meaning are
// those of LLVM 22's device runtime, so that code which links that runtime is
// served too.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICEENVIRONMENT_H
#define OMPJIT_DEVICEENVIRONMENT_H

#include <cstdint>

namespace ompjit {

constexpr char DeviceEnvironmentName[] = "__omp_rtl_device_environment";

/// Code for a device that is not a GPU uses the host's OpenMP library, which
/// does not know on which device it is called. Our driver makes a query for the
/// device's number read this 32-bit variable instead, which libomptarget sets;
/// it is -1 until then.
constexpr char DeviceNumberName[] = "__ompjit_device_num";

/// The same for calls through host addresses: this variable points to an array
/// of IndirectFunctions, whose first element holds the number of the others in
/// place of a device function. Null: there are none.
constexpr char IndirectFunctionsName[] = "__ompjit_indirect_functions";

struct DeviceEnvironment {
  // By the plugin.
  uint32_t DebugKind;
  uint32_t NumDevices;
  uint32_t DeviceNum;
  uint32_t DynamicMemoryBytes;
  uint64_t ClockFrequency; ///< Of the device's clock, in Hz.
  // Set by libomptarget, once it knows the functions of all images.
  void *IndirectCallTable;        ///< IndirectFunctions in device memory.
  uint64_t IndirectCallTableSize; ///< Number of them.
  // By the plugin.
  uint64_t HardwareParallelism; ///< Threads that can run at a time.
};
static_assert(sizeof(DeviceEnvironment) == 48);

/// A `declare target indirect` function. Tables of these ascend by Host.
struct IndirectFunction {
  const void *Host;
  void *Device;
};

} // namespace ompjit

#endif // OMPJIT_DEVICEENVIRONMENT_H
