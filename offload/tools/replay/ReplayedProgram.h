//===- ReplayedProgram.h - A recorded kernel on a device ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the part of the recorded program: registers its device code with
// libomptarget as a program would, and launches the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPLAY_REPLAYEDPROGRAM_H
#define OMPJIT_TOOLS_REPLAY_REPLAYEDPROGRAM_H

#include "LoadedRecording.h"
#include "Options.h"

#include "ompjit/Abi.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::replay {

class ReplayedProgram {
public:
  ReplayedProgram(LoadedRecording &Recording, const Options &Chosen);
  ReplayedProgram(const ReplayedProgram &) = delete;
  ReplayedProgram &operator=(const ReplayedProgram &) = delete;

  /// Loads the device code and reserves the memory. If libomptarget fails, it
  /// prints the reason.
  Status prepare();

  /// Returns the device's architecture and its number of processors. To be
  /// called after prepare().
  std::pair<std::string, uint32_t> deviceKind() const;

  /// Puts the recorded memory in place, and runs the kernel. Returns how long
  /// the kernel and its launch took.
  Result<std::chrono::nanoseconds> run();

  /// Returns the current content of the memory, in the order of the recording's
  /// files.
  Result<std::string> readMemory();

private:
  void addEntry(const std::string &Name, void *Address, uint64_t Size);
  void tellBlocks() const;
  void tellContents() const;
  Status bindFunctions() const;
  Status findGlobals();
  Status transfer(std::string &Memory, bool IsToDevice);
  Status copy(void *Device, char *Host, uint64_t Size, bool IsToDevice);

  LoadedRecording &Recording;
  const Options &Chosen;
  const int Device;
  char Region = 0;                      ///< Its address is the kernel's id.
  std::vector<std::string> HostGlobals; ///< Host copies of the variables.
  std::vector<void *> DeviceGlobals;
  std::vector<__tgt_offload_entry> Entries;
  __tgt_device_image Image = {};
  __tgt_bin_desc Description = {};
};

} // namespace ompjit::replay

#endif // OMPJIT_TOOLS_REPLAY_REPLAYEDPROGRAM_H
