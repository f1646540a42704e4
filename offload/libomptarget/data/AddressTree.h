//===- AddressTree.h - Objects by host address, in order ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A B-tree of two levels: blocks of ascending addresses, and the addresses that
// the blocks begin with. The upper level of a million entries takes a few
// hundred KiB, which stay in the cache, so a look-up misses it in one block.
//
// This is not Abseil's B-tree because its header includes <iostream>, which
// sets up the standard streams and all locales when a program starts (70 us).
// std::map takes two to four times as long.
//
// Does not own the objects. Not thread-safe. insert() may throw std::bad_alloc;
// then nothing has changed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_ADDRESSTREE_H
#define OMPJIT_LIBOMPTARGET_DATA_ADDRESSTREE_H

#include "support/Address.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace ompjit {

template <typename Object, size_t Capacity = 48> class AddressTree {
public:
  struct Entry {
    HostAddress Key;
    Object *Found = nullptr;

    explicit operator bool() const { return Found != nullptr; }
  };
  /// A place between two entries. Valid until the tree changes.
  struct Position {
    size_t Index, Next; ///< The block, and the next entry in it.
  };

  /// Returns the place behind the last entry whose key is not after \p Key.
  Position upperBound(HostAddress Key) const {
    if (Upper.empty())
      return {0, 0};
    const size_t Index = blockOf(Key);
    return {Index, block(Index).upperBound(Key)};
  }
  /// Returns the entries beside the place; an empty entry if there is none.
  Entry before(Position P) const {
    if (P.Next > 0)
      return block(P.Index).entry(P.Next - 1);
    return P.Index > First ? block(P.Index - 1).last() : Entry();
  }
  Entry after(Position P) const {
    if (P.Index < Upper.size() && P.Next < block(P.Index).Count)
      return block(P.Index).entry(P.Next);
    return P.Index + 1 < Upper.size() ? block(P.Index + 1).entry(0) : Entry();
  }

  /// No entry may have that key yet.
  void insert(HostAddress Key, Object &New) {
    const size_t Index = blockWithRoom(Key);
    Block &Holder = block(Index);
    const size_t Place = Holder.upperBound(Key);
    assert(Place == 0 || Holder.Keys[Place - 1] != Key);
    Holder.insert(Place, Key, &New);
    Upper[Index].Begin = std::min(Upper[Index].Begin, Key);
    ++NumEntries;
  }

  /// Removes the entry with that key, which must exist.
  void remove(HostAddress Key) {
    const size_t Index = blockOf(Key);
    Block &Holder = block(Index);
    const size_t Place = Holder.upperBound(Key) - 1;
    assert(Holder.Keys[Place] == Key);
    Holder.remove(Place);
    --NumEntries;
    if (Holder.Count <= Capacity / 4 && Upper.size() - First > 1)
      merge(Index);
  }

  size_t size() const { return NumEntries; }

  /// Calls \p Visit with every object in the order of keys.
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (size_t Index = First; Index < Upper.size(); ++Index)
      for (size_t Place = 0; Place < block(Index).Count; ++Place)
        Visit(*block(Index).Objects[Place]);
  }

