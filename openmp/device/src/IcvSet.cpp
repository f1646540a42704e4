//===- IcvSet.cpp - Routines that change control variables ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a separate member of the library; see Icv.h.
//
//===----------------------------------------------------------------------===//

#include "Icv.h"
#include "Platform.h"

using namespace ompjit::device;

extern "C" const bool __ompjit_icvs_change = true;

OMPJIT_ENTRY void omp_set_num_threads(int Count) {
  if (Count <= 0)
    return;
  icv::Variables New = icv::current();
  New.NumThreads = uint16_t(uint32_t(Count) < MaxThreads ? Count : MaxThreads);
  icv::change(New);
}

OMPJIT_ENTRY void omp_set_schedule(int Kind, int Chunk) {
  // omp_sched_static, dynamic, guided, auto, perhaps with the monotonic bit.
  constexpr uint32_t MonotonicBit = 0x80000000;
  const uint32_t Plain = uint32_t(Kind) & ~MonotonicBit;
  if (Plain < 1 || Plain > 4)
    return;
  icv::Variables New = icv::current();
  New.Schedule = uint16_t(Plain);
  New.Chunk = Chunk > 0 ? Chunk : 0;
  icv::change(New);
}

OMPJIT_ENTRY void omp_set_default_allocator(uintptr_t Handle) {
  if (!Handle)
    return;
  icv::Variables New = icv::current();
  New.Allocator = Handle;
  icv::change(New);
}

// A device never adjusts numbers of threads and has no nested regions, and all
// threads that encounter a `teams` construct are on the host.
OMPJIT_ENTRY void omp_set_dynamic(int) {}
OMPJIT_ENTRY void omp_set_nested(int) {}
OMPJIT_ENTRY void omp_set_max_active_levels(int) {}
OMPJIT_ENTRY void omp_set_default_device(int) {}
OMPJIT_ENTRY void omp_set_num_teams(int) {}
OMPJIT_ENTRY void omp_set_teams_thread_limit(int) {}
