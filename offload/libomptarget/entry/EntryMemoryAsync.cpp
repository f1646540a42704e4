//===- EntryMemoryAsync.cpp - Entry points: the memory routines as tasks --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each routine checks its arguments as far as possible and leaves the work to a
// task. The routine that does the work prints its errors.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "EntryMemory.h"
#include "TargetTask.h"

#include <climits>
#include <vector>

using namespace ompjit;

namespace {

constexpr int Succeeded = 0;

/// Returns the device of the copy, whichever side that is, to which the task
/// belongs.
int deviceOf(int Target, int Source) {
  return Target == deviceCount() ? Source : Target;
}

} // namespace

OMPJIT_EXPORT int omp_target_memcpy_async(void *Target, const void *Source,
                                          size_t Size, size_t TargetOffset,
                                          size_t SourceOffset, int TargetDevice,
                                          int SourceDevice, int Count,
                                          void **Dependences) {
  if (Size && (!Target || !Source))
    return refuse("omp_target_memcpy_async", "an address is null",
                  TargetDevice);
  const void *CodeAddress = __builtin_return_address(0);
  spawnTask(
      [=] {
        ConstructScope Observed = observeRoutine("omp_target_memcpy_async",
                                                 TargetDevice, CodeAddress);
        copyMemory(Target, Source, Size, TargetOffset, SourceOffset,
                   TargetDevice, SourceDevice);
      },
      deviceOf(TargetDevice, SourceDevice), Count, Dependences);
  return Succeeded;
}

OMPJIT_EXPORT int omp_target_memcpy_rect_async(
    void *Target, const void *Source, size_t ElementSize, int NumDimensions,
    const size_t *Volume, const size_t *TargetOffsets,
    const size_t *SourceOffsets, const size_t *TargetDimensions,
    const size_t *SourceDimensions, int TargetDevice, int SourceDevice,
    int Count, void **Dependences) {
  if (!Target && !Source)
    return INT_MAX;
  if (!Target || !Source || ElementSize < 1 || NumDimensions < 1 || !Volume ||
      !TargetOffsets || !SourceOffsets || !TargetDimensions ||
      !SourceDimensions)
    return refuse("omp_target_memcpy_rect_async", WrongBox, TargetDevice);
  // The program's arrays need not live until the task runs.
  std::vector<size_t> Arrays;
  for (const size_t *Each : {Volume, TargetOffsets, SourceOffsets,
                             TargetDimensions, SourceDimensions})
    Arrays.insert(Arrays.end(), Each, Each + NumDimensions);
  const void *CodeAddress = __builtin_return_address(0);
  spawnTask(
      [=] {
        ConstructScope Observed = observeRoutine("omp_target_memcpy_rect_async",
                                                 TargetDevice, CodeAddress);
        const size_t *All = Arrays.data();
        const auto N = size_t(NumDimensions);
        copyRectangle(Target, Source, ElementSize, NumDimensions, All, All + N,
                      All + 2 * N, All + 3 * N, All + 4 * N, TargetDevice,
                      SourceDevice);
      },
      deviceOf(TargetDevice, SourceDevice), Count, Dependences);
  return Succeeded;
}

OMPJIT_EXPORT void *omp_target_memset_async(void *Target, int Byte, size_t Size,
                                            int DeviceId, int Count,
                                            void **Dependences) {
  if (!Target || Size == 0)
    return Target;
  const void *CodeAddress = __builtin_return_address(0);
  spawnTask(
      [=] {
        ConstructScope Observed =
            observeRoutine("omp_target_memset_async", DeviceId, CodeAddress);
        fillMemory(Target, Byte, Size, DeviceId);
      },
      DeviceId, Count, Dependences);
  return Target;
}
