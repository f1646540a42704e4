//===- BodyLoopsTest.cpp - Tests of loops whose body is a function --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuTest.h"

#include <map>
#include <vector>

using namespace ompjit::device;

extern "C" {
#define OMPJIT_DECLARE(Suffix, Type)                                           \
  void __kmpc_for_static_loop_##Suffix(Ident *, void (*)(Type, void *),        \
                                       void *, Type, Type, Type, uint8_t);     \
  void __kmpc_distribute_static_loop_##Suffix(Ident *, void (*)(Type, void *), \
                                              void *, Type, Type, uint8_t);    \
  void __kmpc_distribute_for_static_loop_##Suffix(                             \
      Ident *, void (*)(Type, void *), void *, Type, Type, Type, Type,         \
      uint8_t);
OMPJIT_DECLARE(4, uint32_t)
OMPJIT_DECLARE(4u, uint32_t)
OMPJIT_DECLARE(8, uint64_t)
OMPJIT_DECLARE(8u, uint64_t)
int omp_get_team_num();
int omp_get_num_threads();
}

namespace {

struct BodyLoops : Gpu {};
INSTANTIATE_TEST_SUITE_P(All, BodyLoops, allGpus(), gpuName);

struct Loop {
  uint64_t Total;
  uint32_t TeamChunk, Chunk;
  uint8_t HasOne;
  /// The team and the thread that ran each iteration.
  std::multimap<uint64_t, std::pair<int, int>> Runs;

  void expectOnce() const {
    EXPECT_EQ(Runs.size(), Total);
    for (uint64_t I = 0; I < Total; ++I)
      EXPECT_EQ(Runs.count(I), 1u) << I << " of " << Total;
  }
};

template <typename T> void visit(T Iteration, void *Argument) {
  static_cast<Loop *>(Argument)->Runs.insert(
      {Iteration, {omp_get_team_num(), omp_get_thread_num()}});
}

template <auto Entry, typename T>
void shareInTeam(int32_t *, int32_t *, void *Shared) {
  Loop &L = *static_cast<Loop *>(Shared);
  const T Size = T(omp_get_num_threads());
  Entry(nullptr, visit<T>, Shared, T(L.Total), Size, L.Chunk, L.HasOne);
  // All iterations have been run by now.
  EXPECT_EQ(L.Runs.size(), L.Total);
}

template <auto Entry, typename T>
void shareInAll(int32_t *, int32_t *, void *Shared) {
  Loop &L = *static_cast<Loop *>(Shared);
  Entry(nullptr, visit<T>, Shared, T(L.Total), T(omp_get_num_threads()),
        L.TeamChunk, L.Chunk, L.HasOne);
}

template <Body Share> void tryInTeam(Gpu &Test) {
  for (uint64_t Total : {0, 1, 63, 64, 65, 1000})
    for (uint32_t Chunk : {0u, 1u, 7u, 2000u})
      for (int Size : {1, 7, 64}) {
        Loop L{Total, 0, Chunk, 0, {}};
        Test.runKernel(Test.launch(64), spmdKernel(),
                       [&] { parallel(Share, nullptr, &L, Size); });
        L.expectOnce();
      }
}

TEST_P(BodyLoops, AreSharedByThreads) {
  tryInTeam<shareInTeam<__kmpc_for_static_loop_4, uint32_t>>(*this);
  tryInTeam<shareInTeam<__kmpc_for_static_loop_4u, uint32_t>>(*this);
  tryInTeam<shareInTeam<__kmpc_for_static_loop_8, uint64_t>>(*this);
  tryInTeam<shareInTeam<__kmpc_for_static_loop_8u, uint64_t>>(*this);
}

template <Body Share> void tryInAll(Gpu &Test) {
  for (uint64_t Total : {0, 1, 300, 1000})
    for (uint32_t TeamChunk : {0u, 1u, 50u, 2000u})
      for (uint32_t Chunk : {0u, 3u}) {
        Loop L{Total, TeamChunk, Chunk, 0, {}};
        Test.runKernel(Test.launch(64, 5), spmdKernel(),
                       [&] { parallel(Share, nullptr, &L); });
        L.expectOnce();
      }
}

TEST_P(BodyLoops, AreSharedByThreadsOfAllTeams) {
  tryInAll<shareInAll<__kmpc_distribute_for_static_loop_4, uint32_t>>(*this);
  tryInAll<shareInAll<__kmpc_distribute_for_static_loop_4u, uint32_t>>(*this);
  tryInAll<shareInAll<__kmpc_distribute_for_static_loop_8, uint64_t>>(*this);
  tryInAll<shareInAll<__kmpc_distribute_for_static_loop_8u, uint64_t>>(*this);
}

TEST_P(BodyLoops, AreSharedByTeams) {
  for (uint64_t Total : {0, 1, 5, 100})
    for (uint32_t Chunk : {0u, 1u, 9u}) {
      Loop L{Total, Chunk, 0, 0, {}};
      runKernel(launch(1, 5), spmdKernel(), [&] {
        __kmpc_distribute_static_loop_4u(nullptr, visit<uint32_t>, &L,
                                         uint32_t(Total), Chunk, 0);
      });
      L.expectOnce();
      for (auto [I, By] : L.Runs)
        EXPECT_EQ(By.first, int(I / (Chunk ? Chunk : 1) % 5));
    }
}

TEST_P(BodyLoops, GiveNeighboursNeighbouringIterations) {
  Loop L{1000, 0, 0, 0, {}};
  runKernel(launch(64, 5), spmdKernel(), [&] {
    parallel(shareInAll<__kmpc_distribute_for_static_loop_4u, uint32_t>,
             nullptr, &L);
  });
  for (auto [I, By] : L.Runs)
    EXPECT_EQ(By, std::pair(int(I / 64 % 5), int(I % 64)));
}

TEST_P(BodyLoops, TakeThePromiseThatThereAreEnoughSharers) {
  Loop L{300, 0, 0, 1, {}};
  runKernel(launch(64, 5), spmdKernel(), [&] {
    parallel(shareInAll<__kmpc_distribute_for_static_loop_8u, uint64_t>,
             nullptr, &L);
  });
  L.expectOnce();
}

} // namespace
