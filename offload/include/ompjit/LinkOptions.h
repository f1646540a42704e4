//===- ompjit/LinkOptions.h - Options of a link of fragments --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a planner may ask of the link of its kernel, in the spelling of clang
// and of NVIDIA's tools. The runtime reads the options before anything is
// linked, and hands them to the compile service as part of the package.
//
// Of several options about one thing the last one counts. Thread-safe: there is
// no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKOPTIONS_H
#define OMPJIT_LINKOPTIONS_H

#include "ompjit/Support/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ompjit {

struct LinkOptions {
  enum class Contraction : uint8_t { AsCompiled, Off, Fast };
  /// What fragments have of it is kept unless an option says otherwise.
  enum class DebugInfo : uint8_t { AsCompiled, All, Lines, None };

  static constexpr uint32_t HighestLevel = 3;

  /// What -O gives: the kernel is never optimised more than this.
  uint32_t MaxLevel = HighestLevel;
  /// Whether a product and a sum of the fragments' code may become one
  /// operation.
  Contraction FpContract = Contraction::AsCompiled;
  DebugInfo Debug = DebugInfo::AsCompiled;
  uint32_t MaxRegisters = 0; ///< Of a GPU's thread; 0: no bound.
  uint32_t MaxThreads = 0;   ///< Of a block; 0: no bound.

  /// Fails with the first option that is unknown or not possible.
  static Result<LinkOptions> parse(std::span<const std::string_view>);
  /// Reads what text() has written.
  static Result<LinkOptions> parseText(std::string_view);
  /// Returns the options that are not as by default, in a fixed order, with a
  /// space between two: equal options give equal texts.
  std::string text() const;

  friend bool operator==(const LinkOptions &, const LinkOptions &) = default;
};

} // namespace ompjit

#endif // OMPJIT_LINKOPTIONS_H
