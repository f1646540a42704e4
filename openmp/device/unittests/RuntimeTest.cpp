//===- RuntimeTest.cpp - Tests of the device runtime on simulated GPUs ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are written as clang 22 writes them.
//
//===----------------------------------------------------------------------===//

#include "GpuTest.h"
#include "Heap.h"

#include <numeric>
#include <vector>

using namespace ompjit::device;

extern "C" {
void __kmpc_barrier(Ident *, int32_t);
void __kmpc_for_static_init_4(Ident *, int32_t, int32_t, int32_t *, int32_t *,
                              int32_t *, int32_t *, int32_t, int32_t);
void __kmpc_distribute_static_init_4(Ident *, int32_t, int32_t, int32_t *,
                                     int32_t *, int32_t *, int32_t *, int32_t,
                                     int32_t);
void __kmpc_dispatch_init_4(Ident *, int32_t, int32_t, int32_t, int32_t,
                            int32_t, int32_t);
int32_t __kmpc_dispatch_next_4(Ident *, int32_t, int32_t *, int32_t *,
                               int32_t *, int32_t *);
void __kmpc_dispatch_deinit(Ident *, int32_t);
int32_t __kmpc_nvptx_parallel_reduce_nowait_v2(Ident *, uint64_t, void *,
                                               void (*)(void *, int16_t,
                                                        int16_t, int16_t),
                                               void (*)(void *, int32_t));
int32_t __kmpc_nvptx_teams_reduce_nowait_v2(
    Ident *, void *, uint32_t, uint64_t, void *,
    void (*)(void *, int16_t, int16_t, int16_t), void (*)(void *, int32_t),
    void (*)(void *, int, void *), void (*)(void *, int, void *),
    void (*)(void *, int, void *), void (*)(void *, int, void *));
int32_t __ompjit_teams_reduce(Ident *, void *, uint32_t, uint64_t, void *,
                              void (*)(void *, int16_t, int16_t, int16_t),
                              void (*)(void *, int32_t),
                              void (*)(void *, int, void *),
                              void (*)(void *, int, void *),
                              void (*)(void *, int, void *),
                              void (*)(void *, int, void *));
void *__kmpc_reduction_get_fixed_buffer();
int64_t __kmpc_shuffle_int64(int64_t, int16_t, int16_t);
void *__kmpc_alloc_shared(size_t);
void __kmpc_free_shared(void *, size_t);
int32_t __kmpc_single(Ident *, int32_t);
void __kmpc_copyprivate(Ident *, int32_t, size_t, void **,
                        void (*)(void **, void **), int32_t);
void __kmpc_taskloop(Ident *, int32_t, void *, int32_t, uint64_t *, uint64_t *,
                     int64_t, int32_t, int32_t, uint64_t,
                     void (*)(void *, void *, int32_t));
void __kmpc_critical(Ident *, int32_t, uint32_t *);
void __kmpc_end_critical(Ident *, int32_t, uint32_t *);
int omp_get_num_threads();
int omp_get_level();
int omp_in_parallel();
int omp_get_team_num();
int omp_get_max_threads();
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
void omp_set_num_threads(int);
void *__kmpc_omp_task_alloc(Ident *, int32_t, int32_t, size_t, size_t,
                            int32_t (*)(int32_t, void *));
int32_t __kmpc_omp_task(Ident *, int32_t, void *);
void __kmpc_omp_task_begin_if0(Ident *, int32_t, void *);
void __kmpc_omp_task_complete_if0(Ident *, int32_t, void *);
int omp_in_explicit_task();
int omp_in_final();
}

