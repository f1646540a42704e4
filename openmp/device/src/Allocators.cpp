//===- Allocators.cpp - OpenMP's memory management on a device ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory that a device can allocate comes from its heap, which all threads
// can access. That is more than any of the predefined allocators promises. The
// host's memory cannot be allocated here.
//
//===----------------------------------------------------------------------===//

#include "Icv.h"
#include "Platform.h"

#include <stddef.h>

using namespace ompjit::device;

extern "C" void *malloc(size_t Bytes);
extern "C" void free(void *Address);

namespace {

// The numbers are those of <omp.h>. A larger handle is an Allocator's address.
using Handle = uintptr_t;
using Space = uintptr_t;
enum : Handle { NullAllocator = 0, DefaultAllocator = 1, LastPredefined = 8 };
enum : Handle { HostAllocator = 100, DeviceAllocator = 102 };
enum : Space { LastSpace = 4, DefaultSpace = 99, DeviceSpace = 102 };
enum TraitKey {
  Alignment = 2,
  PoolBytes = 4,
  Fallback = 5,
  FallbackHandle = 6
};
enum FallbackKind : uintptr_t { ToDefault = 11, ToNull, ToAbort, ToAllocator };
constexpr uintptr_t DefaultValue = ~uintptr_t(0);

struct Trait {
  int Key;
  uintptr_t Value;
};

struct Allocator {
  size_t Alignment;
  size_t LeftBytes; ///< In its pool.
  uintptr_t Fallback;
  Handle FallbackHandle;
};

/// Precedes the memory that a program gets.
struct alignas(16) Header {
  void *Place;  ///< The address from the heap.
  size_t Bytes; ///< The number that the program requested.
  Allocator *Owner;
};

Allocator *allocatorOf(Handle From) {
  return From > DeviceAllocator ? reinterpret_cast<Allocator *>(From) : nullptr;
}

Header *headerOf(void *Address) { return static_cast<Header *>(Address) - 1; }

bool isPowerOfTwo(size_t Value) { return Value && !(Value & (Value - 1)); }

/// Takes \p Bytes from the pool. \returns whether they were left.
bool reserve(Allocator &Pool, size_t Bytes) {
  size_t Left;
  do {
    Left = load(&Pool.LeftBytes);
    if (Bytes > Left)
      return false;
  } while (!exchangeIf(&Pool.LeftBytes, Left, Left - Bytes));
  return true;
}

void unreserve(Allocator &Pool, size_t Bytes) { add(&Pool.LeftBytes, Bytes); }

/// Allocates without using a fallback. \returns null if \p From has no such
/// memory.
void *tryToAllocate(size_t MinAlignment, size_t Bytes, Handle From) {
  if (From > LastPredefined && From <= DeviceAllocator &&
      From != DeviceAllocator)
    return nullptr;
  Allocator *Owner = allocatorOf(From);
  size_t Aligned =
      MinAlignment < alignof(Header) ? alignof(Header) : MinAlignment;
  if (Owner && Owner->Alignment > Aligned)
    Aligned = Owner->Alignment;
  const size_t Extra = sizeof(Header) + Aligned;
  if (Bytes + Extra < Bytes || (Owner && !reserve(*Owner, Bytes)))
    return nullptr;
  void *Place = malloc(Bytes + Extra);
  if (!Place) {
    if (Owner)
      unreserve(*Owner, Bytes);
    return nullptr;
  }
  const uintptr_t First = reinterpret_cast<uintptr_t>(Place) + Extra;
  void *Result = reinterpret_cast<void *>(First & ~(Aligned - 1));
  *headerOf(Result) = {Place, Bytes, Owner};
  return Result;
}

void *allocate(size_t MinAlignment, size_t Bytes, Handle From) {
  if (Bytes == 0)
    return nullptr;
  if (From == NullAllocator)
    From = icv::current().Allocator;
  for (;;) {
    if (void *Result = tryToAllocate(MinAlignment, Bytes, From))
      return Result;
    Allocator *Owner = allocatorOf(From);
    if (!Owner || Owner->Fallback == ToNull)
      return nullptr;
    if (Owner->Fallback == ToAbort)
      __builtin_trap();
    From = Owner->Fallback == ToAllocator ? Owner->FallbackHandle
                                          : Handle(DefaultAllocator);
  }
}

void *allocateZeros(size_t MinAlignment, size_t Count, size_t Bytes,
                    Handle From) {
  size_t Total;
  if (__builtin_mul_overflow(Count, Bytes, &Total))
    return nullptr;
  void *Result = allocate(MinAlignment, Total, From);
  if (Result)
    __builtin_memset(Result, 0, Total);
  return Result;
}

void release(void *Address) {
  if (!Address)
    return;
  const Header Was = *headerOf(Address);
  if (Was.Owner)
    unreserve(*Was.Owner, Was.Bytes);
  free(Was.Place);
}

/// Applies a trait. \returns whether it is valid. Some traits have no effect
/// here.
bool obey(Allocator &New, const Trait &What) {
  const bool IsDefault = What.Value == DefaultValue;
  switch (What.Key) {
  case Alignment:
    New.Alignment = IsDefault ? 1 : What.Value;
    return isPowerOfTwo(New.Alignment);
  case PoolBytes:
    New.LeftBytes = IsDefault ? ~size_t(0) : What.Value;
    return New.LeftBytes != 0;
  case Fallback:
    New.Fallback = IsDefault ? uintptr_t(ToDefault) : What.Value;
    return New.Fallback >= ToDefault && New.Fallback <= ToAllocator;
  case FallbackHandle:
    New.FallbackHandle = What.Value;
    return true;
  default:
    constexpr int LastKey = 14;
    return What.Key >= 1 && What.Key <= LastKey;
  }
}

} // namespace

