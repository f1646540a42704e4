//===- Heap.cpp - A heap for systems without one --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks have sizes that are powers of two. A released block is put into the
// list of its size. If a list is empty, a block is cut from memory that has
// never been used. No thread ever waits for another.
//
//===----------------------------------------------------------------------===//

#include "Heap.h"

#include "Platform.h"

using namespace ompjit::device;

namespace {

/// The size of the smallest block including its header, and the unit of places.
constexpr uint32_t Unit = 32;
constexpr uint32_t NumSizes = 20;

struct Header {
  uint32_t Size; ///< The block has Unit << Size bytes.
  uint32_t Next; ///< In a list: the place of the next one, from 1; 0 ends it.
  uint64_t Padding;
};
static_assert(sizeof(Header) == 16);

alignas(16) char Memory[heap::Bytes];
uint64_t Used;
/// For each size, the first place, and in the upper half a counter of changes,
/// so that an equal value means an unchanged list.
uint64_t Lists[NumSizes];

Header *at(uint32_t Place) {
  return reinterpret_cast<Header *>(Memory + size_t(Place - 1) * Unit);
}

uint32_t placeOf(const Header *Block) {
  return uint32_t((reinterpret_cast<const char *>(Block) - Memory) / Unit) + 1;
}

uint64_t changed(uint64_t List, uint32_t Place) {
  return ((List >> 32) + 1) << 32 | Place;
}

Header *pop(uint32_t Size) {
  for (;;) {
    const uint64_t List = load(&Lists[Size]);
    const uint32_t Place = uint32_t(List);
    if (!Place)
      return nullptr;
    const uint32_t Next = load(&at(Place)->Next);
    if (exchangeIf(&Lists[Size], List, changed(List, Next)))
      return at(Place);
  }
}

void push(Header *Block) {
  uint64_t List;
  do {
    List = load(&Lists[Block->Size]);
    store(&Block->Next, uint32_t(List));
  } while (
      !exchangeIf(&Lists[Block->Size], List, changed(List, placeOf(Block))));
}

Header *cut(uint32_t Size) {
  const uint64_t Length = uint64_t(Unit) << Size;
  uint64_t From;
  do {
    From = load(&Used);
    if (Length > heap::Bytes - From)
      return nullptr;
  } while (!exchangeIf(&Used, From, From + Length));
  Header *New = reinterpret_cast<Header *>(Memory + From);
  New->Size = Size;
  return New;
}

} // namespace

void *heap::allocate(size_t Wanted) {
  if (Wanted > heap::Bytes)
    return nullptr;
  uint32_t Size = 0;
  while ((size_t(Unit) << Size) < Wanted + sizeof(Header))
    ++Size;
  if (Size >= NumSizes)
    return nullptr;
  Header *Block = pop(Size);
  if (!Block)
    Block = cut(Size);
  return Block ? Block + 1 : nullptr;
}

void heap::release(void *Address) {
  if (Address)
    push(static_cast<Header *>(Address) - 1);
}

void *heap::resize(void *Address, size_t Bytes) {
  void *New = allocate(Bytes);
  if (!New || !Address)
    return New;
  const Header *Old = static_cast<Header *>(Address) - 1;
  const size_t OldBytes = (size_t(Unit) << Old->Size) - sizeof(Header);
  __builtin_memcpy(New, Address, OldBytes < Bytes ? OldBytes : Bytes);
  release(Address);
  return New;
}

#if defined(__AMDGPU__)
OMPJIT_ENTRY void *malloc(size_t Bytes) { return heap::allocate(Bytes); }
OMPJIT_ENTRY void free(void *Address) { heap::release(Address); }
OMPJIT_ENTRY void *realloc(void *Address, size_t Bytes) {
  return heap::resize(Address, Bytes);
}
#endif
