//===- Icv.cpp - Internal control variables -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Icv.h"

#include "Team.h"

using namespace ompjit::device;

extern "C" [[gnu::weak]] const bool __ompjit_icvs_change = false;

namespace {

/// The variables of the target region's own environment.
OMPJIT_SHARED(icv::Variables) OfTeam;
/// The variables of threads in an active region.
OMPJIT_SHARED(icv::Variables) OfThread[MaxThreads];

} // namespace

void icv::begin() {
  if (!__ompjit_icvs_change)
    return;
  if (team::isMainThread()) {
    OfTeam.NumThreads = Initial.NumThreads;
    OfTeam.Schedule = Initial.Schedule;
    OfTeam.Chunk = Initial.Chunk;
    OfTeam.Allocator = Initial.Allocator;
  }
  if (team::isSpmd())
    syncBlockAligned();
}

void icv::inherit() {
  if (!__ompjit_icvs_change)
    return;
  OfThread[threadId()].NumThreads = OfTeam.NumThreads;
  OfThread[threadId()].Schedule = OfTeam.Schedule;
  OfThread[threadId()].Chunk = OfTeam.Chunk;
  OfThread[threadId()].Allocator = OfTeam.Allocator;
}

icv::Variables icv::current() {
  if (!__ompjit_icvs_change)
    return Initial;
  InShared<Variables> &Mine =
      team::isInActive() ? OfThread[threadId()] : OfTeam;
  return {Mine.NumThreads, Mine.Schedule, Mine.Chunk, Mine.Allocator};
}

void icv::change(Variables New) {
  InShared<Variables> &Mine =
      team::isInActive() ? OfThread[threadId()] : OfTeam;
  Mine.NumThreads = New.NumThreads;
  Mine.Schedule = New.Schedule;
  Mine.Chunk = New.Chunk;
  Mine.Allocator = New.Allocator;
}
