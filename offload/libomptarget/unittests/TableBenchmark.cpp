//===- TableBenchmark.cpp - Benchmarks of look-ups in tables --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This measures the tables alone, without locks and entry points;
// scripts/bench-runtime measures the same through whole programs. The argument
// is the number of entries: times should hardly grow with it.
//
//===----------------------------------------------------------------------===//

#include "data/MappingTable.h"
#include "device/KernelTable.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace ompjit;

namespace {

constexpr uintptr_t FirstAddress = 0x10000000;
constexpr uint64_t Stride = 64, Size = 16;
constexpr size_t LookUps = 1 << 16;

HostAddress place(uint64_t Number) {
  return HostAddress(FirstAddress + Number * Stride);
}

std::vector<uint64_t> numbersBelow(uint64_t Limit) {
  std::mt19937_64 Random(1);
  std::vector<uint64_t> Numbers(LookUps);
  for (uint64_t &Each : Numbers)
    Each = Random() % Limit;
  return Numbers;
}

void fill(MappingTable &Table, uint64_t Count) {
  for (uint64_t I = 0; I < Count; ++I)
    Table.insert(place(I), Size);
}

/// Looks up \p Distinct addresses in turn: a few stay in the cache, many do
/// not.
void findMapping(benchmark::State &State, size_t Distinct) {
  MappingTable Table;
  fill(Table, uint64_t(State.range(0)));
  const std::vector<uint64_t> Numbers = numbersBelow(uint64_t(State.range(0)));
  size_t Next = 0;
  for (auto _ : State) {
    Match Found = Table.find(place(Numbers[Next++ % Distinct]), Size);
    if (!Found.isContained())
      State.SkipWithError("the mapping was not found");
    benchmark::DoNotOptimize(Found);
  }
}

void findFewMappings(benchmark::State &State) { findMapping(State, 4); }
void findManyMappings(benchmark::State &State) { findMapping(State, LookUps); }
BENCHMARK(findFewMappings)->Arg(10)->Arg(1000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(findManyMappings)->Arg(10)->Arg(1000)->Arg(100'000)->Arg(1'000'000);

void insertAndErase(benchmark::State &State) {
  MappingTable Table;
  const uint64_t Count = uint64_t(State.range(0));
  fill(Table, Count);
  uint64_t Next = 0;
  for (auto _ : State) {
    const HostAddress At = place(Next++ % Count);
    Table.erase(*Table.find(At, Size).Found);
    Table.insert(At, Size);
  }
}
BENCHMARK(insertAndErase)->Arg(10)->Arg(1000)->Arg(100'000)->Arg(1'000'000);

/// The time for one of all mappings, which are created in random order.
void insertAnywhere(benchmark::State &State) {
  const uint64_t Count = uint64_t(State.range(0));
  std::vector<uint64_t> Order(Count);
  std::iota(Order.begin(), Order.end(), uint64_t(0));
  std::shuffle(Order.begin(), Order.end(), std::mt19937_64(1));
  MappingTable Table;
  size_t Next = 0;
  for (auto _ : State)
    Table.insert(place(Order[Next++]), Size);
}
BENCHMARK(insertAnywhere)->Arg(1000)->Iterations(1000);
BENCHMARK(insertAnywhere)->Arg(100'000)->Iterations(100'000);
BENCHMARK(insertAnywhere)->Arg(1'000'000)->Iterations(1'000'000);

/// The ids of regions are bytes side by side, as clang lays them out.
void findKernel(benchmark::State &State) {
  const uint64_t Count = uint64_t(State.range(0));
  std::vector<char> Regions(Count);
  KernelTable Table;
  for (char &Region : Regions)
    Table.set(&Region, reinterpret_cast<DeviceKernel *>(&Region));
  const std::vector<uint64_t> Numbers = numbersBelow(Count);
  size_t Next = 0;
  for (auto _ : State) {
    DeviceKernel *Found = Table.find(&Regions[Numbers[Next++ % LookUps]]);
    if (!Found)
      State.SkipWithError("the kernel was not found");
    benchmark::DoNotOptimize(Found);
  }
}
BENCHMARK(findKernel)->Arg(10)->Arg(10'000);

} // namespace

BENCHMARK_MAIN();
