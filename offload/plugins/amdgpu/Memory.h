//===- Memory.h - The memory of AMD's GPUs, and copies --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_MEMORY_H
#define OMPJIT_PLUGINS_AMDGPU_MEMORY_H

#include "ompjit/Plugin.h"

#include <cstdint>

namespace ompjit::amdgpu {

class Call;

/// Allocates host memory that all GPUs reach.
int allocateHost(Call &In, uint64_t Size, void **Address);
int allocateOnDevice(Call &In, uint64_t Size, void **Address);

// The functions of the table.
int allocateMemory(ompjit_device *Device, uint64_t Size,
                   ompjit_memory_kind Kind, void **Address,
                   ompjit_error *Error);
int freeMemory(ompjit_device *Device, void *Address, ompjit_memory_kind Kind,
               ompjit_error *Error);
int pinMemory(ompjit_device *Device, void *Host, uint64_t Size, void **Address,
              ompjit_error *Error);
int unpinMemory(ompjit_device *Device, void *Host, ompjit_error *Error);
int reserveMemory(ompjit_device *Device, uint64_t Size, void *Wanted,
                  void **Address, ompjit_error *Error);
int releaseMemory(ompjit_device *Device, void *Address, uint64_t Size,
                  ompjit_error *Error);

int copyToDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error);
int copyFromDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                   const void *From, uint64_t Size, ompjit_error *Error);
int copyOnDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error);
int copyBetween(ompjit_device *ToDevice, ompjit_queue *Queue, void *To,
                ompjit_device *FromDevice, const void *From, uint64_t Size,
                ompjit_error *Error);
int fillMemory(ompjit_device *Device, ompjit_queue *Queue, void *Address,
               int Byte, uint64_t Size, ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_MEMORY_H
