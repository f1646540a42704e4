//===- LoadedRecording.h - A recording with its files in memory -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPLAY_LOADEDRECORDING_H
#define OMPJIT_TOOLS_REPLAY_LOADEDRECORDING_H

#include "ompjit/Recording.h"
#include "ompjit/Support/Result.h"

#include <string>
#include <vector>

namespace ompjit::replay {

/// Device memory is laid out as in a file: the bytes of all blocks, then of all
/// globals.
struct LoadedRecording {
  recording::Descriptor Descriptor;
  std::string Image;
  std::string Input;
  std::vector<std::string> Bound; ///< Fragments, in the descriptor's order.
  std::string Output;             ///< Empty if the descriptor has none.

  /// Reads and checks everything. With \p AllowChanges, other contents of the
  /// right size are accepted.
  static Result<LoadedRecording> load(const std::string &DescriptorPath,
                                      bool AllowChanges);

  /// Adjusts pointers to the recorded variables, whose addresses may have
  /// changed: all words of the memory, before and after the kernel, and all
  /// arguments that point into one of the variables get its new address.
  /// Returns how many there were.
  size_t relocate(const std::vector<uint64_t> &NewAddresses);
};

} // namespace ompjit::replay

#endif // OMPJIT_TOOLS_REPLAY_LOADEDRECORDING_H
