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
#include <string>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

unsigned long long number(uint64_t Value) { return Value; }

uint64_t whole(const Pool &P, uint64_t Size) {
  return (std::max<uint64_t>(Size, 1) + P.Granule - 1) & ~(P.Granule - 1);
}

/// Returns " of which a process gets 100 bytes" if that is less than \p Size.
std::string limitText(const Pool &From, uint64_t Size) {
  return From.MaxBytes && Size > From.MaxBytes
             ? ", of which a process gets " + std::to_string(From.MaxBytes) +
                   " bytes"
             : "";
}

int allocate(Call &In, const Pool &From, uint64_t Size, const char *Owner,
             void **Address) {
  // The sum with the granule would overflow.
  if (Size > UINT64_MAX - From.Granule)
    return fail(In.error(), "cannot allocate %llu bytes of %s memory",
                number(Size), Owner);
  return In.check(
      In.hsa().PoolAllocate(From.Handle, whole(From, Size), 0, Address),
      "cannot allocate %llu bytes of %s memory%s", number(Size), Owner,
      limitText(From, Size).c_str());
}

} // namespace

int allocateOnDevice(Call &In, uint64_t Size, void **Address) {
  const std::string Owner = "GPU " + std::to_string(In.device().Ordinal) + "'s";
  return allocate(In, In.device().Pools.Device, Size, Owner.c_str(), Address);
}

int allocateHost(Call &In, uint64_t Size, void **Address) {
  const Hsa &H = In.hsa();
  const std::vector<Agent> &Gpus = In.device().AllGpus;
  void *Memory = nullptr;
  if (int Failed =
          allocate(In, In.device().Pools.Host, Size, "the host's", &Memory))
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

/// Memory that both reach does not migrate: it is host memory.
int allocateMemory(ompjit_device *Device, uint64_t Size,
                   ompjit_memory_kind Kind, void **Address,
                   ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
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

/// Gets what the runtime knows about the memory at \p Host.
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
  // The runtime counts locks, but in the plugin's interface a second one is an
  // error.
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
