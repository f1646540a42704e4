//===- LibompVariables.cpp - Variables that libomp may read later ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp warns of values that it does not understand, or that are too large for
// the machine. What is accepted here is understood and small.
//
//===----------------------------------------------------------------------===//

#include "LibompVariables.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>

using namespace ompjit;

static bool isNumberOf(std::string_view Text, size_t MaxDigits) {
  return !Text.empty() && Text.size() <= MaxDigits &&
         Text.find_first_not_of("0123456789") == std::string_view::npos;
}

static bool isNumber(std::string_view Text) { return isNumberOf(Text, 4); }

static bool isPositive(std::string_view Text) {
  return isNumber(Text) && Text[0] != '0';
}

static bool isOneOf(std::string_view Text,
                    std::initializer_list<std::string_view> All) {
  std::string Lower(Text);
  for (char &Each : Lower)
    if (Each >= 'A' && Each <= 'Z')
      Each = char(Each - 'A' + 'a');
  return std::find(All.begin(), All.end(), Lower) != All.end();
}

static bool isFlag(std::string_view Text) {
  return isOneOf(Text, {"true", "false", "1", "0"});
}

static bool isNo(std::string_view Text) {
  return isOneOf(Text, {"false", "0"});
}

/// Whether this holds for all parts between commas.
static bool isList(std::string_view Text, bool (*IsPart)(std::string_view)) {
  for (;;) {
    const size_t Comma = Text.find(',');
    if (!IsPart(Text.substr(0, Comma)))
      return false;
    if (Comma == std::string_view::npos)
      return true;
    Text.remove_prefix(Comma + 1);
  }
}

static bool isSchedule(std::string_view Text) {
  const size_t Comma = Text.find(',');
  if (Comma == std::string_view::npos)
    return isOneOf(Text, {"static", "dynamic", "guided", "auto"});
  return isOneOf(Text.substr(0, Comma), {"static", "dynamic", "guided"}) &&
         isPositive(Text.substr(Comma + 1));
}

static bool isBinding(std::string_view Text) {
  return isOneOf(Text, {"true", "false"}) || isList(Text, [](auto Part) {
           return isOneOf(Part, {"close", "spread", "primary"});
         });
}

/// A number of KiB or MiB that threads can have as their stack.
static bool isStackSize(std::string_view Text) {
  if (Text.empty())
    return false;
  const std::string_view Number = Text.substr(0, Text.size() - 1);
  if (!isNumberOf(Number, 5) || Number[0] == '0')
    return false;
  const bool IsKiB = isOneOf(Text.substr(Text.size() - 1), {"k"});
  return IsKiB ? Number.size() >= 3
               : Number.size() <= 3 &&
                     isOneOf(Text.substr(Text.size() - 1), {"m"});
}

bool ompjit::canWaitForLibomp(std::string_view Name, std::string_view Value) {
  static constexpr struct {
    std::string_view Name;
    bool (*IsUsual)(std::string_view Value);
  } Variables[] = {
      {"KMP_BLOCKTIME",
       [](auto V) { return isNumberOf(V, 6) || isOneOf(V, {"infinite"}); }},
      {"KMP_WARNINGS", isFlag},
      {"OMP_CANCELLATION", isFlag},
      {"OMP_DEFAULT_DEVICE", [](auto V) { return V == "0"; }},
      {"OMP_DISPLAY_AFFINITY", isNo},
      {"OMP_DISPLAY_ENV", isNo},
      {"OMP_DYNAMIC", isFlag},
      {"OMP_MAX_ACTIVE_LEVELS", isNumber},
      {"OMP_NUM_TEAMS", isPositive},
      {"OMP_NUM_THREADS", [](auto V) { return isList(V, isPositive); }},
      {"OMP_PLACES",
       [](auto V) { return isOneOf(V, {"cores", "sockets", "threads"}); }},
      {"OMP_PROC_BIND", isBinding},
      {"OMP_SCHEDULE", isSchedule},
      {"OMP_STACKSIZE", isStackSize},
      {"OMP_TEAMS_THREAD_LIMIT", isPositive},
      {"OMP_THREAD_LIMIT", isPositive},
      {"OMP_TOOL", [](auto V) { return isOneOf(V, {"enabled", "disabled"}); }},
      {"OMP_WAIT_POLICY",
       [](auto V) { return isOneOf(V, {"active", "passive"}); }},
  };
  const auto *Found =
      std::find_if(std::begin(Variables), std::end(Variables),
                   [&](const auto &Row) { return Row.Name == Name; });
  return Found != std::end(Variables) && Found->IsUsual(Value);
}
