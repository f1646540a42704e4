//===- AddressTree.h - Objects by host address, in order ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A B-tree of three levels: leaves of ascending addresses, branches with the
// addresses that the leaves begin with, and the root, a list of the branches.
// Of a million entries the root takes 16 KiB and the branches 1 MiB, which stay
// in the cache, so a look-up misses it in one leaf. An entry has the end of its
// range, so that a search in the neighbourhood does not access the objects.
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

#include "ObjectPool.h"
#include "SortedAddresses.h"
#include "support/Address.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace ompjit {

template <typename Object, size_t Capacity = 31, size_t Fanout = 63>
class AddressTree {
  struct Held {
    HostAddress End;
    Object *Found;
  };
  using Leaf = SortedAddresses<Held, Capacity>;
  using Branch = SortedAddresses<Leaf *, Fanout>;

public:
  struct Entry {
    HostAddress Key, End;
    Object *Found = nullptr;

    explicit operator bool() const { return Found != nullptr; }
  };
  /// A place between two entries. Valid until the tree changes.
  struct Position {
    size_t BranchIndex = 0, LeafIndex = 0;
    size_t Next = 0; ///< The next entry in the leaf.
  };

  /// Returns the place behind the last entry whose key is not after \p Key.
  Position upperBound(HostAddress Key) const {
    if (Root.empty())
      return {};
    Position P;
    P.BranchIndex = branchOf(Key);
    P.LeafIndex = branch(P).placeOf(Key);
    P.Next = leaf(P).upperBound(Key);
    return P;
  }
  /// Returns the entries beside the place; an empty entry if there is none.
  Entry before(const Position &P) const {
    if (P.Next > 0)
      return entry(leaf(P), P.Next - 1);
    if (P.LeafIndex > 0)
      return last(*branch(P).Values[P.LeafIndex - 1]);
    if (P.BranchIndex == 0)
      return Entry();
    const Branch &Left = *Root[P.BranchIndex - 1].Leaves;
    return last(*Left.Values[Left.Count - 1]);
  }
  Entry after(const Position &P) const {
    if (Root.empty())
      return Entry();
    if (P.Next < leaf(P).Count)
      return entry(leaf(P), P.Next);
    if (P.LeafIndex + 1 < branch(P).Count)
      return entry(*branch(P).Values[P.LeafIndex + 1], 0);
    if (P.BranchIndex + 1 < Root.size())
      return entry(*Root[P.BranchIndex + 1].Leaves->Values[0], 0);
    return Entry();
  }

  /// No entry may have that key yet.
  void insert(HostAddress Key, HostAddress End, Object &New) {
    Position P = upperBound(Key);
    assert(P.Next == 0 || leaf(P).Keys[P.Next - 1] != Key);
    if (Root.empty())
      begin(Key);
    else if (leaf(P).isFull())
      P = split(P, Key);
    leaf(P).insert(P.Next, Key, {End, &New});
    // Only the first leaf of a branch gets keys before its begin.
    branch(P).Keys[P.LeafIndex] = std::min(branch(P).Keys[P.LeafIndex], Key);
    Root[P.BranchIndex].Begin = std::min(Root[P.BranchIndex].Begin, Key);
    ++NumEntries;
  }

  /// Removes the entry with that key, which must exist.
  void remove(HostAddress Key) {
    Position P = upperBound(Key);
    --P.Next;
    assert(leaf(P).Keys[P.Next] == Key);
    leaf(P).remove(P.Next);
    --NumEntries;
    if (leaf(P).Count <= Capacity / 4)
      shrink(P);
  }

  size_t size() const { return NumEntries; }

  /// Calls \p Visit with every object in the order of keys.
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (const RootEntry &Each : Root)
      for (size_t I = 0; I < Each.Leaves->Count; ++I) {
        const Leaf &Holder = *Each.Leaves->Values[I];
        for (size_t Place = 0; Place < Holder.Count; ++Place)
          Visit(*Holder.Values[Place].Found);
      }
  }

