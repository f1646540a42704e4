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

#include "ompjit/Fragments/Api.h"
#include "ompjit/Fragments/StaticFragment.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit {

/// Identifies a fragment in this process. Fragments with equal keys have equal
/// bytes. That of a static fragment holds an address of its library, and is not
/// valid after the library is closed.
class FragmentKey {
public:
  FragmentKey() = default; ///< That of no fragment.
  static FragmentKey ofStatic(const void *Address) {
    return {reinterpret_cast<std::uintptr_t>(Address), 0};
  }
  /// The bit distinguishes digests from addresses.
  static FragmentKey ofDigest(std::uint64_t Low, std::uint64_t High) {
    return {Low, High | 1};
  }

  std::uint64_t low() const { return Low; }
  std::uint64_t high() const { return High; }

  friend bool operator==(const FragmentKey &A, const FragmentKey &B) {
    return A.Low == B.Low && A.High == B.High;
  }
  friend bool operator!=(const FragmentKey &A, const FragmentKey &B) {
    return !(A == B);
  }
  friend bool operator<(const FragmentKey &A, const FragmentKey &B) {
    return A.Low != B.Low ? A.Low < B.Low : A.High < B.High;
  }

private:
  FragmentKey(std::uint64_t Low, std::uint64_t High) : Low(Low), High(High) {}

  std::uint64_t Low = 0, High = 0;
};

/// A fragment. Immutable, so that threads may share it.
class OMPJIT_FRAGMENTS_API FragmentEntry {
public:
  virtual ~FragmentEntry() = default;

  virtual FragmentKey key() const = 0;
  /// The fragment file. Valid as long as this object and its library.
  virtual std::string_view bytes() const = 0;
  /// For messages: the same in each run of the program.
  virtual std::string_view name() const = 0;
};

namespace detail {

/// Returns the name of a type as the compiler spells it, without RTTI.
template <typename Type> constexpr std::string_view typeName() {
  std::string_view Text = __PRETTY_FUNCTION__;
  const std::size_t Start = Text.find("Type = ") + 7;
  // GCC goes on with the meaning of std::string_view.
  const std::size_t More = Text.find("; std::string_view", Start);
  return Text.substr(
      Start, (More == std::string_view::npos ? Text.size() - 1 : More) - Start);
}

} // namespace detail

/// The fragment that was linked into the library for \p Tag; it has the members
/// `data` and `length` of that.
template <typename Tag>
class StaticFatbinFragmentEntry final : public FragmentEntry,
                                        public StaticFatbin<Tag> {
public:
  using StaticFatbin<Tag>::data;
  using StaticFatbin<Tag>::length;

#if defined(__clang__)
#pragma clang diagnostic push
// The definition is in generated code, which no header declares.
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
  FragmentKey key() const override { return FragmentKey::ofStatic(&data); }
  std::string_view bytes() const override {
    return {reinterpret_cast<const char *>(data), length};
  }
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
  std::string_view name() const override { return detail::typeName<Tag>(); }
};

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
