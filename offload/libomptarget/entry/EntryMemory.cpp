//===- EntryMemory.cpp - Entry points: the memory routines of OpenMP ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Their device numbers are those of the program, where the last one is the
// host. A device that does not exist ends the program, as in constructs.
//
//===----------------------------------------------------------------------===//

#include "EntryMemory.h"
#include "Entry.h"
#include "data/MemoryCopy.h"
#include "support/Diagnostics.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

using namespace ompjit;

namespace {

/// Results of routines that return an int.
constexpr int Succeeded = 0;
constexpr int Failed = 1;

Place placeOf(Device *D) { return {D ? &D->data().device() : nullptr}; }
Place placeOf(int DeviceId) { return placeOf(routeExact(DeviceId)); }

/// Reports a routine's failure without ending the program, which gets a null
/// pointer or an error code.
void report(const Error &What, int DeviceId) {
  printDiagnostic("error", What, nullptr, DeviceId);
}

void *allocate(const char *Routine, size_t Size, int DeviceId,
               ompjit_memory_kind Kind) {
  if (Size == 0)
    return nullptr;
  Device *D = routeExact(DeviceId);
  if (!D)
    return std::malloc(Size);
  Result<void *> Memory = D->data().device().allocate(Size, Kind);
  if (Memory) {
    D->allocations().add(DeviceAddress(*Memory), Size, Kind);
    return *Memory;
  }
  report(diagnose(Diagnostic::AllocateFailed,
                  {Routine, std::to_string(Size), Memory.error().message()}),
         DeviceId);
  return nullptr;
}

void release(const char *Routine, void *Memory, int DeviceId) {
  if (!Memory)
    return;
  Device *D = routeExact(DeviceId);
  if (!D)
    return std::free(Memory);
  std::optional<ompjit_memory_kind> Kind =
      D->allocations().remove(DeviceAddress(Memory));
  Status S = Kind ? D->data().device().free(Memory, *Kind)
                  : Status(Error("this device has no such allocation"));
  if (!S)
    report(diagnose(Diagnostic::FreeFailed,
                    {Routine, describeAddress(Memory), S.error().message()}),
           DeviceId);
}

constexpr char NullAddress[] = "an address is null";
constexpr char HostHasNone[] = "the host has no associated pointers";

int finish(const char *Routine, const Status &S, int DeviceId) {
  if (S)
    return Succeeded;
  report(diagnose(Diagnostic::CopyFailed, {Routine, S.error().message()}),
         DeviceId);
  return Failed;
}

} // namespace

OMPJIT_EXPORT void *omp_target_alloc(size_t Size, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  return allocate("omp_target_alloc", Size, DeviceId, OMPJIT_MEMORY_DEVICE);
}
OMPJIT_EXPORT void *llvm_omp_target_alloc_device(size_t Size, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  return allocate("llvm_omp_target_alloc_device", Size, DeviceId,
                  OMPJIT_MEMORY_DEVICE);
}
OMPJIT_EXPORT void *llvm_omp_target_alloc_host(size_t Size, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  return allocate("llvm_omp_target_alloc_host", Size, DeviceId,
                  OMPJIT_MEMORY_HOST);
}
OMPJIT_EXPORT void *llvm_omp_target_alloc_shared(size_t Size, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  return allocate("llvm_omp_target_alloc_shared", Size, DeviceId,
                  OMPJIT_MEMORY_SHARED);
}

OMPJIT_EXPORT void omp_target_free(void *Memory, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  release("omp_target_free", Memory, DeviceId);
}
OMPJIT_EXPORT void llvm_omp_target_free_device(void *Memory, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  release("llvm_omp_target_free_device", Memory, DeviceId);
}
OMPJIT_EXPORT void llvm_omp_target_free_host(void *Memory, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  release("llvm_omp_target_free_host", Memory, DeviceId);
}
OMPJIT_EXPORT void llvm_omp_target_free_shared(void *Memory, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  release("llvm_omp_target_free_shared", Memory, DeviceId);
}

OMPJIT_EXPORT int omp_target_is_present(const void *Host, int DeviceId) {
  if (!Host)
    return false;
  Device *D = routeExact(DeviceId);
  return !D || bool(D->data().lookUp(HostAddress(Host), 0));
}

OMPJIT_EXPORT int omp_target_is_accessible(const void *Memory, size_t Size,
                                           int DeviceId) {
  if (!Memory)
    return false;
  Device *D = routeExact(DeviceId);
  return !D || D->data().usesHostMemory() ||
         D->allocations().contains(DeviceAddress(Memory), Size) ||
         D->pins().isAccessible(HostAddress(Memory), Size);
}

OMPJIT_EXPORT void *omp_get_mapped_ptr(const void *Host, int DeviceId) {
  if (!Host)
    return nullptr;
  Device *D = routeExact(DeviceId);
  if (!D)
    return const_cast<void *>(Host);
  const DeviceAddress There = D->data().lookUp(HostAddress(Host), 0);
  D->data().contents().forget(There);
  return There.pointer();
}

int ompjit::refuse(const char *Routine, const char *Reason, int DeviceId) {
  return finish(Routine, Error(Reason), DeviceId);
}

