//===- ompjit/Facts.h - What an image takes for granted of a launch -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image may be compiled for facts about the launches that it serves: the
// value of an argument, how a pointer is aligned, the number of teams. The
// engine finds them at a launch, the cache's key holds them, the tracker counts
// them, and the compile service has a pass for each kind. This header is what
// they have in common; FactTraits.h lists the kinds. It needs no LLVM.
//
// Values, not objects: copyable, and safe to use from any thread.
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

/// What is known of a number whose value is not. The first two stand alone.
enum ValueClass : uint64_t {
  ClassZero = 0x20,
  ClassOne = 0x40,
  ClassNarrow = 0x10,  ///< No bit beyond the lower 32 is set.
  ClassDivisor = 0x0f, ///< Its lower bits that are 0: 1 to 4, or 0.
};
constexpr uint64_t MaxDivisorBits = 4;

/// As much as code without a loop is likely to read.
constexpr uint64_t MaxExtentBytes = 4096;

/// Which fact it is.
struct FactName {
  FactKind Kind = FactKind::Scalar;
  /// Index as in the package, without the launch environment; 0 where the fact
  /// is about no parameter.
  uint32_t Parameter = 0;
  /// Of a field; otherwise 0.
  uint32_t OffsetBytes = 0, WidthBits = 0;

  friend auto operator<=>(const FactName &, const FactName &) = default;

  /// Whether it is about a parameter.
  bool hasParameter() const { return traitsOf(Kind).hasParameter(); }

  /// For sentences: "parameter 3", "the alignment of parameter 3", "the class
  /// of parameter 3", "the number of teams", "the 32 bits at offset 8 behind
  /// parameter 3", "the memory behind parameter 3".
  std::string describe() const;

  /// For lists, and for keys of the cache, where two facts never share a name:
  /// "3", "align(3)", "class(3)", "teams", "field(3+8:32)", "disjoint",
  /// "extent(3)".
  std::string shortName() const;
};

struct Fact {
  FactName Name;
  uint64_t Value = 0;

  friend bool operator==(const Fact &, const Fact &) = default;
};

/// What \p Text says in the form that the row of \p Kind has for options and
/// passes, with decimal or hexadecimal numbers; nothing if it is not of that
/// form or if the kind has no such value. \p Kind is one of requests.
std::optional<Fact> readFact(FactKind Kind, std::string_view Text);

} // namespace ompjit

#endif // OMPJIT_FACTS_H
