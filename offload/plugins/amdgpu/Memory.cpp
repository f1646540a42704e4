//===- Memory.cpp - The memory of AMD's GPUs ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Call.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

unsigned long long number(uint64_t Value) { return Value; }

/// What the runtime gives out is a multiple of its pages.
constexpr uint64_t PageBytes = 4096;

uint64_t pages(uint64_t Size) {
  return (std::max<uint64_t>(Size, 1) + PageBytes - 1) / PageBytes * PageBytes;
}

} // namespace

int allocateOnDevice(Call &In, uint64_t Size, void **Address) {
  return In.check(
      In.hsa().PoolAllocate(In.device().Pools.Device, pages(Size), 0, Address),
      "cannot allocate %llu bytes on GPU %d", number(Size),
      In.device().Ordinal);
}

int allocateHost(Call &In, uint64_t Size, void **Address) {
  const Hsa &H = In.hsa();
  const std::vector<Agent> &Gpus = In.device().AllGpus;
  void *Memory = nullptr;
  if (int Failed = In.check(
          H.PoolAllocate(In.device().Pools.Host, pages(Size), 0, &Memory),
          "cannot allocate %llu bytes of the host's memory", number(Size)))
    return Failed;
  if (int Failed = In.check(
          H.AllowAccess(uint32_t(Gpus.size()), Gpus.data(), nullptr, Memory),
          "the GPUs do not reach %llu bytes of the host's memory",
          number(Size))) {
    H.PoolFree(Memory);
    return Failed;
  }
  *Address = Memory;
  return 0;
}

/// What both reach does not move: the host's memory serves.
int allocateMemory(ompjit_device *Device, uint64_t Size,
                   ompjit_memory_kind Kind, void **Address,
                   ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  // The sum with a page would be too small.
  if (Size > UINT64_MAX - PageBytes)
    return fail(Error, "cannot allocate %llu bytes on GPU %d", number(Size),
                Device->Ordinal);
  switch (Kind) {
  case OMPJIT_MEMORY_DEVICE:
    return allocateOnDevice(In, Size, Address);
  case OMPJIT_MEMORY_HOST:
  case OMPJIT_MEMORY_SHARED:
    return allocateHost(In, Size, Address);
  }
  return fail(Error, "GPU %d has no memory of the kind %d", Device->Ordinal,
              int(Kind));
}

int freeMemory(ompjit_device *Device, void *Address, ompjit_memory_kind,
               ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  return In.check(Device->H.PoolFree(Address), "cannot free the memory at %p",
                  Address);
}

/// What the runtime says of the memory at \p Host.
static int describe(Call &In, const void *Host, PointerInfo &Known) {
  return In.check(
      In.hsa().DescribePointer(Host, &Known, nullptr, nullptr, nullptr),
      "cannot find out what is at %p", Host);
}

int pinMemory(ompjit_device *Device, void *Host, uint64_t Size, void **Address,
              ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  // The runtime counts locks; here the second one is a mistake.
  PointerInfo Known;
  if (int Failed = describe(In, Host, Known))
    return Failed;
  if (Known.Type != PointerType::Unknown)
    return fail(Error, "the memory at %p is pinned already", Host);
  return In.check(Device->H.MemoryLock(Host, Size, Device->AllGpus.data(),
                                       int(Device->AllGpus.size()), Address),
                  "cannot pin %llu bytes at %p", number(Size), Host);
}

int unpinMemory(ompjit_device *Device, void *Host, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  PointerInfo Known;
  if (int Failed = describe(In, Host, Known))
    return Failed;
  if (Known.Type != PointerType::Locked)
    return fail(Error, "the memory at %p is not pinned", Host);
  return In.check(Device->H.MemoryUnlock(Host), "cannot unpin the memory at %p",
                  Host);
}

} // namespace ompjit::amdgpu
