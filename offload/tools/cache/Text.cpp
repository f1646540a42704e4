//===- Text.cpp - Values as text ------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <utility>

namespace ompjit::cachetool {

static std::string oneDigit(double Value, const char *Unit) {
  char Text[48];
  std::snprintf(Text, sizeof(Text), "%.1f %s", Value, Unit);
  return Text;
}

std::string counted(uint64_t Count, const char *One) {
  return std::to_string(Count) + " " + One + (Count == 1 ? "" : "s");
}

std::string sizeText(uint64_t Bytes) {
  if (Bytes < 1024)
    return counted(Bytes, "byte");
  const char *Units[] = {"KiB", "MiB", "GiB", "TiB"};
  double Value = double(Bytes) / 1024;
  size_t Unit = 0;
  while (Value >= 1024 && Unit + 1 != std::size(Units)) {
    Value /= 1024;
    ++Unit;
  }
  return oneDigit(Value, Units[Unit]);
}

std::string durationText(uint64_t Ns) {
  constexpr double Second = 1e9;
  return double(Ns) < Second ? oneDigit(double(Ns) / 1e6, "ms")
                             : oneDigit(double(Ns) / Second, "s");
}

std::string ageText(int64_t Seconds, int64_t NowSeconds) {
  constexpr std::pair<int64_t, const char *> Units[] = {
      {86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
  const int64_t Age = NowSeconds - Seconds;
  if (Age < 0)
    return "in the future";
  for (const auto &[Length, Name] : Units)
    if (const int64_t Count = Age / Length)
      return counted(uint64_t(Count), Name) + " ago";
  return "now";
}

std::string printable(std::string_view Bytes) {
  if (std::all_of(Bytes.begin(), Bytes.end(),
                  [](unsigned char C) { return std::isprint(C); }))
    return std::string(Bytes);
  std::string Text;
  for (unsigned char C : Bytes) {
    char Digits[3];
    std::snprintf(Digits, sizeof(Digits), "%02x", C);
    Text += Digits;
  }
  return Text;
}

static std::vector<std::string> parts(std::string_view List) {
  std::vector<std::string> Parts;
  while (!List.empty()) {
    const size_t Comma = std::min(List.find(','), List.size());
    Parts.emplace_back(List.substr(0, Comma));
    List.remove_prefix(std::min(Comma + 1, List.size()));
  }
  return Parts;
}

std::vector<std::string> partsWithout(std::string_view List,
                                      std::string_view Other) {
  std::vector<std::string> Parts = parts(List);
  const std::vector<std::string> Others = parts(Other);
  std::erase_if(Parts, [&](const std::string &Part) {
    return std::find(Others.begin(), Others.end(), Part) != Others.end();
  });
  return Parts;
}

std::string table(const std::vector<std::vector<std::string>> &Rows) {
  std::vector<size_t> Widths;
  for (const std::vector<std::string> &Row : Rows)
    for (size_t I = 0; I != Row.size(); ++I) {
      Widths.resize(std::max(Widths.size(), I + 1));
      Widths[I] = std::max(Widths[I], Row[I].size());
    }
  std::string Text;
  for (const std::vector<std::string> &Row : Rows) {
    for (size_t I = 0; I != Row.size(); ++I) {
      Text += Row[I];
      if (I + 1 != Row.size())
        Text.append(Widths[I] - Row[I].size() + 2, ' ');
    }
    Text += '\n';
  }
  return Text;
}

} // namespace ompjit::cachetool
