//===- ompjit/Fragments/StaticFragment.h - Linked-in fragments --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of a kernel (see docs/fragments.md), and one that was linked into a
// library. Generated code for each fragment includes this header, so it
// includes little. C++17, for users of the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_STATICFRAGMENT_H
#define OMPJIT_FRAGMENTS_STATICFRAGMENT_H

#include "ompjit/Fragments/Api.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ompjit {

/// Identifies a fragment in this process. Fragments with equal keys have equal
/// bytes. That of a static fragment holds an address of its library, and is not
/// valid after the library is closed.
class FragmentKey {
public:
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

  std::uint64_t Low, High;
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

/// The fragment that generate_jit_lto_kernels() has made for \p Tag, which is a
/// type that serves as a name. Generated code defines the two members. If there
/// is none for a tag, the library cannot be linked: `data` is undefined.
template <typename Tag>
class StaticFatbinFragmentEntry final : public FragmentEntry {
public:
  // The names are those that authors of fragments know.
  // NOLINTBEGIN(readability-identifier-naming)
  static const unsigned char *const data;
  static const std::size_t length; ///< In bytes.
  // NOLINTEND(readability-identifier-naming)

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

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_STATICFRAGMENT_H
