//===- Reduction.cpp - Reductions -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler generates the functions that know the types: one that fetches
// and combines a lane's values in a warp, one that passes the warps' results to
// the first warp, and four that move values to and from a buffer of all teams.
// Between warps the latter move them to and from shared memory as well: in one
// piece, where the compiler's function has two barriers for each 4 bytes.
//
// Values are always combined in the same order, so that equal launches give
// equal sums.
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Debug.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

/// Combines \p Data with that of the lane \p Offset above.
using ShuffleAndReduce = void (*)(void *Data, int16_t Lane, int16_t Offset,
                                  int16_t Algorithm);
/// Passes the data of the first lane of each warp to the first warp's lanes.
using CopyToFirstWarp = void (*)(void *Data, int32_t NumWarps);
/// Moves or combines the data and record \p Index of the buffer.
using WithBuffer = void (*)(void *Buffer, int Index, void *Data);

/// What the compiler generates for a reduction.
struct Functions {
  ShuffleAndReduce Reduce;
  CopyToFirstWarp Copy;
  WithBuffer ToBuffer, IntoBuffer, FromBuffer, OutOfBuffer;
};

/// Tells the compiler's function what a lane does with the data of the one that
/// it names: combine them with its own; do so if it is among the first lanes,
/// and take them otherwise; leave them.
enum Algorithm : int16_t { AllLanes = 0, FirstLanes = 1, NoLane = 3 };

struct alignas(16) Piece {
  uint64_t Words[2];
};
constexpr uint32_t MaxWarps = MaxThreads / 32, MaxPieces = 8;
/// A record for each warp. Which of them a kernel has, follows from the size of
/// its records.
OMPJIT_SHARED(Piece) SmallRecords[MaxWarps];
OMPJIT_SHARED(Piece) LargeRecords[MaxWarps * MaxPieces];

// Everything here is inlined into the code of a reduction, together with the
// compiler's functions. Each of these has as few calls as possible, because
// each call becomes a copy of it. Pointers to them in the code of a kernel
// would hide what it calls.

/// Combines the data of the first \p Count threads of the region. All of its
/// threads have to call it, because the copying has barriers. Each lane of a
/// warp takes part in the warp's shuffles, and the first ones have data.
/// \returns whether the caller has the result.
[[gnu::always_inline]] inline bool reduceThreads(void *Data,
                                                 ShuffleAndReduce Reduce,
                                                 CopyToFirstWarp Copy,
                                                 uint32_t Count) {
  const uint32_t Self = threadId(), Width = warpSize();
  const uint32_t Lane = Self % Width, First = Self - Lane;
  // A variable of the loop would end with each turn, where both ways out of it
  // would join: LLVM would not count the turns that a known Count takes.
  uint32_t InWarp;
  for (;;) {
    InWarp = Count > First ? Count - First : 0;
    InWarp = InWarp < Width ? InWarp : Width;
    for (; InWarp > 1; InWarp = (InWarp + 1) / 2)
      Reduce(Data, int16_t(Lane), int16_t(InWarp / 2), FirstLanes);
    if (Count <= Width)
      return Self == 0;
    // Then combine the results of the warps.
    Count = (Count + Width - 1) / Width;
    Copy(Data, int32_t(Count));
  }
}

/// Combines the data of the first \p Count threads as far as they are in one
/// warp. All threads of the warps run the same code, whatever their number.
[[gnu::always_inline]] inline void reduceWarps(void *Data,
                                               ShuffleAndReduce Reduce,
                                               uint32_t Self, uint32_t Count) {
  const uint32_t Width = warpSize(), Lane = Self % Width;
#pragma clang loop unroll(disable)
  for (uint32_t Offset = Width / 2; Offset != 0; Offset /= 2)
    Reduce(Data, int16_t(Lane), int16_t(Offset),
           Self + Offset < Count ? AllLanes : NoLane);
}

/// A team's threads that call a reduction.
struct Callers {
  uint32_t Self, Count;
  bool AreWholeBlock;

  [[gnu::always_inline]] void wait() const {
    if (AreWholeBlock)
      syncBlockAligned();
    else if (Count > 1)
      barrier::wait();
  }
};

/// Passes the data of the first lane of each warp to the first \p NumWarps
/// threads.
[[gnu::always_inline]] inline void
passToFirstWarp(void *Data, const Functions &F, uint64_t Bytes,
                const Callers &Team, uint32_t NumWarps) {
  if (Bytes > MaxPieces * sizeof(Piece))
    return F.Copy(Data, int32_t(NumWarps));
  void *const Records =
      Bytes <= sizeof(Piece) ? (void *)SmallRecords : (void *)LargeRecords;
  if (Team.Self % warpSize() == 0)
    F.ToBuffer(Records, int(Team.Self / warpSize()), Data);
  Team.wait();
  if (Team.Self < NumWarps)
    F.FromBuffer(Records, int(Team.Self), Data);
}