OMPJIT_ENTRY Handle omp_init_allocator(Space Memory, int NumTraits,
                                       const Trait *Traits) {
  if (Memory > LastSpace && Memory != DefaultSpace && Memory != DeviceSpace)
    return NullAllocator;
  Allocator Wanted = {1, ~size_t(0), ToDefault, DefaultAllocator};
  for (int I = 0; I < NumTraits; ++I)
    if (!obey(Wanted, Traits[I]))
      return NullAllocator;
  if (Wanted.Fallback == ToAllocator && Wanted.FallbackHandle == NullAllocator)
    return NullAllocator;
  auto *New = static_cast<Allocator *>(malloc(sizeof(Allocator)));
  if (!New)
    return NullAllocator;
  *New = Wanted;
  return reinterpret_cast<Handle>(New);
}

OMPJIT_ENTRY void omp_destroy_allocator(Handle Which) {
  free(allocatorOf(Which));
}

OMPJIT_ENTRY Handle omp_get_default_allocator() {
  return icv::current().Allocator;
}

OMPJIT_ENTRY void *omp_alloc(size_t Bytes, Handle From) {
  return allocate(1, Bytes, From);
}
OMPJIT_ENTRY void *omp_aligned_alloc(size_t MinAlignment, size_t Bytes,
                                     Handle From) {
  return isPowerOfTwo(MinAlignment) ? allocate(MinAlignment, Bytes, From)
                                    : nullptr;
}
OMPJIT_ENTRY void *omp_calloc(size_t Count, size_t Bytes, Handle From) {
  return allocateZeros(1, Count, Bytes, From);
}
OMPJIT_ENTRY void *omp_aligned_calloc(size_t MinAlignment, size_t Count,
                                      size_t Bytes, Handle From) {
  return isPowerOfTwo(MinAlignment)
             ? allocateZeros(MinAlignment, Count, Bytes, From)
             : nullptr;
}
/// The header of memory has its allocator, so functions that release memory do
/// not need the handle.
OMPJIT_ENTRY void omp_free(void *Address, Handle) { release(Address); }

OMPJIT_ENTRY void *omp_realloc(void *Address, size_t Bytes, Handle From,
                               Handle) {
  if (!Address)
    return omp_alloc(Bytes, From);
  if (Bytes == 0) {
    release(Address);
    return nullptr;
  }
  const Header &Old = *headerOf(Address);
  if (From == NullAllocator && Old.Owner)
    From = reinterpret_cast<Handle>(Old.Owner);
  void *New = allocate(1, Bytes, From);
  if (!New)
    return nullptr;
  __builtin_memcpy(New, Address, Old.Bytes < Bytes ? Old.Bytes : Bytes);
  release(Address);
  return New;
}

// Clauses and directives call these functions, with the thread's number.
OMPJIT_ENTRY Handle __kmpc_init_allocator(int, Space Memory, int NumTraits,
                                          const Trait *Traits) {
  return omp_init_allocator(Memory, NumTraits, Traits);
}
OMPJIT_ENTRY void __kmpc_destroy_allocator(int, Handle Which) {
  omp_destroy_allocator(Which);
}
OMPJIT_ENTRY void *__kmpc_alloc(int, size_t Bytes, Handle From) {
  return omp_alloc(Bytes, From);
}
OMPJIT_ENTRY void *__kmpc_aligned_alloc(int, size_t MinAlignment, size_t Bytes,
                                        Handle From) {
  return omp_aligned_alloc(MinAlignment, Bytes, From);
}
OMPJIT_ENTRY void __kmpc_free(int, void *Address, Handle From) {
  omp_free(Address, From);
}
