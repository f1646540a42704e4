//===- ompjit/Fragments/FewOf.h - A short list ------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a planner holds. Planners are made for each call of a library, so that
// one with the usual number of fragments must not allocate. Not for users.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_FEWOF_H
#define OMPJIT_FRAGMENTS_FEWOF_H

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace ompjit::detail {

/// A list of small values, of which the first \p Few need no memory.
template <typename Value, std::size_t Few> class FewOf {
public:
  static_assert(std::is_trivially_copyable_v<Value>);

  /// By value, because a key in registers need not go through memory.
  void push_back(Value New) {
    if (Size < Few)
      Own[Size] = New;
    else
      addToMany(New);
    ++Size;
  }

  std::size_t size() const { return Size; }
  const Value *data() const { return Size > Few ? Many.data() : Own.data(); }
  const Value *begin() const { return data(); }
  const Value *end() const { return data() + Size; }

private:
  /// Apart, so that the usual case is inlined.
  __attribute__((noinline)) void addToMany(Value New) {
    if (Size == Few)
      Many.assign(Own.begin(), Own.end());
    Many.push_back(New);
  }

  std::array<Value, Few> Own{}; ///< The first ones, up to Size.
  std::size_t Size = 0;
  std::vector<Value> Many; ///< All, if there are more.
};

} // namespace ompjit::detail

#endif // OMPJIT_FRAGMENTS_FEWOF_H
