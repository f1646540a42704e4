//===- ompjit/Tuning.h - How one kernel's code is made and launched -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may be chosen for a single kernel where the usual choice is not the
// fastest. No choice changes what a kernel computes, except for the order in
// which its threads reduce numbers.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TUNING_H
#define OMPJIT_TUNING_H

#include <cstdint>

namespace ompjit {

/// What the compiler is told. 0 leaves the choice to it.
struct CodeTuning {
  /// How many turns of an innermost loop become one: a power of two up to
  /// MaxUnroll. 1: no loop is unrolled, unless it vanishes.
  uint32_t Unroll = 0;
  /// The widest vectors on a processor: 128, 256 or 512.
  uint32_t VectorBits = 0;
  /// The threads of a processor's only team, where the program names no number:
  /// at most so many.
  uint32_t MaxThreads = 0;
  /// How many teams of an NVIDIA GPU's kernel a multiprocessor must have room
  /// for, up to MaxResidentTeams; this bounds their registers.
  uint32_t ResidentTeams = 0;

  friend bool operator==(const CodeTuning &, const CodeTuning &) = default;

  static constexpr uint32_t MaxUnroll = 16;
  static constexpr uint32_t MaxResidentTeams = 32;

  constexpr bool isValid() const {
    return Unroll <= MaxUnroll && (Unroll & (Unroll - 1)) == 0 &&
           (VectorBits == 0 || VectorBits == 128 || VectorBits == 256 ||
            VectorBits == 512) &&
           ResidentTeams <= MaxResidentTeams;
  }
};

/// Everything that can be chosen for a kernel. 0: the usual choice.
struct Tuning {
  uint32_t Lanes = 0; ///< As in CompileRequest.
  uint32_t Unroll = 0;
  uint32_t VectorBits = 0;
  /// In a team, where the program names no number: at most so many on a
  /// processor, so many on a GPU.
  uint32_t Threads = 0;
  uint32_t Teams = 0; ///< On a GPU, where the program names no number.
  uint32_t ResidentTeams = 0;

  friend bool operator==(const Tuning &, const Tuning &) = default;

  constexpr CodeTuning code(bool IsForGpu) const {
    return {Unroll, VectorBits, IsForGpu ? 0 : Threads, ResidentTeams};
  }
};

} // namespace ompjit

#endif // OMPJIT_TUNING_H
