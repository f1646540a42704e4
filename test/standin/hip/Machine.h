//===- Machine.h - The state of the stand-in for HIP ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The devices are those of the stand-in for HSA, which is in the same process,
// with the same PCI addresses; but HIP counts them from the last one, so that
// mixing up the numbers of the two shows.
//
// One mutex guards all of it. Each stream has a thread, which ends when the
// stream is destroyed, and not with the process.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HIP_MACHINE_H
#define OMPJIT_STANDIN_HIP_MACHINE_H

#include "Abi.h"
#include "CommonSettings.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sys/types.h>

namespace ompjit::standin {

struct Work {
  HostFunction Call;
  void *Data;
};

struct Stream {
  explicit Stream(int Device) : Device(Device) {}

  bool isOver() const { return NumOver == NumPut; }

  const int Device;
  std::deque<Work> Waiting;
  uint64_t NumPut = 0, NumOver = 0;
  bool IsDestroyed = false;
  std::condition_variable Changed;
};

struct Machine {
  Machine();
  static Machine &get();

  const pid_t Process;
  CommonSettings Settings;
  int NumDevices = 0;

  std::mutex Mutex; ///< Guards the following members.
  /// Includes destroyed ones, so that no handle is reused.
  std::map<const Stream *, std::unique_ptr<Stream>> Streams;
  std::map<std::string, uint64_t> Calls; ///< "*": of all functions.
};

/// The current device of the calling thread.
int &currentDevice();
/// Whether the calling thread belongs to a stream.
bool &isThreadOfStream();

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HIP_MACHINE_H