/// Combines the data of the first \p Count threads of each team, then the
/// results of the teams. Team number T uses record T modulo \p NumRecords of
/// the buffer; later teams wait until those before them have used it.
/// \returns 1 to the one thread of all teams that has the result.
[[gnu::always_inline]] inline int32_t
reduceTeams(void *Buffer, uint32_t NumRecords, uint64_t Bytes, void *Data,
            const Functions &F, const Callers &Threads, uint32_t Count) {
  OMPJIT_SHARED(bool) IsLast;
  LaunchEnvironment &Launch = *team::launchEnvironment();
  const uint32_t Self = Threads.Self, Width = warpSize();
  const uint32_t Team = blockId(), NumTeams = numBlocks();

  // One piece of code combines what the lanes of a warp have, the warps of a
  // team, then what the threads of the last team got of all teams' results.
  bool IsOfTeams = false;
  for (;;) {
    if (Count > 1)
      reduceWarps(Data, F.Reduce, Self, Count);
    if (Count > Width) {
      Count = (Count + Width - 1) / Width;
      passToFirstWarp(Data, F, Bytes, Threads, Count);
      continue;
    }
    if (IsOfTeams)
      return Self == 0;
    if (Self == 0) {
      if (Team < NumRecords) {
        F.ToBuffer(Buffer, int(Team), Data);
      } else {
        while (Team >= load(&Launch.ReductionBase) + NumRecords)
          pause();
        F.IntoBuffer(Buffer, int(Team % NumRecords), Data);
      }
      fenceDevice();
      const uint32_t Done = add(&Launch.ReductionCount, 1u) + 1;
      IsLast = Done == NumTeams;
      if (Done == NumTeams) {
        Launch.ReductionCount = 0;
        Launch.ReductionBase = 0;
        fenceDevice();
      } else if (NumTeams > NumRecords && Done % NumRecords == 0) {
        add(&Launch.ReductionBase, NumRecords);
      }
    }
    Threads.wait();
    if (!IsLast)
      return 0;

    const uint32_t Filled = NumTeams < NumRecords ? NumTeams : NumRecords;
    Count = Threads.Count < Filled ? Threads.Count : Filled;
    if (Self < Count) {
      F.FromBuffer(Buffer, int(Self), Data);
      for (uint32_t Record = Self + Count; Record < Filled; Record += Count)
        F.OutOfBuffer(Buffer, int(Record), Data);
    }
    IsOfTeams = true;
  }
}

/// Returns the lanes of the caller's warp that run the current code.
uint64_t runningLanes() {
  const uint32_t Size = team::numRunning(), Width = warpSize();
  // In a full block, all lanes may be named: the hardware does not wait for
  // lanes that have no thread.
  if (Size == blockSize())
    return ~uint64_t(0);
  const uint32_t First = threadId() & ~(Width - 1);
  const uint32_t Count = Size - First;
  return ~uint64_t(0) >> (64 - (Count < Width ? Count : Width));
}

} // namespace

/// \returns 1 to the thread that has the result of its parallel region.
OMPJIT_ENTRY [[gnu::always_inline]] int32_t
__kmpc_nvptx_parallel_reduce_nowait_v2(Ident *, uint64_t, void *Data,
                                       ShuffleAndReduce Reduce,
                                       CopyToFirstWarp Copy) {
  debug::noteCall("__kmpc_nvptx_parallel_reduce_nowait_v2");

  const uint32_t Count = team::numThreads();
  return Count == 1 || reduceThreads(Data, Reduce, Copy, Count);
}

OMPJIT_ENTRY void *__kmpc_reduction_get_fixed_buffer() {
  return team::launchEnvironment()->ReductionBuffer;
}

/// Combines the results of the teams, which their first threads have. In SPMD
/// kernels all threads call it.
OMPJIT_ENTRY [[gnu::always_inline]] int32_t __kmpc_nvptx_teams_reduce_nowait_v2(
    Ident *, void *Buffer, uint32_t NumRecords, uint64_t Bytes, void *Data,
    ShuffleAndReduce Reduce, CopyToFirstWarp Copy, WithBuffer ToBuffer,
    WithBuffer IntoBuffer, WithBuffer FromBuffer, WithBuffer OutOfBuffer) {
  debug::noteCall("__kmpc_nvptx_teams_reduce_nowait_v2");

  const bool IsSpmd = team::isSpmd();
  if (!IsSpmd && !team::isMainThread())
    return 0;
  Callers Threads = {0, 1, /*AreWholeBlock=*/false};
  if (IsSpmd)
    Threads = {threadId(), team::numRunning(), /*AreWholeBlock=*/false};
  return reduceTeams(
      Buffer, NumRecords, Bytes, Data,
      {Reduce, Copy, ToBuffer, IntoBuffer, FromBuffer, OutOfBuffer}, Threads,
      /*Count=*/1);
}

/// Combines the results of all threads of all teams. The compiler's call
/// becomes one of this; see TeamReductions.h.
OMPJIT_ENTRY [[gnu::always_inline]] int32_t __ompjit_teams_reduce(
    Ident *, void *Buffer, uint32_t NumRecords, uint64_t Bytes, void *Data,
    ShuffleAndReduce Reduce, CopyToFirstWarp Copy, WithBuffer ToBuffer,
    WithBuffer IntoBuffer, WithBuffer FromBuffer, WithBuffer OutOfBuffer) {
  debug::noteCall("__ompjit_teams_reduce");

  return reduceTeams(
      Buffer, NumRecords, Bytes, Data,
      {Reduce, Copy, ToBuffer, IntoBuffer, FromBuffer, OutOfBuffer},
      {threadId(), blockSize(), /*AreWholeBlock=*/true}, blockSize());
}

OMPJIT_ENTRY int32_t __kmpc_shuffle_int32(int32_t Value, int16_t Delta,
                                          int16_t Width) {
  return int32_t(shuffleDown(runningLanes(), uint32_t(Value), uint32_t(Delta),
                             uint32_t(Width)));
}

OMPJIT_ENTRY int64_t __kmpc_shuffle_int64(int64_t Value, int16_t Delta,
                                          int16_t Width) {
  return int64_t(shuffleDown(runningLanes(), uint64_t(Value), uint32_t(Delta),
                             uint32_t(Width)));
}
