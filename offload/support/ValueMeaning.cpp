//===- ValueMeaning.cpp - What a value of a setting means -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ValueMeaning.h's function.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ValueMeaning.h"

#include <algorithm>
#include <cctype>
#include <span>

using namespace ompjit;

namespace {

constexpr std::string_view OffWords[] = {"0",    "off",   "no",
                                         "none", "false", "disabled"};
constexpr std::string_view OnWords[] = {"1", "on", "yes", "true", "enabled"};

std::string lowerCase(std::string_view Text) {
  std::string Lower(Text);
  for (char &C : Lower)
    C = char(std::tolower(static_cast<unsigned char>(C)));
  return Lower;
}

/// Whether \p Word stands in \p Accepted, as `word` or as one of "0 or 1".
bool accepts(std::string_view Accepted, std::string_view Word) {
  return Accepted == "0 or 1" ? Word == "0" || Word == "1"
                              : Accepted.find("`" + std::string(Word) + "`") !=
                                    std::string_view::npos;
}

/// Returns the accepted one of the words, if \p Value is one of them.
std::string switched(const std::string &Value, std::string_view Accepted,
                     std::span<const std::string_view> Words) {
  if (std::ranges::find(Words, Value) == Words.end())
    return "";
  for (std::string_view Word : Words)
    if (accepts(Accepted, Word))
      return std::string(Word);
  return "";
}

/// Returns "12M" for "12mb" and "12MiB".
std::string sized(const std::string &Value, std::string_view Accepted) {
  const size_t Digits = Value.find_first_not_of("0123456789");
  const size_t Suffixes = Accepted.find("with the suffix");
  if (Digits == 0 || Digits == std::string::npos ||
      Suffixes == std::string_view::npos)
    return "";
  const char Letter =
      char(std::toupper(static_cast<unsigned char>(Value[Digits])));
  const std::string_view Unit = std::string_view(Value).substr(Digits + 1);
  if ((!Unit.empty() && Unit != "b" && Unit != "ib") ||
      Accepted.find(" " + std::string(1, Letter), Suffixes) ==
          std::string_view::npos)
    return "";
  return Value.substr(0, Digits) + Letter;
}

} // namespace

std::string ompjit::meaningOf(std::string_view Value,
                              std::string_view Accepted) {
  const std::string Lower = lowerCase(Value);
  if (std::string Off = switched(Lower, Accepted, OffWords); !Off.empty())
    return Off;
  if (std::string On = switched(Lower, Accepted, OnWords); !On.empty())
    return On;
  return sized(Lower, Accepted);
}
