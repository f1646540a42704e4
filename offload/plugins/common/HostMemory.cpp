//===- HostMemory.cpp - Host memory as a device's memory ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/HostMemory.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Support/Sanitizers.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace ompjit::plugins {

namespace {

/// Enough for every vector load that a compiler may assume to be aligned, and
/// the largest alignment that the JIT specialises for.
constexpr uint64_t AlignmentBytes = 128;

/// From here on malloc always maps a block by itself, too.
constexpr uint64_t MappedBytes = uint64_t(32) << 20;

/// What is before the address of a block.
struct BlockStart {
  void *Whole;        ///< What malloc or mmap returned.
  uint64_t NumMapped; ///< Bytes; 0: it is from malloc.
};
static_assert(sizeof(BlockStart) <= AlignmentBytes);

BlockStart *startOf(void *Address) {
  return static_cast<BlockStart *>(Address) - 1;
}

/// Returns the failure of an allocation.
int outOfMemory(uint64_t Size, ompjit_error *Error) {
  return fail(Error, "out of memory: %llu bytes asked for",
              static_cast<unsigned long long>(Size));
}

/// The sanitizer of the program finds accesses behind the block's end.
int allocateExactly(uint64_t Size, void **Address, ompjit_error *Error) {
  return posix_memalign(Address, AlignmentBytes, Size)
             ? outOfMemory(Size, Error)
             : 0;
}

/// Puts the address that the device gets into the block.
void *placeIn(void *Whole, uint64_t NumMapped) {
  const auto First = reinterpret_cast<uintptr_t>(Whole) + sizeof(BlockStart);
  void *Address = reinterpret_cast<void *>((First + AlignmentBytes - 1) &
                                           ~(AlignmentBytes - 1));
  *startOf(Address) = {Whole, NumMapped};
  return Address;
}

/// Random accesses to large data miss the TLB less often in huge pages. They
/// are asked for before the first access, so that neighbours stay one mapping,
/// of which a process may have 65,530.
void *mapBlock(uint64_t Bytes) {
  void *Whole = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Whole == MAP_FAILED)
    return nullptr;
  (void)madvise(Whole, Bytes, MADV_HUGEPAGE);
  return Whole;
}

} // namespace

/// Aligns the memory within a block. For 1 KiB this takes 27 ns; aligned_alloc,
/// which has no cache, takes 69.
int allocateHostMemory(uint64_t Size, void **Address, ompjit_error *Error) {
  if (hasMemoryChecks())
    return allocateExactly(Size, Address, Error);
  const uint64_t Needed = Size + sizeof(BlockStart) + AlignmentBytes - 1;
  const bool IsMapped = Needed >= MappedBytes;
  void *Whole = nullptr;
  if (Needed >= Size)
    Whole = IsMapped ? mapBlock(Needed) : std::malloc(Needed);
  if (!Whole)
    return outOfMemory(Size, Error);
  *Address = placeIn(Whole, IsMapped ? Needed : 0);
  return 0;
}

void freeHostMemory(void *Address) {
  if (hasMemoryChecks())
    return std::free(Address);
  if (!Address)
    return;
  const BlockStart Start = *startOf(Address);
  if (Start.NumMapped)
    munmap(Start.Whole, Start.NumMapped);
  else
    std::free(Start.Whole);
}

int PinnedMemory::pin(void *Host, uint64_t Size, void **DeviceAddress,
                      ompjit_error *Error) {
  MutexLock Lock(SizesMutex);
  if (!Sizes.emplace(Host, Size).second)
    return fail(Error, "the memory at %p is pinned already", Host);
  *DeviceAddress = Host; // There is no other address.
  return 0;
}

int PinnedMemory::unpin(void *Host, ompjit_error *Error) {
  MutexLock Lock(SizesMutex);
  if (!Sizes.erase(Host))
    return fail(Error, "no memory at %p is pinned", Host);
  return 0;
}

int reserveHostMemory(uint64_t Size, void *Wanted, void **Address,
                      ompjit_error *Error) {
  const int Place = Wanted ? MAP_FIXED_NOREPLACE : 0;
  void *Memory =
      mmap(Wanted, Size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | Place, -1, 0);
  if (Memory == MAP_FAILED)
    return fail(Error, "cannot reserve %llu bytes at %p: %s",
                static_cast<unsigned long long>(Size), Wanted,
                std::strerror(errno));
  // A kernel that does not know the flag treats the address as a hint.
  if (Wanted && Memory != Wanted) {
    munmap(Memory, Size);
    return fail(Error, "cannot reserve %llu bytes at %p: the place is taken",
                static_cast<unsigned long long>(Size), Wanted);
  }
  *Address = Memory;
  return 0;
}

int releaseHostMemory(void *Address, uint64_t Size, ompjit_error *Error) {
  if (munmap(Address, Size))
    return fail(Error, "cannot release the memory at %p: %s", Address,
                std::strerror(errno));
  return 0;
}

} // namespace ompjit::plugins
