//===- ObjectPool.h - Many objects of one type ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates objects in slabs, which grow with the number of objects up to huge
// pages: aligned objects are expensive to allocate one by one, and among a
// million of them each access misses the TLB. Slabs without objects are freed,
// except for one, so that a program that adds and removes an object again and
// again does not allocate.
//
// Not thread-safe. create() may throw std::bad_alloc; then nothing has changed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_OBJECTPOOL_H
#define OMPJIT_LIBOMPTARGET_DATA_OBJECTPOOL_H

#include "HugePages.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace ompjit {

template <typename T> class ObjectPool {
public:
  ObjectPool() = default;
  /// Frees the memory of all objects; does not destroy those that remain.
  ~ObjectPool() {
    while (Slab *Each = All.First)
      free(*Each);
  }
  ObjectPool(const ObjectPool &) = delete;
  ObjectPool &operator=(const ObjectPool &) = delete;

  T *create() {
    if (!WithRoom.First)
      addSlab();
    Slab &From = *WithRoom.First;
    if (&From == Spare)
      Spare = nullptr;
    void *Place = From.Free;
    if (Place)
      std::memcpy(&From.Free, Place, sizeof(void *));
    else
      Place = From.cell(From.NumTouched++);
    if (++From.NumUsed == From.NumCells)
      WithRoom.remove(From);
    Cell *New = ::new (Place) Cell;
    New->Home = &From;
    return New;
  }

  void destroy(T *Old) {
    Cell *Place = static_cast<Cell *>(Old);
    Slab &Home = *Place->Home;
    std::destroy_at(Place);
    std::memcpy(static_cast<void *>(Place), &Home.Free, sizeof(void *));
    Home.Free = Place;
    if (Home.NumUsed-- == Home.NumCells)
      WithRoom.add(Home);
    if (Home.NumUsed == 0)
      retire(Home);
  }

  /// How much memory there is for objects, used or not.
  size_t bytes() const { return NumBytes; }

private:
  static constexpr size_t FirstBytes = 4096;

  struct Slab;
  /// A T of which alignment leaves some bytes at the end does not get larger.
  struct Cell : T {
    Slab *Home = nullptr;
  };
  struct Links {
    Slab *Previous = nullptr, *Next = nullptr;
  };
  /// The head of a slab; the cells follow.
  struct alignas(alignof(Cell)) Slab {
    Links InAll, InWithRoom;
    size_t Bytes = 0, NumCells = 0, NumUsed = 0;
    size_t NumTouched = 0; ///< Cells from here on were never used.
    void *Free = nullptr;  ///< A free cell begins with the address of another.

    void *cell(size_t Index) {
      return reinterpret_cast<char *>(this + 1) + Index * sizeof(Cell);
    }
  };
  static_assert(sizeof(Slab) + 2 * sizeof(Cell) <= FirstBytes);

  /// Slabs enter and leave a list in any order.
  template <Links Slab::*In> struct List {
    Slab *First = nullptr;

    void add(Slab &New) {
      New.*In = {nullptr, First};
      if (First)
        (First->*In).Previous = &New;
      First = &New;
    }
    void remove(Slab &Old) {
      const Links &Of = Old.*In;
      (Of.Previous ? (Of.Previous->*In).Next : First) = Of.Next;
      if (Of.Next)
        (Of.Next->*In).Previous = Of.Previous;
    }
  };

  void addSlab() {
    const size_t Bytes =
        std::clamp(std::bit_floor(NumBytes), FirstBytes, HugePageBytes);
    Slab &New = *::new (allocatePages(Bytes)) Slab;
    New.Bytes = Bytes;
    New.NumCells = (Bytes - sizeof(Slab)) / sizeof(Cell);
    All.add(New);
    WithRoom.add(New);
    NumBytes += Bytes;
  }

  /// Keeps the smaller one of two slabs without objects.
  void retire(Slab &Empty) {
    if (!Spare) {
      Spare = &Empty;
      return;
    }
    Slab &Larger = Empty.Bytes < Spare->Bytes ? *Spare : Empty;
    Spare = &Larger == Spare ? &Empty : Spare;
    WithRoom.remove(Larger);
    free(Larger);
  }

  void free(Slab &Old) {
    All.remove(Old);
    NumBytes -= Old.Bytes;
    freePages(&Old, Old.Bytes);
  }

  List<&Slab::InAll> All;
  List<&Slab::InWithRoom> WithRoom;
  Slab *Spare = nullptr; ///< One of All without objects.
  size_t NumBytes = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_OBJECTPOOL_H
