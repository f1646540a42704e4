//===- Matrix.h - A matrix of parameters, as its author wrote it ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree that a JSON text describes, with what the text says beyond JSON's
// values: how a number is spelled, and on which line a value begins. A list has
// alternatives, a group (a JSON object) has parameters that are combined.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_MATRIX_MATRIX_H
#define OMPJIT_TOOLS_MATRIX_MATRIX_H

#include "ompjit/Support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ompjit::matrix {

struct Node {
  enum class Kind { Leaf, List, Group };

  Kind What = Kind::Leaf;
  size_t Line = 0; ///< Counted from 1.
  /// A leaf's value: empty for null, ON and OFF for true and false, and a
  /// number as it is spelled.
  std::string Text;
  bool IsString = false;
  /// The alternatives of a list, or the members of a group in the order of the
  /// code points of their keys.
  std::vector<Node> Items;
  std::vector<std::string> Keys; ///< Of a group: one for each item.
};

/// Reads a whole JSON text. An error begins with "<File>:<line>:<column>: " if
/// the text is no JSON, and names the place in other cases: the same key twice
/// in one group, a value that no variable of CMake can have.
Result<Node> readMatrix(std::string_view Text, const std::string &File);

/// Appends to \p Path the way to the member \p Key, or to the item \p Index.
std::string memberPath(const std::string &Path, const std::string &Key);
std::string itemPath(const std::string &Path, size_t Index);

} // namespace ompjit::matrix

#endif // OMPJIT_TOOLS_MATRIX_MATRIX_H
