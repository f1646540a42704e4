//===- Suggestion.cpp - What a misspelt word was meant to be --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/Suggestion.h"

#include <algorithm>
#include <cctype>
#include <vector>

using namespace ompjit;

namespace {

constexpr size_t LettersPerDifference = 3;
/// An abbreviation has as many letters at least.
constexpr size_t MinAbbreviation = 4;
/// Longer words are not names that somebody typed.
constexpr size_t MaxLetters = 64;

std::string lowerCase(std::string_view Text) {
  std::string Lower(Text);
  for (char &C : Lower)
    C = char(std::tolower(static_cast<unsigned char>(C)));
  return Lower;
}

/// The Damerau-Levenshtein distance in which no letter is changed twice: the
/// number of letters that are left out, added, replaced, or exchanged with
/// their neighbours.
size_t differences(const std::string &A, const std::string &B) {
  std::vector<size_t> Before(B.size() + 1), Last(B.size() + 1),
      Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    std::swap(Before, Last);
    std::swap(Last, Row);
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      Row[J] = std::min(
          {Last[J] + 1, Row[J - 1] + 1, Last[J - 1] + (A[I - 1] != B[J - 1])});
      if (I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1])
        Row[J] = std::min(Row[J], Before[J - 2] + 1);
    }
  }
  return Row[B.size()];
}

bool isAbbreviation(const std::string &A, const std::string &B) {
  return std::min(A.size(), B.size()) >= MinAbbreviation &&
         (A.starts_with(B) || B.starts_with(A));
}

std::vector<std::string_view> partsOf(std::string_view Name) {
  std::vector<std::string_view> Parts;
  while (!Name.empty()) {
    const size_t End = std::min(Name.find_first_of("_-"), Name.size());
    Parts.push_back(Name.substr(0, End));
    Name.remove_prefix(std::min(End + 1, Name.size()));
  }
  return Parts;
}

/// Whether all parts of \p A are parts of \p B, in any order.
bool isMadeOfParts(const std::string &A, const std::string &B) {
  if (A.size() < MinAbbreviation || A.size() > B.size())
    return false;
  const std::vector<std::string_view> Typed = partsOf(A), Parts = partsOf(B);
  return std::all_of(Typed.begin(), Typed.end(), [&](std::string_view Each) {
    return std::find(Parts.begin(), Parts.end(), Each) != Parts.end();
  });
}

} // namespace

std::string_view
ompjit::nearestWord(std::string_view Word,
                    std::span<const std::string_view> Candidates) {
  if (Word.empty() || Word.size() > MaxLetters)
    return {};
  const std::string Typed = lowerCase(Word);
  std::string_view Nearest;
  size_t Fewest = MaxLetters;
  for (std::string_view Candidate : Candidates) {
    if (Candidate == Word)
      return {};
    const std::string Name = lowerCase(Candidate);
    const bool HasAllParts = isMadeOfParts(Typed, Name);
    const size_t Count =
        HasAllParts ? Name.size() - Typed.size() : differences(Typed, Name);
    const bool IsLike =
        Count <= std::max(Typed.size(), Name.size()) / LettersPerDifference ||
        HasAllParts || isAbbreviation(Typed, Name);
    if (IsLike && Count < Fewest) {
      Fewest = Count;
      Nearest = Candidate;
    }
  }
  return Nearest;
}

std::string ompjit::suggestion(std::string_view Word,
                               std::span<const std::string_view> Candidates,
                               std::string_view Prefix) {
  if (!Word.starts_with(Prefix))
    return "";
  std::vector<std::string_view> Rests;
  for (std::string_view Each : Candidates)
    if (Each.size() > Prefix.size() && Each.starts_with(Prefix))
      Rests.push_back(Each.substr(Prefix.size()));
  const std::string_view Nearest =
      nearestWord(Word.substr(Prefix.size()), Rests);
  if (Nearest.empty())
    return "";
  return " (did you mean " + std::string(Prefix).append(Nearest) + "?)";
}
