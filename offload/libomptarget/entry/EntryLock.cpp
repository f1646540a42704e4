//===- EntryLock.cpp - Entry points: pinned host memory -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "support/Diagnostics.h"

using namespace ompjit;

namespace {

/// Whether kernels reach the memory anyway. That of llvm_omp_target_alloc_host
/// and _shared needs no lock, and drivers refuse to pin it again.
bool isReachable(Device &D, const void *Memory, uint64_t Size) {
  std::optional<ompjit_memory_kind> Kind =
      D.allocations().kindOf(DeviceAddress(Memory), Size);
  return Kind && *Kind != OMPJIT_MEMORY_DEVICE;
}

} // namespace

/// Returns the address for kernels, or null. The host reaches all of its
/// memory.
OMPJIT_EXPORT void *llvm_omp_target_lock_mem(void *Memory, size_t Size,
                                             int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  if (!Size)
    return nullptr;
  Device *D = routeExact(DeviceId);
  if (!D || isReachable(*D, Memory, Size))
    return Memory;
  Result<DeviceAddress> There = D->pins().lock(HostAddress(Memory), Size);
  if (There)
    return There->pointer();
  printDiagnostic("error",
                  diagnose(Diagnostic::LockFailed,
                           {describeAddress(Memory), std::to_string(Size),
                            There.error().message()}),
                  nullptr, DeviceId);
  return nullptr;
}

/// \p Memory may be anywhere in the range.
OMPJIT_EXPORT void llvm_omp_target_unlock_mem(void *Memory, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  Device *D = routeExact(DeviceId);
  if (!D || isReachable(*D, Memory, 1))
    return;
  if (Status S = D->pins().unlock(HostAddress(Memory)); !S)
    printDiagnostic("error",
                    diagnose(Diagnostic::UnlockFailed,
                             {describeAddress(Memory), S.error().message()}),
                    nullptr, DeviceId);
}
