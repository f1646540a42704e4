//===- Settings.cpp - The plugin's environment variables ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "ompjit/ProgramEnvironment.h"

#include "ompjit/VirtualGpuSettings.h"

#include <charconv>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace ompjit::cuda {

static std::optional<uint64_t> readBytes(const char *Name) {
  const char *Value = programVariable(Name);
  if (!Value)
    return std::nullopt;
  uint64_t Bytes = 0;
  const char *End = Value + std::strlen(Value);
  const auto [Rest, Failure] = std::from_chars(Value, End, Bytes);
  if (Failure != std::errc() || Rest != End)
    return std::nullopt;
  return Bytes;
}

Settings Settings::fromEnvironment() {
  Settings S;
  S.StackBytes = readBytes("LIBOMPTARGET_STACK_SIZE");
  S.HeapBytes = readBytes("LIBOMPTARGET_HEAP_SIZE");
  const uint64_t Shared =
      readBytes("LIBOMPTARGET_SHARED_MEMORY_SIZE").value_or(0);
  S.SharedBytes = Shared <= UINT32_MAX ? uint32_t(Shared) : 0;
  std::vector<std::string> Ignored;
  S.RuntimeDebugKinds =
      VirtualGpuSettings::fromEnvironment(programEnvironment(), Ignored)
          .RuntimeDebugKinds;
  return S;
}

} // namespace ompjit::cuda
