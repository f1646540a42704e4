//===- ompjit/Facts.h - Facts about launches ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image may be compiled for facts about the launches that it serves: the
// value of an argument, the alignment of a pointer, the number of teams. The
// engine determines them at a launch, the cache's key contains them, the
// tracker counts them, and the compile service has a pass for each kind. This
// header has the types that all of these share; FactTraits.h lists the kinds.
// It needs no LLVM.
//
// Facts are plain values: copyable, and safe to use from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FACTS_H
#define OMPJIT_FACTS_H

#include "ompjit/FactTraits.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace ompjit {

/// Properties of a number whose value is not known. The first two exclude all
/// others.
enum ValueClass : uint64_t {
  ClassZero = 0x20,
  ClassOne = 0x40,
  ClassNarrow = 0x10,  ///< Only the lower 32 bits may be set.
  ClassDivisor = 0x0f, ///< The number of its lower bits that are 0, from 1 to
                       ///< 4; or 0.
};
constexpr uint64_t MaxDivisorBits = 4;

/// The largest extent that is distinguished: code without a loop is not likely
/// to read more.
constexpr uint64_t MaxExtentBytes = 4096;

/// The name of a fact.
struct FactName {
  FactKind Kind = FactKind::Scalar;
  /// The index as in the package, without the launch environment; 0 if the fact
  /// is about no parameter.
  uint32_t Parameter = 0;
  /// The place of a field; 0 for other kinds.
  uint32_t OffsetBytes = 0, WidthBits = 0;

  friend auto operator<=>(const FactName &, const FactName &) = default;

  /// Whether the fact is about a parameter.
  bool hasParameter() const { return traitsOf(Kind).hasParameter(); }

  /// Returns the name for sentences: "parameter 3", "the alignment of parameter
  /// 3", "the class of parameter 3", "the number of teams", "the 32 bits at
  /// offset 8 behind parameter 3", "the memory behind parameter 3".
  std::string describe() const;

  /// Returns the name for lists, and for keys of the cache. No two facts have
  /// the same: "3", "align(3)", "class(3)", "teams", "field(3+8:32)",
  /// "disjoint", "extent(3)".
  std::string shortName() const;
};

struct Fact {
  FactName Name;
  uint64_t Value = 0;

  friend bool operator==(const Fact &, const Fact &) = default;
};

/// Reads a fact in the form that the row of \p Kind has for options and passes,
/// with decimal or hexadecimal numbers. Returns nothing if \p Text does not
/// have that form or if the kind has no such value. \p Kind must be one that
/// requests have.
std::optional<Fact> readFact(FactKind Kind, std::string_view Text);

} // namespace ompjit

#endif // OMPJIT_FACTS_H
