//===- HostMailbox.h - What kernels ask of the host -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's side of __llvm_omp_host_call, as docs/device-runtime.md describes
// it; the device's is openmp/device/src/HostCall.cpp. A call goes through a
// slot, its data in pieces.
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

/// What kernels may call: it gets the address of a copy of the data.
using HostFunction = unsigned long long (*)(void *);

struct FreeHostCallData {
  void operator()(char *Data) const;
};
/// The copy, aligned as device memory is.
using HostCallData = std::unique_ptr<char, FreeHostCallData>;

/// One function is called at a time, also of several devices; a call may make
/// others on the same thread.
unsigned long long callOnHost(HostFunction, void *Data);
/// In a child of fork(), where calls of other threads never end.
void forgetHostCalls();

/// Null where there is no memory.
HostCallData allocateHostCallData(uint64_t Bytes);
std::string noMemoryForHostCall(uint64_t Bytes);

class HostMailbox {
public:
  static constexpr uint32_t NumSlots = 1024;
  /// Of what the constructor wants.
  static constexpr uint64_t LockBytes = NumSlots * sizeof(uint32_t);
  static uint64_t bytes();

  /// Why a function cannot be called; null where it can.
  using Check = std::function<const char *(const void *Function)>;

  /// \p Memory is the host's and within reach of kernels, who are given its
  /// address; \p Locks is the device's and holds zeros.
  HostMailbox(void *Memory, void *Locks, Check);

  /// Makes all calls that wait, and takes what there is of others. Whether
  /// there was anything. Fails where a call cannot be made.
  Result<bool> serve();

  /// Forgets all calls. While no kernel makes any.
  void clear();

  // As the device's code knows them.
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