private:
  static constexpr HostAddress MaxAddress = HostAddress(UINT64_MAX);

  struct Block {
    size_t Count = 0;
    std::array<HostAddress, Capacity> Keys; ///< Unused ones are MaxAddress.
    std::array<Object *, Capacity> Objects;

    Block() { Keys.fill(MaxAddress); }

    /// Returns the place of the first entry after \p Key. Finds the line of the
    /// cache, then counts in it without branches: a binary search of so few
    /// keys is slower, because its branches are unpredictable.
    size_t upperBound(HostAddress Key) const {
      constexpr size_t Line = 64 / sizeof(HostAddress);
      size_t Start = 0;
      while (Start + Line < Capacity && Keys[Start + Line - 1] <= Key)
        Start += Line;
      size_t Place = Start;
      for (size_t I = 0; I < Line; ++I)
        Place += Keys[Start + I] <= Key;
      return std::min(Place, Count);
    }
    Entry entry(size_t Place) const { return {Keys[Place], Objects[Place]}; }
    Entry last() const { return entry(Count - 1); }

    void insert(size_t Place, HostAddress Key, Object *New) {
      std::copy_backward(&Keys[Place], &Keys[0] + Count, &Keys[0] + Count + 1);
      std::copy_backward(&Objects[Place], &Objects[0] + Count,
                         &Objects[0] + Count + 1);
      Keys[Place] = Key;
      Objects[Place] = New;
      ++Count;
    }
    void remove(size_t Place) {
      std::copy(&Keys[Place] + 1, &Keys[0] + Count, &Keys[Place]);
      std::copy(&Objects[Place] + 1, &Objects[0] + Count, &Objects[Place]);
      Keys[--Count] = MaxAddress;
    }
    /// Moves the entries from \p Start on to the end of \p To.
    void moveTo(Block &To, size_t Start) {
      std::copy(&Keys[0] + Start, &Keys[0] + Count, &To.Keys[0] + To.Count);
      std::copy(&Objects[0] + Start, &Objects[0] + Count,
                &To.Objects[0] + To.Count);
      To.Count += Count - Start;
      std::fill(&Keys[0] + Start, &Keys[0] + Count, MaxAddress);
      Count = Start;
    }
  };
  struct UpperEntry {
    /// All keys of the block are at or after Begin; all keys of earlier blocks
    /// are before it. It remains if the first key is removed, so that the same
    /// key finds room in this block later.
    HostAddress Begin;
    std::unique_ptr<Block> Entries;
  };

  Block &block(size_t Index) const { return *Upper[Index].Entries; }

  /// Returns the index of the block that contains \p Key or would contain it.
  size_t blockOf(HostAddress Key) const {
    if (Upper.size() - First == 1)
      return First;
    const auto Begin = Upper.begin() + ptrdiff_t(First);
    const auto Next = std::ranges::upper_bound(Begin, Upper.end(), Key, {},
                                               &UpperEntry::Begin);
    return size_t(Next - Upper.begin()) - (Next != Begin);
  }

  /// The same, and splits the block if it is full.
  size_t blockWithRoom(HostAddress Key) {
    if (Upper.empty())
      Upper.push_back({Key, std::make_unique<Block>()});
    const size_t Index = blockOf(Key);
    Block &Holder = block(Index);
    if (Holder.Count < Capacity)
      return Index;
    // Programs often allocate and map ascending addresses; then blocks remain
    // full.
    const bool IsAppended =
        Index + 1 == Upper.size() && Holder.last().Key < Key;
    const size_t Middle = IsAppended ? Capacity : Capacity / 2;
    const HostAddress Begin = IsAppended ? Key : Holder.Keys[Middle];
    auto New = std::make_unique<Block>();
    Block &Right = *New;
    Upper.insert(Upper.begin() + ptrdiff_t(Index) + 1,
                 UpperEntry{Begin, std::move(New)});
    Holder.moveTo(Right, Middle);
    return Begin <= Key ? Index + 1 : Index;
  }

  /// Joins one of several blocks, which has become small, to a neighbour.
  void merge(size_t Index) {
    if (block(Index).Count == 0)
      return erase(Index);
    Index = std::min(Index, Upper.size() - 2);
    Block &Left = block(Index), &Right = block(Index + 1);
    if (Left.Count + Right.Count > Capacity / 2)
      return;
    Right.moveTo(Left, 0);
    erase(Index + 1);
  }

  /// Moves the fewer ones of the other blocks: many programs remove mappings in
  /// the order of their addresses.
  void erase(size_t Index) {
    const auto Place = Upper.begin() + ptrdiff_t(Index);
    if (Upper.size() - Index <= Index - First) {
      Upper.erase(Place);
      return;
    }
    std::move_backward(Upper.begin() + ptrdiff_t(First), Place, Place + 1);
    Upper[First++].Entries.reset();
    if (First > Upper.size() / 2) {
      Upper.erase(Upper.begin(), Upper.begin() + ptrdiff_t(First));
      First = 0;
    }
  }

  /// Ascending. Those before First are unused. The last block remains when it
  /// is empty; no other block is.
  std::vector<UpperEntry> Upper;
  size_t First = 0;
  size_t NumEntries = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_ADDRESSTREE_H