namespace {

INSTANTIATE_TEST_SUITE_P(All, Gpu, allGpus(), gpuName);

struct Seen {
  std::vector<int> Numbers = std::vector<int>(1024, 0);
  int Size = 0, Inside = 0, Level = 0, After = -1, LevelAfter = -1;
};

void look(int32_t *Thread, int32_t *, void *Shared) {
  Seen &All = *static_cast<Seen *>(Shared);
  EXPECT_EQ(*Thread, omp_get_thread_num());
  All.Numbers[size_t(omp_get_thread_num())] += 1;
  All.Size = omp_get_num_threads();
  All.Inside = omp_in_parallel();
  All.Level = omp_get_level();
  __kmpc_barrier(nullptr, *Thread);
  EXPECT_EQ(std::accumulate(All.Numbers.begin(), All.Numbers.end(), 0),
            All.Size);
}

void expectThreads(const Seen &All, int Count) {
  EXPECT_EQ(All.Size, Count);
  EXPECT_EQ(All.Level, 1);
  EXPECT_EQ(All.Inside, Count > 1);
  for (int I = 0; I < 1024; ++I)
    EXPECT_EQ(All.Numbers[size_t(I)], I < Count) << I;
}

TEST_P(Gpu, RunsRegionsOfAnySizeInSpmdKernels) {
  for (uint32_t Block : {1u, 32u, 64u, 100u, 256u})
    for (int Clause : {-1, 1, 7, 32, 64, 77, 1000}) {
      Seen All;
      runKernel(launch(Block), spmdKernel(), [&] {
        EXPECT_EQ(omp_get_num_threads(), 1);
        EXPECT_EQ(omp_get_thread_num(), 0);
        parallel(look, nullptr, &All, Clause);
        EXPECT_EQ(omp_get_level(), 0);
        EXPECT_EQ(omp_get_num_threads(), 1);
      });
      expectThreads(All,
                    Clause < 0 ? int(Block) : std::min(Clause, int(Block)));
    }
}

TEST_P(Gpu, RunsRegionsOfAnySizeInGenericKernels) {
  for (uint32_t Workers : {32u, 64u, 128u, 192u})
    for (int Clause : {-1, 1, 7, 64, 100, 1000}) {
      Seen First, Second;
      runKernel(launchGeneric(Workers), genericKernel(), [&] {
        parallel(look, wrapper<look>, &First, Clause);
        EXPECT_EQ(omp_get_level(), 0);
        parallel(look, wrapper<look>, &Second, 3);
      });
      expectThreads(First,
                    Clause < 0 ? int(Workers) : std::min(Clause, int(Workers)));
      expectThreads(Second, 3);
    }
}

TEST_P(Gpu, RunsARegionWithAFalseIfAlone) {
  Seen All;
  runKernel(launch(64), spmdKernel(),
            [&] { parallel(look, nullptr, &All, -1, /*If=*/0); });
  expectThreads(All, 1);
  Seen OfMain;
  runKernel(launchGeneric(64), genericKernel(),
            [&] { parallel(look, wrapper<look>, &OfMain, -1, /*If=*/0); });
  expectThreads(OfMain, 1);
}

void lookDeeper(int32_t *, int32_t *, void *Shared) {
  auto *Count = static_cast<int *>(Shared);
  EXPECT_EQ(omp_get_level(), 2);
  EXPECT_EQ(omp_get_num_threads(), 1);
  EXPECT_EQ(omp_get_thread_num(), 0);
  EXPECT_TRUE(omp_in_parallel());
  EXPECT_EQ(omp_get_team_size(1), 64);
  EXPECT_EQ(omp_get_ancestor_thread_num(2), 0);
  EXPECT_EQ(omp_get_ancestor_thread_num(3), -1);
  Count[omp_get_ancestor_thread_num(1)] += 1;
  __kmpc_barrier(nullptr, 0);
}
void nest(int32_t *, int32_t *, void *Shared) {
  parallel(lookDeeper, nullptr, Shared);
  EXPECT_EQ(omp_get_level(), 1);
  EXPECT_EQ(omp_get_num_threads(), 64);
}

TEST_P(Gpu, RunsNestedRegionsOnTheirThread) {
  std::vector<int> Counts(64), Generic(64);
  runKernel(launch(64), spmdKernel(),
            [&] { parallel(nest, nullptr, Counts.data()); });
  EXPECT_EQ(Counts, std::vector<int>(64, 1));
  runKernel(launchGeneric(64), genericKernel(),
            [&] { parallel(nest, wrapper<nest>, Generic.data()); });
  EXPECT_EQ(Generic, std::vector<int>(64, 1));
}

/// A loop that the threads of a team share by a schedule. It counts how often
/// each iteration runs.
struct Loop {
  int Lower, Upper, Step, Chunk, Kind;
  std::vector<int> Runs;
  int LastBy = -1;

