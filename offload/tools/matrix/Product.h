//===- Product.h - All combinations that a matrix describes ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list yields what its items yield, one after the other. A group combines
// what its members yield; the last member varies fastest. A leaf yields itself,
// named by the nearest key above it. So lists may be nested, and hold leaves
// and groups side by side.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_MATRIX_PRODUCT_H
#define OMPJIT_TOOLS_MATRIX_PRODUCT_H

#include "Matrix.h"

#include <map>

namespace ompjit::matrix {

/// Where a value is from.
struct Value {
  std::string Text;
  std::string Path; ///< From "root".
};

/// The values of one combination by their names.
using Entry = std::map<std::string, Value>;

/// More entries are an error: nobody means to compile as many.
constexpr size_t MaxEntries = 100'000;

/// Returns the entries in their order. An error names paths: a leaf without a
/// name, a name with two values in one entry, two equal entries, no entry at
/// all.
Result<std::vector<Entry>> multiply(const Node &Root);

/// What the author of a matrix should know, though it has a product.
enum class WarningKind {
  UnusedKey, ///< A key names nothing, and has no underscore in front.
  UsedKey,   ///< A key names a value in spite of its underscore.
  NoString   ///< A value is a number, true, false or null.
};

struct Warning {
  WarningKind Kind;
  size_t Line;
  std::string Text;
};

/// Returns the warnings in the order of the keys' visits.
std::vector<Warning> review(const Node &Root);

/// An array of objects of strings, as CMake's string(JSON) reads it, and a line
/// break.
std::string asJson(const std::vector<Entry> &Entries);

} // namespace ompjit::matrix

#endif // OMPJIT_TOOLS_MATRIX_PRODUCT_H
