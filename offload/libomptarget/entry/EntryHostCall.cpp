//===- EntryHostCall.cpp - Entry point: calls of the host's functions -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For regions that the host or the host device runs; the device runtime has the
// function for GPUs. The called function gets a copy of the data here, too.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "device/HostMailbox.h"
#include "support/Diagnostics.h"

#include <cstring>

using namespace ompjit;

OMPJIT_EXPORT unsigned long long
__llvm_omp_host_call(void *Function, const void *Data, size_t Bytes) {
  auto Fail = [](const std::string &Why) {
    failProgram(diagnose(Diagnostic::HostCallFailed, {Why}), nullptr, -1);
  };
  if (!Function)
    Fail("0x0 is no function of the host's");
  const HostCallData Copy = allocateHostCallData(Bytes);
  if (!Copy)
    Fail(noMemoryForHostCall(Bytes));
  if (Bytes)
    std::memcpy(Copy.get(), Data, Bytes);
  return callOnHost(reinterpret_cast<HostFunction>(Function), Copy.get());
}
