//===- AddressTreeTest.cpp - Tests of the tree of host addresses ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/AddressTree.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>
#include <vector>

using namespace ompjit;

namespace {

HostAddress at(uintptr_t Value) { return HostAddress(Value); }

using Model = std::set<uintptr_t>;

/// Lines of eight keys; leaves and branches of two lines split and join often.
class Tree : public AddressTree<const uintptr_t, 15, 15> {
public:
  void add(uintptr_t Key) {
    insert(at(Key), at(endOf(Key)), *Owned.emplace(Key).first);
  }
  static uintptr_t endOf(uintptr_t Key) { return Key + Key % 3; }

  Entry before(uintptr_t Key) const {
    return AddressTree::before(upperBound(at(Key)));
  }
  Entry after(uintptr_t Key) const {
    return AddressTree::after(upperBound(at(Key)));
  }
  std::vector<uintptr_t> all() const {
    std::vector<uintptr_t> Out;
    forEach([&](uintptr_t Each) { Out.push_back(Each); });
    return Out;
  }

private:
  std::set<uintptr_t> Owned;
};

/// Compares the entries beside \p Key with those of \p M.
void expectNeighbours(const Tree &T, const Model &M, uintptr_t Key) {
  const auto Next = M.upper_bound(Key);
  const auto After = T.after(Key), Before = T.before(Key);
  ASSERT_EQ(bool(After), Next != M.end());
  ASSERT_EQ(bool(Before), Next != M.begin());
  if (After) {
    EXPECT_EQ(After.Key, at(*Next));
    EXPECT_EQ(*After.Found, *Next);
    EXPECT_EQ(After.End, at(Tree::endOf(*Next)));
  }
  if (Before) {
    EXPECT_EQ(Before.Key, at(*std::prev(Next)));
    EXPECT_EQ(*Before.Found, *std::prev(Next));
    EXPECT_EQ(Before.End, at(Tree::endOf(*std::prev(Next))));
  }
}

TEST(AddressTree, IsEmptyAtFirst) {
  Tree T;
  EXPECT_FALSE(T.before(5));
  EXPECT_FALSE(T.after(5));
  EXPECT_EQ(T.size(), 0u);
  EXPECT_EQ(T.all(), std::vector<uintptr_t>());
}

TEST(AddressTree, KeepsItsOrderHoweverItGrows) {
  constexpr uintptr_t Last = 5000;
  std::vector<uintptr_t> Sorted(Last);
  std::iota(Sorted.begin(), Sorted.end(), uintptr_t(1));
  Tree Up, Down;
  for (uintptr_t I = 1; I <= Last; ++I) {
    Up.add(I);
    Down.add(Last + 1 - I);
  }
  EXPECT_EQ(Up.all(), Sorted);
  EXPECT_EQ(Down.all(), Sorted);
  for (uintptr_t I = 1; I < Last; ++I) {
    Up.remove(at(I));
    Down.remove(at(Last + 1 - I));
    ASSERT_EQ(Up.before(I + 1).Key, at(I + 1));
    ASSERT_EQ(Down.after(0).Key, at(1));
  }
  EXPECT_EQ(Up.all(), std::vector<uintptr_t>{Last});
  EXPECT_EQ(Down.all(), std::vector<uintptr_t>{1});
}

TEST(AddressTree, IsEmptyAgainAfterTheLastRemoval) {
  Tree T;
  T.add(7);
  T.remove(at(7));
  EXPECT_EQ(T.size(), 0u);
  EXPECT_FALSE(T.before(7));
  T.add(7);
  EXPECT_EQ(T.all(), std::vector<uintptr_t>{7});
}

TEST(AddressTree, HasTheFirstAndTheLastAddress) {
  Tree T;
  T.add(5);
  EXPECT_EQ(T.before(UINTPTR_MAX).Key, at(5));
  EXPECT_FALSE(T.after(UINTPTR_MAX));
  T.add(UINTPTR_MAX);
  T.add(0);
  EXPECT_EQ(T.after(5).Key, at(UINTPTR_MAX));
  EXPECT_EQ(T.before(UINTPTR_MAX).Key, at(UINTPTR_MAX));
  T.remove(at(UINTPTR_MAX));
  T.remove(at(0));
  EXPECT_EQ(T.all(), std::vector<uintptr_t>{5});
}

/// A tree that grows and shrinks at random, until it is empty, agrees with a
/// set.
TEST(AddressTree, AgreesWithASet) {
  constexpr uintptr_t Space = 3000;
  std::mt19937 Random(20260101);
  Tree T;
  Model M;
  for (int Step = 0; Step < 40000; ++Step) {
    const bool IsGrowing = Step / 5000 % 2 == 0;
    const uintptr_t Key = 1 + Random() % Space;
    if (M.contains(Key) && (!IsGrowing || Random() % 4 == 0)) {
      T.remove(at(Key));
      M.erase(Key);
    } else if (!M.contains(Key) && (IsGrowing || Random() % 16 == 0)) {
      T.add(Key);
      M.insert(Key);
    }
    ASSERT_EQ(T.size(), M.size());
    ASSERT_NO_FATAL_FAILURE(expectNeighbours(T, M, Random() % (Space + 2)))
        << Step;
  }
  EXPECT_EQ(T.all(), std::vector<uintptr_t>(M.begin(), M.end()));
}

} // namespace
