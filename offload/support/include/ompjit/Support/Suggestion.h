//===- Suggestion.h - What a misspelt word was meant to be ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For errors about names that people type: variables, their values, options and
// commands.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_SUGGESTION_H
#define OMPJIT_SUPPORT_SUGGESTION_H

#include <span>
#include <string>
#include <string_view>

namespace ompjit {

/// Returns the candidate that was probably meant by \p Word: the one with the
/// fewest differences in letters, whatever their case, if no more than a third
/// of the letters differ; or one that is an abbreviation of the other, or has
/// all its parts, which `_` or `-` separate. Empty if no candidate is like it,
/// or if \p Word is one of them.
std::string_view nearestWord(std::string_view Word,
                             std::span<const std::string_view> Candidates);

/// " (did you mean NAME?)", or nothing where there is no such name. \p Prefix
/// is what all names begin with; it does not count as likeness.
std::string suggestion(std::string_view Word,
                       std::span<const std::string_view> Candidates,
                       std::string_view Prefix = "");

} // namespace ompjit

#endif // OMPJIT_SUPPORT_SUGGESTION_H
