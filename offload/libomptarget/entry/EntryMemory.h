//===- EntryMemory.h - The memory routines, for those that run as tasks ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The routines' work without a report to observers: the tasks report the call
// that the program made. Arguments and results are those of OpenMP's routines;
// errors are printed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_ENTRYMEMORY_H
#define OMPJIT_LIBOMPTARGET_ENTRY_ENTRYMEMORY_H

#include <cstddef>

namespace ompjit {

/// Says why a box is refused without further checks.
constexpr char WrongBox[] = "an argument is null, or the elements' size or the "
                            "number of dimensions is 0";

/// Prints that the routine failed, and returns the result for that.
int refuse(const char *Routine, const char *Reason, int DeviceId);

int copyMemory(void *Target, const void *Source, size_t Size,
               size_t TargetOffset, size_t SourceOffset, int TargetDevice,
               int SourceDevice);

int copyRectangle(void *Target, const void *Source, size_t ElementSize,
                  int NumDimensions, const size_t *Volume,
                  const size_t *TargetOffsets, const size_t *SourceOffsets,
                  const size_t *TargetDimensions,
                  const size_t *SourceDimensions, int TargetDevice,
                  int SourceDevice);

void *fillMemory(void *Target, int Byte, size_t Size, int DeviceId);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_ENTRYMEMORY_H
