//===- Variables.cpp - Numbers that the user sets -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Variables.h"

#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/VirtualGpuSettings.h"

#include <charconv>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace ompjit::plugins {

std::optional<uint64_t> readNumber(const char *Name) {
  const char *Value = programVariable(Name);
  if (!Value)
    return std::nullopt;
  uint64_t Number = 0;
  const char *End = Value + std::strlen(Value);
  const auto [Rest, Failure] = std::from_chars(Value, End, Number);
  if (Failure != std::errc() || Rest != End)
    return std::nullopt;
  return Number;
}

uint32_t runtimeDebugKinds() {
  std::vector<std::string> Ignored;
  return VirtualGpuSettings::fromEnvironment(programEnvironment(), Ignored)
      .RuntimeDebugKinds;
}

} // namespace ompjit::plugins
