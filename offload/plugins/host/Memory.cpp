//===- Memory.cpp - Allocation and copies ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device's memory is ordinary memory, but never the program's own: a program
// that forgets a map clause must fail here as it would on a GPU.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Device.h"
#include "Error.h"
#include "Queue.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace ompjit::host {

namespace {

/// Enough for every vector load that a compiler may assume to be aligned, and
/// the largest alignment that the JIT specialises for.
constexpr uint64_t AlignmentBytes = 128;

} // namespace

int allocateMemory(ompjit_device *, uint64_t Size, ompjit_memory_kind,
                   void **Address, ompjit_error *Error) {
  // aligned_alloc wants a multiple of the alignment, and an empty allocation
  // must have an address too.
  uint64_t Padded = (Size + AlignmentBytes - 1) & ~(AlignmentBytes - 1);
  void *Memory = Padded < Size
                     ? nullptr
                     : std::aligned_alloc(AlignmentBytes,
                                          Padded ? Padded : AlignmentBytes);
  if (!Memory)
    return fail(Error, "out of memory: %llu bytes asked for",
                static_cast<unsigned long long>(Size));
  *Address = Memory;
  return 0;
}

int freeMemory(ompjit_device *, void *Address, ompjit_memory_kind,
               ompjit_error *) {
  std::free(Address);
  return 0;
}

int pinMemory(ompjit_device *Device, void *Host, uint64_t Size, void **Address,
              ompjit_error *Error) {
  std::lock_guard Lock(Device->PinnedMutex);
  if (!Device->Pinned.emplace(Host, Size).second)
    return fail(Error, "the memory at %p is pinned already", Host);
  *Address = Host; // The host needs no other.
  return 0;
}

int unpinMemory(ompjit_device *Device, void *Host, ompjit_error *Error) {
  std::lock_guard Lock(Device->PinnedMutex);
  if (!Device->Pinned.erase(Host))
    return fail(Error, "no memory at %p is pinned", Host);
  return 0;
}

int reserveMemory(ompjit_device *, uint64_t Size, void *Wanted, void **Address,
                  ompjit_error *Error) {
  const int Place = Wanted ? MAP_FIXED_NOREPLACE : 0;
  void *Memory =
      mmap(Wanted, Size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | Place, -1, 0);
  if (Memory == MAP_FAILED)
    return fail(Error, "cannot reserve %llu bytes at %p: %s",
                static_cast<unsigned long long>(Size), Wanted,
                std::strerror(errno));
  // A kernel that does not know the flag takes the address for a hint.
  if (Wanted && Memory != Wanted) {
    munmap(Memory, Size);
    return fail(Error, "cannot reserve %llu bytes at %p: the place is taken",
                static_cast<unsigned long long>(Size), Wanted);
  }
  *Address = Memory;
  return 0;
}

int releaseMemory(ompjit_device *, void *Address, uint64_t Size,
                  ompjit_error *Error) {
  if (munmap(Address, Size))
    return fail(Error, "cannot release the memory at %p: %s", Address,
                std::strerror(errno));
  return 0;
}

int copyToDevice(ompjit_device *, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    std::memcpy(To, From, Size);
    return 0;
  });
}

int copyFromDevice(ompjit_device *, ompjit_queue *Queue, void *To,
                   const void *From, uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    std::memcpy(To, From, Size);
    return 0;
  });
}

int copyOnDevice(ompjit_device *, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    // The two places may overlap.
    std::memmove(To, From, Size);
    return 0;
  });
}

int fillMemory(ompjit_device *, ompjit_queue *Queue, void *Address, int Byte,
               uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    std::memset(Address, Byte, Size);
    return 0;
  });
}

} // namespace ompjit::host
