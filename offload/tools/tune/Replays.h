//===- Replays.h - Measures recorded launches -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each measurement is a process of its own, ompjit-kernel-replay, which gets
// its choice as programs do, from a profile. So a choice that crashes or hangs
// is only one that cannot be used.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_REPLAYS_H
#define OMPJIT_TOOLS_TUNE_REPLAYS_H

#include "Launches.h"
#include "Options.h"

#include <optional>
#include <string>
#include <vector>

namespace ompjit::tune {

/// What a process measured.
struct Figures {
  tuning::DeviceKind Device;
  std::vector<double> Ns; ///< Of each replay but the first, which compiles.
  bool IsSame = true;     ///< Whether the output is the recorded one.
};

class Replays {
public:
  /// \p Folder is for files; \p ReplayTool is the path of ompjit-kernel-replay.
  Replays(const Options &Chosen, std::string Folder, std::string ReplayTool)
      : Chosen(Chosen), Folder(std::move(Folder)),
        ReplayTool(std::move(ReplayTool)) {}

  /// Replays the launch \p Count times after the first. Without \p How as
  /// usual, whatever profiles there are.
  Result<Figures> run(const Sample &, uint32_t Count,
                      const std::optional<tuning::Choice> &How) const;

private:
  const Options &Chosen;
  const std::string Folder;
  const std::string ReplayTool;
};

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_REPLAYS_H