  void visit(int I) { Runs[size_t(I + 1000)] += 1; }
  void expectOnce() const {
    for (int I = -1000; I < 1000; ++I) {
      const bool IsIn =
          Step > 0 ? I >= Lower && I <= Upper && (I - Lower) % Step == 0
                   : I <= Lower && I >= Upper && (Lower - I) % -Step == 0;
      EXPECT_EQ(Runs[size_t(I + 1000)], IsIn)
          << I << " of " << Lower << " to " << Upper << " by " << Step
          << ", chunk " << Chunk << ", kind " << Kind;
    }
  }
};

void shareStatically(int32_t *Thread, int32_t *, void *Shared) {
  Loop &L = *static_cast<Loop *>(Shared);
  int32_t Last = 0, Lower = L.Lower, Upper = L.Upper, Stride = 1;
  __kmpc_for_static_init_4(nullptr, *Thread, L.Kind, &Last, &Lower, &Upper,
                           &Stride, L.Step, L.Chunk);
  bool HadLast = false;
  // As in the compiler's code, chunks of one iteration have no end of their
  // own.
  if (L.Kind == 33 && L.Chunk == 1) {
    for (int64_t I = Lower; L.Step > 0 ? I <= L.Upper : I >= L.Upper;
         I += Stride) {
      L.visit(int(I));
      HadLast |= L.Step > 0 ? I + L.Step > L.Upper : I + L.Step < L.Upper;
    }
    EXPECT_EQ(HadLast, Last != 0);
    return;
  }
  // Other chunks are cut at the loop's end.
  for (int64_t From = Lower, To = Upper;
       L.Step > 0 ? From <= L.Upper : From >= L.Upper;
       From += Stride, To += Stride) {
    const int64_t End = L.Step > 0 ? std::min<int64_t>(To, L.Upper)
                                   : std::max<int64_t>(To, L.Upper);
    for (int64_t I = From; L.Step > 0 ? I <= End : I >= End; I += L.Step) {
      L.visit(int(I));
      HadLast |= L.Step > 0 ? I + L.Step > L.Upper : I + L.Step < L.Upper;
    }
    if (L.Kind == 34)
      break;
  }
  EXPECT_EQ(HadLast, Last != 0);
}

void shareByDispatch(int32_t *Thread, int32_t *, void *Shared) {
  Loop &L = *static_cast<Loop *>(Shared);
  // The loop is run twice, without a barrier in between.
  for (int Round = 0; Round < 2; ++Round) {
    __kmpc_dispatch_init_4(nullptr, *Thread, L.Kind, L.Lower, L.Upper, L.Step,
                           L.Chunk);
    int32_t Last = 0, Lower = 0, Upper = 0, Stride = 0;
    while (__kmpc_dispatch_next_4(nullptr, *Thread, &Last, &Lower, &Upper,
                                  &Stride)) {
      EXPECT_EQ(Stride, L.Step);
      for (int I = Lower; L.Step > 0 ? I <= Upper : I >= Upper; I += L.Step)
        if (Round == 0)
          L.visit(I);
      if (Last)
        L.LastBy = *Thread;
    }
    __kmpc_dispatch_deinit(nullptr, *Thread);
  }
}

template <Body Share> void tryLoops(Gpu &Test, std::vector<int> Kinds) {
  for (int Kind : Kinds)
    for (int Chunk : {0, 1, 3, 50})
      for (auto [Lower, Upper, Step] :
           {std::tuple(0, 99, 1), std::tuple(0, 0, 1), std::tuple(5, 4, 1),
            std::tuple(-7, 90, 3), std::tuple(50, -50, -1),
            std::tuple(20, 1, -4), std::tuple(3, 700, 2)})
        for (int Size : {1, 7, 64}) {
          Loop L{Lower, Upper, Step, Chunk, Kind, std::vector<int>(2000), -1};
          Test.runKernel(Test.launch(64), spmdKernel(),
                         [&] { parallel(Share, nullptr, &L, Size); });
          L.expectOnce();
        }
}

TEST_P(Gpu, SharesLoopsStatically) {
  tryLoops<shareStatically>(*this, {33, 34});
}

TEST_P(Gpu, HandsOutChunks) {
  // The schedules are static with and without chunks, dynamic, guided, runtime,
  // auto and ordered.
  tryLoops<shareByDispatch>(*this, {33, 34, 35, 36, 37, 38, 67});
}

/// Adds up values of 8 bytes, as the compiler combines them.
void combine(void *Data, int16_t Lane, int16_t Offset, int16_t Algorithm) {
  int64_t &Mine = **static_cast<int64_t **>(Data);
  const int64_t Other = __kmpc_shuffle_int64(
      Mine, Offset, int16_t(simulation::launch().WarpSize));
  if (Algorithm == 0 || (Algorithm == 1 && Lane < Offset))
    Mine += Other;
  else if (Algorithm == 1)
    Mine = Other;
}
void handToFirstWarp(void *Data, int32_t NumWarps) {
  static int64_t Transfer[32];
  int64_t &Mine = **static_cast<int64_t **>(Data);
  const uint32_t Self = simulation::self().Id,
                 Width = simulation::launch().WarpSize;
  __kmpc_barrier(nullptr, 0);
  if (Self % Width == 0)
    Transfer[Self / Width] = Mine;
  __kmpc_barrier(nullptr, 0);
  if (Self < uint32_t(NumWarps))
    Mine = Transfer[Self];
}
void toBuffer(void *Buffer, int I, void *Data) {
  static_cast<int64_t *>(Buffer)[I] = **static_cast<int64_t **>(Data);
}
void intoBuffer(void *Buffer, int I, void *Data) {
  static_cast<int64_t *>(Buffer)[I] += **static_cast<int64_t **>(Data);
}
void fromBuffer(void *Buffer, int I, void *Data) {
  **static_cast<int64_t **>(Data) = static_cast<int64_t *>(Buffer)[I];
}
void outOfBuffer(void *Buffer, int I, void *Data) {
  **static_cast<int64_t **>(Data) += static_cast<int64_t *>(Buffer)[I];
}

struct Sum {
  int64_t Result = 0;
  int Winners = 0;
};

void sumThreads(int32_t *Thread, int32_t *, void *Shared) {
  int64_t Mine = 1000 + *Thread;
  void *Data = &Mine;
  if (__kmpc_nvptx_parallel_reduce_nowait_v2(nullptr, 8, &Data, combine,
                                             handToFirstWarp)) {
    static_cast<Sum *>(Shared)->Result += Mine;
    static_cast<Sum *>(Shared)->Winners += 1;
  }
}

TEST_P(Gpu, ReducesOverThreads) {
  for (int Size : {1, 2, 5, 32, 33, 64, 95, 128, 200, 256}) {
    Sum OfSpmd, OfGeneric;
    runKernel(launch(256), spmdKernel(),
              [&] { parallel(sumThreads, nullptr, &OfSpmd, Size); });
    runKernel(launchGeneric(256), genericKernel(), [&] {
      parallel(sumThreads, wrapper<sumThreads>, &OfGeneric, Size);
    });
    const int64_t Expected = int64_t(Size) * 1000 + Size * (Size - 1) / 2;
    EXPECT_EQ(OfSpmd.Result, Expected) << Size;
    EXPECT_EQ(OfSpmd.Winners, 1);
    EXPECT_EQ(OfGeneric.Result, Expected) << Size;
    EXPECT_EQ(OfGeneric.Winners, 1);
  }
}

struct TeamsSum : Sum {
  int64_t Buffer[16] = {};
};

void sumTeams(int32_t *Thread, int32_t *, void *Shared) {
  TeamsSum &All = *static_cast<TeamsSum *>(Shared);
  int64_t Mine = *Thread == 0 ? omp_get_team_num() + 1 : 0;
  void *Data = &Mine;
  if (__kmpc_nvptx_teams_reduce_nowait_v2(
          nullptr, All.Buffer, 16, 8, &Data, combine, handToFirstWarp, toBuffer,
          intoBuffer, fromBuffer, outOfBuffer)) {
    All.Result += Mine;
    All.Winners += 1;
  }
}

// This is how clang calls it for a combined construct: behind the region, where
// every thread of the block arrives.
TEST_P(Gpu, ReducesOverTeamsOutsideOfRegions) {
  for (uint32_t Teams : {1u, 5u, 16u, 100u})
    for (uint32_t Block : {1u, 32u, 96u, 128u}) {
      TeamsSum All;
      runKernel(launch(Block, Teams), spmdKernel(), [&] {
        int32_t Thread = int32_t(simulation::self().Id);
        sumTeams(&Thread, nullptr, &All);
      });
      EXPECT_EQ(All.Result, int64_t(Teams) * (Teams + 1) / 2)
          << Teams << " teams of " << Block;
      EXPECT_EQ(All.Winners, 1);
    }
}

TEST_P(Gpu, ReducesOverTeams) {
  // There are fewer teams than records, as many, more, and several times as
  // many.
  for (uint32_t Teams : {1u, 2u, 5u, 16u, 17u, 32u, 100u})
    for (int Size : {1, 7, 64, 128}) {
      TeamsSum All;
      runKernel(launch(128, Teams), spmdKernel(),
                [&] { parallel(sumTeams, nullptr, &All, Size); });
      EXPECT_EQ(All.Result, int64_t(Teams) * (Teams + 1) / 2)
          << Teams << " teams of " << Size;
      EXPECT_EQ(All.Winners, 1);
      EXPECT_EQ(Environment.ReductionCount, 0u);
      EXPECT_EQ(Environment.ReductionBase, 0u);
    }
}

/// Returns the sum of a number for each thread of all teams.
TeamsSum sumAllThreads(Gpu &Test, simulation::Launch Launch, uint64_t Bytes) {
  TeamsSum All;
  Test.runKernel(Launch, spmdKernel(), [&] {
    int64_t Mine = 1000 * omp_get_team_num() + simulation::self().Id;
    void *Data = &Mine;
    if (__ompjit_teams_reduce(nullptr, All.Buffer, 16, Bytes, &Data, combine,
                              handToFirstWarp, toBuffer, intoBuffer, fromBuffer,
                              outOfBuffer)) {
      All.Result += Mine;
      All.Winners += 1;
    }
  });
  return All;
}

// The records are small ones in shared memory, large ones, and too large for
// it.
TEST_P(Gpu, ReducesAllThreadsOfAllTeams) {
  for (uint32_t Teams : {1u, 2u, 5u, 16u, 17u, 100u})
    for (uint32_t Block : {1u, 5u, 32u, 33u, 96u, 128u, 256u})
      for (uint64_t Bytes : {8, 128, 1000}) {
        const TeamsSum All = sumAllThreads(*this, launch(Block, Teams), Bytes);
        EXPECT_EQ(All.Result, int64_t(Teams) * Block *
                                  (1000 * (int64_t(Teams) - 1) + Block - 1) / 2)
            << Teams << " teams of " << Block << ", " << Bytes << " bytes";
        EXPECT_EQ(All.Winners, 1);
        EXPECT_EQ(Environment.ReductionCount, 0u);
        EXPECT_EQ(Environment.ReductionBase, 0u);
      }
}

TEST_P(Gpu, SharesMemoryOfTheMainThread) {
  runKernel(launchGeneric(64), genericKernel(), [&] {
    // These are more bytes than fit into shared memory.
    std::vector<std::pair<char *, size_t>> All;
    for (size_t Bytes : {1u, 16u, 100u, 1000u, 1500u, 8u}) {
      All.push_back({static_cast<char *>(__kmpc_alloc_shared(Bytes)), Bytes});
      EXPECT_EQ(reinterpret_cast<uintptr_t>(All.back().first) % 16, 0u);
      std::fill_n(All.back().first, Bytes, char(All.size()));
    }
    for (size_t I = All.size(); I-- > 0;) {
      for (size_t B = 0; B < All[I].second; ++B)
        EXPECT_EQ(All[I].first[B], char(I + 1));
      __kmpc_free_shared(All[I].first, All[I].second);
    }
  });
}

void exclude(int32_t *Thread, int32_t *, void *Shared) {
  static uint32_t Name;
  auto *Places = static_cast<int *>(Shared);
  // The compiler makes the lanes enter one after the other.
  __kmpc_critical(nullptr, *Thread, &Name);
  EXPECT_EQ(Places[1]++, 0);
  simulation::yield();
  EXPECT_EQ(--Places[1], 0);
  Places[0] += 1;
  __kmpc_end_critical(nullptr, *Thread, &Name);
}

TEST_P(Gpu, KeepsThreadsOutOfCriticalRegions) {
  int Places[2] = {};
  runKernel(launch(96), spmdKernel(),
            [&] { parallel(exclude, nullptr, Places); });
  EXPECT_EQ(Places[0], 96);
}

TEST_P(Gpu, ObeysTheNumberThatTheProgramSets) {
  Seen All;
  runKernel(launchGeneric(128), genericKernel(), [&] {
    EXPECT_EQ(omp_get_max_threads(), 128);
    omp_set_num_threads(9);
    EXPECT_EQ(omp_get_max_threads(), 9);
    parallel(look, wrapper<look>, &All);
  });
  expectThreads(All, 9);
}

int TasksRun;
/// The flags are those of clang: 1 is tied, 2 is final.
void *makeTask(int32_t Flags, int32_t (*Routine)(int32_t, void *)) {
  return __kmpc_omp_task_alloc(nullptr, 0, Flags, 40, 0, Routine);
}
void lookInside(int32_t *, int32_t *, void *) {
  EXPECT_FALSE(omp_in_explicit_task());
  EXPECT_FALSE(omp_in_final());
  EXPECT_EQ(omp_get_level(), 2);
  ++TasksRun;
}
int32_t finalTask(int32_t, void *) {
  EXPECT_TRUE(omp_in_explicit_task());
  EXPECT_TRUE(omp_in_final());
  parallel(lookInside, nullptr, nullptr);
  EXPECT_TRUE(omp_in_final());
  return 0;
}
int32_t plainTask(int32_t, void *) {
  EXPECT_TRUE(omp_in_explicit_task());
  EXPECT_FALSE(omp_in_final());
  EXPECT_EQ(omp_get_level(), 1);
  return __kmpc_omp_task(nullptr, 0, makeTask(3, finalTask));
}
void makeTasks(int32_t *, int32_t *, void *) {
  __kmpc_omp_task(nullptr, 0, makeTask(1, plainTask));
  EXPECT_FALSE(omp_in_explicit_task());
  void *Undeferred = makeTask(3, finalTask);
  __kmpc_omp_task_begin_if0(nullptr, 0, Undeferred);
  finalTask(0, Undeferred);
  __kmpc_omp_task_complete_if0(nullptr, 0, Undeferred);
  EXPECT_FALSE(omp_in_explicit_task());
}

TEST_P(Gpu, TellsATaskThatItIsOne) {
  TasksRun = 0;
  runKernel(launch(40), spmdKernel(), [&] {
    EXPECT_FALSE(omp_in_explicit_task());
    parallel(makeTasks, nullptr, nullptr);
  });
  EXPECT_EQ(TasksRun, 80);
}

void runLoops(int32_t *, int32_t *, void *) {
  for (uint64_t Upper : {~uint64_t(0), uint64_t(0), uint64_t(5)}) {
    uint64_t Lower = 0;
    __kmpc_taskloop(nullptr, 0, makeTask(1, plainTask), 1, &Lower, &Upper, 1, 0,
                    0, 0, nullptr);
  }
}

TEST_P(Gpu, RunsNoTaskForALoopWithoutIterations) {
  TasksRun = 0;
  runKernel(launch(32), spmdKernel(),
            [&] { parallel(runLoops, nullptr, nullptr); });
  EXPECT_EQ(TasksRun, 2 * 32);
}

void copyBoth(void **To, void **From) {
  for (int I : {0, 1})
    *static_cast<int *>(To[I]) = *static_cast<int *>(From[I]);
}
void handOver(int32_t *Thread, int32_t *, void *Right) {
  for (int Round = 0; Round < 3; ++Round) {
    int First = -*Thread, Second = First;
    void *Variables[] = {&First, &Second};
    const int32_t HasRun = __kmpc_single(nullptr, *Thread);
    if (HasRun) {
      First = 10 + Round;
      Second = 20;
    }
    __kmpc_copyprivate(nullptr, *Thread, sizeof(Variables), Variables, copyBoth,
                       HasRun);
    *static_cast<int *>(Right) += First == 10 + Round && Second == 20;
  }
}

TEST_P(Gpu, HandsPrivateVariablesToAllThreads) {
  for (int Clause : {-1, 1, 7, 32, 77}) {
    int Spmd = 0, Generic = 0;
    runKernel(launch(100), spmdKernel(),
              [&] { parallel(handOver, nullptr, &Spmd, Clause); });
    EXPECT_EQ(Spmd, 3 * (Clause < 0 ? 100 : Clause));
    runKernel(launchGeneric(128), genericKernel(), [&] {
      int32_t Thread = 0;
      handOver(&Thread, &Thread, &Generic);
      EXPECT_EQ(Generic, 3);
      parallel(handOver, wrapper<handOver>, &Generic, Clause);
    });
    EXPECT_EQ(Generic, 3 + 3 * (Clause < 0 ? 128 : Clause));
  }
}

TEST(Heap, GivesWhatNobodyElseHas) {
  std::vector<std::pair<char *, size_t>> All;
  for (size_t Round = 0; Round < 3; ++Round) {
    for (size_t Bytes : {0u, 1u, 16u, 17u, 500u, 4096u, 100000u}) {
      auto *Place = static_cast<char *>(heap::allocate(Bytes));
      ASSERT_NE(Place, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(Place) % 16, 0u);
      std::fill_n(Place, Bytes, char(All.size()));
      All.push_back({Place, Bytes});
    }
    // Every second block is released, and its place is used again.
    for (size_t I = Round; I < All.size(); I += 2)
      if (All[I].first) {
        heap::release(All[I].first);
        All[I].first = nullptr;
      }
  }
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t B = 0; All[I].first && B < All[I].second; ++B)
      ASSERT_EQ(All[I].first[B], char(I)) << I;
  for (auto [Place, Bytes] : All)
    heap::release(Place);
}

TEST(Heap, EndsWithNull) {
  EXPECT_EQ(heap::allocate(heap::Bytes + 1), nullptr);
  EXPECT_EQ(heap::allocate(~size_t(0)), nullptr);
  std::vector<void *> All;
  while (void *Place = heap::allocate(1 << 20))
    All.push_back(Place);
  EXPECT_GE(All.size(), 6u);
  EXPECT_LE(All.size(), 16u);
  for (void *Each : All)
    heap::release(Each);
  EXPECT_EQ(heap::allocate(1 << 20), All.back());
}

} // namespace