int ompjit::copyMemory(void *Target, const void *Source, size_t Size,
                       size_t TargetOffset, size_t SourceOffset,
                       int TargetDevice, int SourceDevice) {
  if (Size == 0)
    return Succeeded;
  if (!Target || !Source)
    return refuse("omp_target_memcpy", NullAddress, TargetDevice);
  Status S = copyBetween(
      placeOf(TargetDevice), static_cast<char *>(Target) + TargetOffset,
      placeOf(SourceDevice), static_cast<const char *>(Source) + SourceOffset,
      Size);
  return finish("omp_target_memcpy", S, TargetDevice);
}

OMPJIT_EXPORT int omp_target_memcpy(void *Target, const void *Source,
                                    size_t Size, size_t TargetOffset,
                                    size_t SourceOffset, int TargetDevice,
                                    int SourceDevice) {
  OMPJIT_OBSERVE_ROUTINE(TargetDevice);
  return copyMemory(Target, Source, Size, TargetOffset, SourceOffset,
                    TargetDevice, SourceDevice);
}

int ompjit::copyRectangle(void *Target, const void *Source, size_t ElementSize,
                          int NumDimensions, const size_t *Volume,
                          const size_t *TargetOffsets,
                          const size_t *SourceOffsets,
                          const size_t *TargetDimensions,
                          const size_t *SourceDimensions, int TargetDevice,
                          int SourceDevice) {
  // Such a call asks how many dimensions are supported.
  if (!Target && !Source)
    return INT_MAX;
  if (!Target || !Source || ElementSize < 1 || NumDimensions < 1 || !Volume ||
      !TargetOffsets || !SourceOffsets || !TargetDimensions ||
      !SourceDimensions)
    return refuse("omp_target_memcpy_rect", WrongBox, TargetDevice);
  Status S =
      copyBox(placeOf(TargetDevice), Target, placeOf(SourceDevice), Source,
              {ElementSize, NumDimensions, Volume, TargetOffsets, SourceOffsets,
               TargetDimensions, SourceDimensions});
  return finish("omp_target_memcpy_rect", S, TargetDevice);
}

OMPJIT_EXPORT int omp_target_memcpy_rect(
    void *Target, const void *Source, size_t ElementSize, int NumDimensions,
    const size_t *Volume, const size_t *TargetOffsets,
    const size_t *SourceOffsets, const size_t *TargetDimensions,
    const size_t *SourceDimensions, int TargetDevice, int SourceDevice) {
  OMPJIT_OBSERVE_ROUTINE(TargetDevice);
  return copyRectangle(Target, Source, ElementSize, NumDimensions, Volume,
                       TargetOffsets, SourceOffsets, TargetDimensions,
                       SourceDimensions, TargetDevice, SourceDevice);
}

void *ompjit::fillMemory(void *Target, int Byte, size_t Size, int DeviceId) {
  if (!Target || Size == 0)
    return Target;
  Place P = placeOf(DeviceId);
  if (P.isHost())
    return std::memset(Target, Byte, Size);
  (void)finish("omp_target_memset",
               P.Device->fill(DeviceAddress(Target), Byte, Size), DeviceId);
  return Target;
}

OMPJIT_EXPORT void *omp_target_memset(void *Target, int Byte, size_t Size,
                                      int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  return fillMemory(Target, Byte, Size, DeviceId);
}

OMPJIT_EXPORT int omp_target_associate_ptr(const void *Host,
                                           const void *DevicePointer,
                                           size_t Size, size_t DeviceOffset,
                                           int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  if (!Host || !DevicePointer || Size == 0)
    return refuse("omp_target_associate_ptr",
                  "an address is null, or the size is 0", DeviceId);
  Device *D = routeExact(DeviceId);
  if (!D)
    return refuse("omp_target_associate_ptr", HostHasNone, DeviceId);
  DataScope Scope(runtime().observers(), [&] {
    return DataEvent{DataKind::Associate,
                     false,
                     DeviceId,
                     Host,
                     static_cast<const char *>(DevicePointer) + DeviceOffset,
                     Size};
  });
  Status S = D->data().associate(
      HostAddress(Host), DeviceAddress(DevicePointer) + DeviceOffset, Size);
  if (S)
    return Succeeded;
  report(S.error(), DeviceId);
  return Failed;
}

OMPJIT_EXPORT int omp_target_disassociate_ptr(const void *Host, int DeviceId) {
  OMPJIT_OBSERVE_ROUTINE(DeviceId);
  if (!Host)
    return refuse("omp_target_disassociate_ptr", NullAddress, DeviceId);
  Device *D = routeExact(DeviceId);
  if (!D)
    return refuse("omp_target_disassociate_ptr", HostHasNone, DeviceId);
  DataScope Scope(runtime().observers(), [&] {
    return DataEvent{DataKind::Disassociate, false, DeviceId, Host, nullptr, 0};
  });
  Status S = D->data().disassociate(HostAddress(Host));
  if (S)
    return Succeeded;
  report(S.error(), DeviceId);
  return Failed;
}
