//===- PackedArguments.cpp - Arguments as another language has them -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedArguments.h"

#include <cstring>

namespace ompjit {

static constexpr uint32_t WordBytes = sizeof(uint64_t);

uint32_t packedBytes(std::span<const PackedParameter> Parameters) {
  return Parameters.empty() ? 0
                            : Parameters.back().Offset + Parameters.back().Size;
}

Status packArguments(const ompjit_fragment_launch &Launch,
                     std::span<const PackedParameter> Parameters, void *Block) {
  if (Launch.num_arguments != Parameters.size())
    return Error("the signature has " + std::to_string(Launch.num_arguments) +
                 " parameters, and the kernel takes " +
                 std::to_string(Parameters.size()));
  if (Parameters.empty())
    return Done{}; // And there may be no block.
  std::memset(Block, 0, packedBytes(Parameters));
  const uint64_t *From = Launch.words;
  for (size_t I = 0; I != Parameters.size(); ++I) {
    const auto &[Offset, Size] = Parameters[I];
    if (Launch.sizes[I] != Size) [[unlikely]]
      return Error("parameter " + std::to_string(I + 1) +
                   " of the signature has " + std::to_string(Launch.sizes[I]) +
                   " bytes, and that of the kernel " + std::to_string(Size));
    std::memcpy(static_cast<char *>(Block) + Offset, From, Size);
    From += (Size + WordBytes - 1) / WordBytes;
  }
  return Done{};
}

} // namespace ompjit
