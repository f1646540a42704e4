//===- ompjit/Fragments/FragmentEntry.h - Fragments that a library has ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a planner puts together: bytes in the format of fragment files (see
// docs/fragments.md) that were linked into the library, or are given at run
// time. C++17, for users of the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_FRAGMENTENTRY_H
#define OMPJIT_FRAGMENTS_FRAGMENTENTRY_H

#include "ompjit/Fragments/StaticFragment.h"

#include <string>

namespace ompjit {

/// A fragment that is given at run time. Equal bytes have equal keys, whatever
/// their names.
class OMPJIT_FRAGMENTS_API BytesFragmentEntry final : public FragmentEntry {
public:
  /// \p Bytes is a fragment file. Nothing of it is checked here. An empty \p
  /// Name becomes one that is made of the key.
  explicit BytesFragmentEntry(std::string Bytes, std::string Name = {});

  FragmentKey key() const override { return Key; }
  std::string_view bytes() const override { return Bytes; }
  std::string_view name() const override { return Name; }

private:
  std::string Bytes;
  FragmentKey Key;
  std::string Name;
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_FRAGMENTENTRY_H
