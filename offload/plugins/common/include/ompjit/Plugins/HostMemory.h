//===- ompjit/Plugins/HostMemory.h - Host memory as a device's memory -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For devices whose memory is ordinary memory. It is never the program's own
// memory, so that a program that lacks a map clause fails as it would on a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOSTMEMORY_H
#define OMPJIT_PLUGINS_HOSTMEMORY_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <unordered_map>

namespace ompjit::plugins {

// The functions of the table.
int allocateHostMemory(uint64_t Size, void **Address, ompjit_error *Error);
/// Frees memory of allocateHostMemory().
void freeHostMemory(void *Address);
int reserveHostMemory(uint64_t Size, void *Wanted, void **Address,
                      ompjit_error *Error);
int releaseHostMemory(void *Address, uint64_t Size, ompjit_error *Error);

/// Keeps track of pinned memory for devices where pinning does nothing, to
/// enforce the interface's rules. Thread-safe.
class PinnedMemory {
public:
  int pin(void *Host, uint64_t Size, void **DeviceAddress, ompjit_error *Error);
  int unpin(void *Host, ompjit_error *Error);

private:
  Mutex SizesMutex;
  std::unordered_map<void *, uint64_t> Sizes OMPJIT_GUARDED_BY(SizesMutex);
};

/// The functions of the plugins' table for devices whose memory is the host's.
/// \p Device is the plugin's type of devices, which has a PinnedMemory named
/// Pinned.
template <typename Device> struct HostMemoryFunctions {
  static int allocate(Device *, uint64_t Size, ompjit_memory_kind,
                      void **Address, ompjit_error *Error) {
    return allocateHostMemory(Size, Address, Error);
  }
  static int free(Device *, void *Address, ompjit_memory_kind, ompjit_error *) {
    freeHostMemory(Address);
    return 0;
  }
  static int pin(Device *D, void *Host, uint64_t Size, void **Address,
                 ompjit_error *Error) {
    return D->Pinned.pin(Host, Size, Address, Error);
  }
  static int unpin(Device *D, void *Host, ompjit_error *Error) {
    return D->Pinned.unpin(Host, Error);
  }
  static int reserve(Device *, uint64_t Size, void *Wanted, void **Address,
                     ompjit_error *Error) {
    return reserveHostMemory(Size, Wanted, Address, Error);
  }
  static int release(Device *, void *Address, uint64_t Size,
                     ompjit_error *Error) {
    return releaseHostMemory(Address, Size, Error);
  }
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_HOSTMEMORY_H
