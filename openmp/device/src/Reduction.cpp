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

/// Tells the compiler's function how lanes take part: the first ones combine
/// their data with those of the lanes above them.
constexpr int16_t FirstLanes = 1;

// Everything here is inlined into the code of a reduction, together with the
// compiler's functions. Each of these has a single call, so that it is inlined
// once. Pointers to them in the code of a kernel would hide what it calls.

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
  for (;;) {
    uint32_t InWarp = Count > First ? Count - First : 0;
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

/// \returns 1 to the one thread of all teams that has the result. In SPMD
/// kernels all threads call it, and otherwise each team's first thread. Team
/// number T uses record T modulo \p NumRecords of the buffer; later teams wait
/// until those before them have used it.
OMPJIT_ENTRY [[gnu::always_inline]] int32_t __kmpc_nvptx_teams_reduce_nowait_v2(
    Ident *, void *Buffer, uint32_t NumRecords, uint64_t, void *Data,
    ShuffleAndReduce Reduce, CopyToFirstWarp Copy, WithBuffer ToBuffer,
    WithBuffer IntoBuffer, WithBuffer FromBuffer, WithBuffer OutOfBuffer) {
  debug::noteCall("__kmpc_nvptx_teams_reduce_nowait_v2");

  OMPJIT_SHARED(bool) IsLast;
  LaunchEnvironment &Launch = *team::launchEnvironment();
  const bool IsSpmd = team::isSpmd();
  if (!IsSpmd && !team::isMainThread())
    return 0;
  const uint32_t Self = IsSpmd ? threadId() : 0;
  const uint32_t NumThreads = IsSpmd ? team::numRunning() : 1;
  const uint32_t Team = blockId(), NumTeams = numBlocks();

  if (Self == 0) {
    while (Team >= load(&Launch.ReductionBase) + NumRecords)
      pause();
    const int Record = int(Team % NumRecords);
    if (Team < NumRecords)
      ToBuffer(Buffer, Record, Data);
    else
      IntoBuffer(Buffer, Record, Data);
    fenceDevice();
    const uint32_t Done = add(&Launch.ReductionCount, 1u) + 1;
    IsLast = Done == NumTeams;
    if (!IsLast && Done % NumRecords == 0)
      add(&Launch.ReductionBase, NumRecords);
  }
  if (IsSpmd)
    barrier::wait();
  if (!IsLast)
    return 0;
  fenceDevice();

  const uint32_t Filled = NumTeams < NumRecords ? NumTeams : NumRecords;
  const uint32_t Readers = NumThreads < Filled ? NumThreads : Filled;
  if (Self < Readers) {
    FromBuffer(Buffer, int(Self), Data);
    for (uint32_t Record = Self + Readers; Record < Filled; Record += Readers)
      OutOfBuffer(Buffer, int(Record), Data);
  }
  if (Self == 0) {
    Launch.ReductionCount = 0;
    Launch.ReductionBase = 0;
  }
  return NumThreads == 1 || reduceThreads(Data, Reduce, Copy, Readers);
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
