//===- ompjit/Counters.h - Counters of device images ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the counters of images for the host device get into the files of the
// program's profile runtime (clang's libclang_rt.profile), for
// -fprofile-instr-generate and --coverage. The runtime's functions are hidden
// in each program and shared library, so the linker wrapper's registration
// module offers them to libomptarget, and images call libomptarget. Images are
// written by clang/lib/Counters, and ProgramCounters by llvm/lib/DeviceLink.
//
// Plain data: no ownership.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COUNTERS_H
#define OMPJIT_COUNTERS_H

#include <cstdint>

namespace ompjit {

/// A function's record of clang 22's profile runtime, in InstrProfData.inc of
/// LLVM.
struct FunctionProfile {
  uint64_t NameHash;
  uint64_t CodeHash;
  int64_t Counters; ///< Their distance from this record, in bytes.
  int64_t Bitmap;
  void *Function;
  void *Values;
  uint32_t NumCounters;
  uint16_t NumValueSites[3];
  uint32_t NumBitmapBytes;
};

/// What a program or shared library offers: functions of its profile runtime.
/// Null where it was linked without them.
struct ProgramCounters {
  ProgramCounters *Next; ///< libomptarget's, under its lock.

  // -fprofile-instr-generate.
  FunctionProfile *(*BeginProfile)();
  FunctionProfile *(*EndProfile)();

  // --coverage.
  void (*StartFile)(const char *Path, uint32_t Version, uint32_t Checksum);
  void (*EmitFunction)(uint32_t Number, uint32_t Checksum,
                       uint32_t CodeChecksum);
  void (*EmitArcs)(uint32_t NumCounters, uint64_t *Counters);
  void (*SummaryInfo)();
  void (*EndFile)();
};

/// What an image passes: the counters of its functions.
struct ImageCounters {
  struct Row {
    uint64_t NameHash;
    uint64_t CodeHash;
    uint64_t *Counters;
    uint64_t NumCounters;
  };
  uint64_t NumRows;
  Row Rows[1]; ///< NumRows of them.
};

} // namespace ompjit

#endif // OMPJIT_COUNTERS_H
