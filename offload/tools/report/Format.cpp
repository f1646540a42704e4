//===- Format.cpp - Figures for people -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"

#include <cstdio>

using namespace ompjit;

namespace {

std::string threeDigits(double Value, const char *Unit) {
  const int Decimals = Value < 9.995 ? 2 : Value < 99.95 ? 1 : 0;
  char Text[48];
  std::snprintf(Text, sizeof(Text), "%.*f %s", Decimals, Value, Unit);
  return Text;
}

} // namespace

std::string report::formatTime(uint64_t Ns) {
  const auto Value = double(Ns);
  if (Ns < 1000)
    return std::to_string(Ns) + " ns";
  if (Ns < 999500)
    return threeDigits(Value / 1e3, "us");
  if (Ns < 999500000)
    return threeDigits(Value / 1e6, "ms");
  return threeDigits(Value / 1e9, "s");
}

std::string report::formatBytes(uint64_t Bytes) {
  const auto Value = double(Bytes);
  constexpr double KiB = 1024, MiB = KiB * 1024, GiB = MiB * 1024;
  constexpr double Most = 999.5; // More would have four digits.
  if (Bytes < 1000)
    return std::to_string(Bytes) + " bytes";
  if (Value < Most * KiB)
    return threeDigits(Value / KiB, "KiB");
  if (Value < Most * MiB)
    return threeDigits(Value / MiB, "MiB");
  return threeDigits(Value / GiB, "GiB");
}

std::string report::formatCount(uint64_t Number) {
  std::string Text = std::to_string(Number);
  for (size_t At = Text.size(); At > 3;)
    Text.insert(At -= 3, ",");
  return Text;
}

std::string report::formatCount(uint64_t Number, const std::string &One,
                                const std::string &Many) {
  return formatCount(Number) + " " + (Number == 1 ? One : Many);
}

std::string report::formatShare(uint64_t Part, uint64_t Whole) {
  const double Percent = Whole ? 100.0 * double(Part) / double(Whole) : 0;
  char Text[32];
  std::snprintf(Text, sizeof(Text), Percent < 1 ? "%.1f %%" : "%.0f %%",
                Percent);
  return Text;
}