private:
  /// Begins, here and in branches: all keys behind them are at or after them,
  /// and all keys of earlier leaves are before them. They remain if the first
  /// key is removed, so that the same key finds room in its leaf later.
  struct RootEntry {
    HostAddress Begin;
    std::unique_ptr<Branch> Leaves;
  };

  Branch &branch(const Position &P) const {
    return *Root[P.BranchIndex].Leaves;
  }
  Leaf &leaf(const Position &P) const { return *branch(P).Values[P.LeafIndex]; }

  static Entry entry(const Leaf &Holder, size_t Place) {
    const Held &There = Holder.Values[Place];
    return {Holder.Keys[Place], There.End, There.Found};
  }
  static Entry last(const Leaf &Holder) {
    return entry(Holder, Holder.Count - 1);
  }

  /// Returns the index of the branch that contains \p Key or would contain it.
  size_t branchOf(HostAddress Key) const {
    size_t First = 0;
    // Without branches, which would be unpredictable.
    for (size_t Left = Root.size(); Left > 1;) {
      const size_t Half = Left / 2;
      First += Root[First + Half].Begin <= Key ? Half : 0;
      Left -= Half;
    }
    return First;
  }

  void begin(HostAddress Key) {
    RootEntry First{Key, std::make_unique<Branch>()};
    Root.reserve(1);
    First.Leaves->insert(0, Key, Pool.create());
    Root.push_back(std::move(First));
  }

  /// Makes room for \p Key where the leaf is full, and returns its place.
  /// Programs often map ascending or descending addresses; then leaves remain
  /// full.
  Position split(Position P, HostAddress Key) {
    if (branch(P).isFull())
      splitBranch(P);
    Leaf &Right = *Pool.create();
    Leaf &Old = leaf(P);
    size_t Middle = Capacity / 2;
    if (P.Next == Capacity && isLast(P))
      Middle = Capacity;
    else if (P.Next == 0 && isFirst(P))
      Middle = 0;
    const HostAddress Begin = Middle == Capacity ? Key : Old.Keys[Middle];
    Old.moveTo(Right, Middle);
    branch(P).insert(P.LeafIndex + 1, Begin, &Right);
    if (Key < Begin)
      return P;
    return {P.BranchIndex, P.LeafIndex + 1, P.Next - Middle};
  }

  /// Makes room in a branch and moves \p P to where its leaf is then.
  void splitBranch(Position &P) {
    if (Root.size() == Root.capacity())
      Root.reserve(2 * Root.size());
    auto New = std::make_unique<Branch>();
    Branch &Old = branch(P);
    size_t Middle = Fanout / 2;
    if (isLast(P) && P.Next == Capacity)
      Middle = Fanout - 1;
    else if (isFirst(P) && P.Next == 0)
      Middle = 1;
    const HostAddress Begin = Old.Keys[Middle];
    Old.moveTo(*New, Middle);
    Root.insert(Root.begin() + ptrdiff_t(P.BranchIndex) + 1,
                RootEntry{Begin, std::move(New)});
    if (P.LeafIndex >= Middle) {
      ++P.BranchIndex;
      P.LeafIndex -= Middle;
    }
  }

  bool isFirst(const Position &P) const {
    return P.BranchIndex == 0 && P.LeafIndex == 0;
  }
  bool isLast(const Position &P) const {
    return P.BranchIndex + 1 == Root.size() &&
           P.LeafIndex + 1 == branch(P).Count;
  }

  /// Joins a leaf that has become small to a neighbour in its branch, and the
  /// branch to one of its neighbours. The last leaf of all remains.
  void shrink(const Position &P) {
    Branch &Holder = branch(P);
    if (Holder.Count > 1)
      joinNeighbours(Holder, P.LeafIndex);
    else if (leaf(P).Count == 0 && Root.size() > 1) {
      Pool.destroy(&leaf(P));
      return eraseBranch(P.BranchIndex);
    }
    if (Holder.Count > Fanout / 4 || Root.size() == 1)
      return;
    const size_t Index = std::min(P.BranchIndex, Root.size() - 2);
    Branch &Left = *Root[Index].Leaves, &Right = *Root[Index + 1].Leaves;
    if (Left.Count + Right.Count > Fanout / 2)
      return;
    Right.moveTo(Left, 0);
    eraseBranch(Index + 1);
  }

  void joinNeighbours(Branch &Holder, size_t Index) {
    if (Holder.Values[Index]->Count == 0)
      return eraseLeaf(Holder, Index);
    Index = std::min(Index, Holder.Count - 2);
    Leaf &Left = *Holder.Values[Index], &Right = *Holder.Values[Index + 1];
    if (Left.Count + Right.Count > Capacity / 2)
      return;
    Right.moveTo(Left, 0);
    eraseLeaf(Holder, Index + 1);
  }

  void eraseLeaf(Branch &Holder, size_t Index) {
    Pool.destroy(Holder.Values[Index]);
    Holder.remove(Index);
  }

  void eraseBranch(size_t Index) {
    Root.erase(Root.begin() + ptrdiff_t(Index));
  }

  ObjectPool<Leaf> Pool;
  /// Ascending. Only the last leaf of all may be empty; then it is the only
  /// one.
  std::vector<RootEntry> Root;
  size_t NumEntries = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_ADDRESSTREE_H
