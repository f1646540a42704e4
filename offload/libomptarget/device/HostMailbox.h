//===- HostMailbox.h - Host calls, from the host's side -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's side of __llvm_omp_host_call, as docs/device-runtime.md describes
// it; openmp/device/src/HostCall.cpp is the device's. A call goes through a
// slot, and its data in pieces.
//
// Threads: one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_HOSTMAILBOX_H
#define OMPJIT_LIBOMPTARGET_DEVICE_HOSTMAILBOX_H

#include "ompjit/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ompjit {

/// A function that kernels may call. It receives the address of a copy of the
/// data.
using HostFunction = unsigned long long (*)(void *);

struct FreeHostCallData {
  void operator()(char *Data) const;
};
/// The copy of the data, aligned like device memory.
using HostCallData = std::unique_ptr<char, FreeHostCallData>;

/// Calls a function. Only one runs at a time, for all devices; it may make
/// further calls on the same thread.
unsigned long long callOnHost(HostFunction, void *Data);
/// To be called in a child of fork(), where calls of other threads never end.
void forgetHostCalls();

/// Returns null if there is no memory.
HostCallData allocateHostCallData(uint64_t Bytes);
std::string noMemoryForHostCall(uint64_t Bytes);

class HostMailbox {
public:
  static constexpr uint32_t NumSlots = 1024;
  /// Sizes of the constructor's memory.
  static constexpr uint64_t LockBytes = NumSlots * sizeof(uint32_t);
  static uint64_t bytes();

  /// Returns why a function cannot be called; null if it can.
  using Check = std::function<const char *(const void *Function)>;

  /// \p Memory is host memory that kernels can reach and whose address they
  /// get; \p Locks is zeroed device memory.
  HostMailbox(void *Memory, void *Locks, Check);

  /// Makes all complete calls, and takes the pieces that have come of others.
  /// Returns whether there was anything to do. Fails if a call cannot be made.
  Result<bool> serve();

  /// Forgets all calls. To be called when no kernel makes any.
  void clear();

  // Laid out as in the device's code.
  struct Slot;
  struct Header;

private:
  /// A call whose data is not complete.
  struct Call {
    HostCallData Data;
    uint64_t Received = 0;
  };

  Status take(Slot &, uint32_t &State, Call &);

  Header *const Shared;
  const Check WhyNot;
  std::vector<Call> Calls; ///< By slot.
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_HOSTMAILBOX_H
