//===- CacheBenchmark.cpp - What reading an entry costs -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Testing/TemporaryFolder.h"

#include <benchmark/benchmark.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

/// Open, check, read and verify; the entry is in the page cache.
void readAndVerify(benchmark::State &State) {
  TemporaryFolder Folder;
  DiskStore::Options Options;
  Options.Folder = Folder / "cache";
  DiskStore Store(Options);
  KeyFields Fields;
  Fields.Kernel = "kernel";
  const std::string Canonical = canonicalFields(Fields);
  const Key K = keyOf(Canonical);
  const std::string Payload(size_t(State.range(0)), 'x');
  if (Store.store(K, Canonical, Payload, 0) != StoreOutcome::Stored)
    State.SkipWithError("the entry was not stored");
  for (auto _ : State) {
    DiskStore::Found Found = Store.lookup(K);
    if (!Found.Image)
      State.SkipWithError("the entry was not found");
    benchmark::DoNotOptimize(Found);
  }
  State.SetBytesProcessed(int64_t(State.iterations()) * State.range(0));
}
BENCHMARK(readAndVerify)->Arg(20'000)->Arg(200'000)->Arg(2'000'000);

void storeEntry(benchmark::State &State) {
  TemporaryFolder Folder;
  DiskStore::Options Options;
  Options.Folder = Folder / "cache";
  DiskStore Store(Options);
  const std::string Payload(size_t(State.range(0)), 'x');
  uint64_t Number = 0;
  for (auto _ : State) {
    KeyFields Fields;
    Fields.Kernel = std::to_string(Number++);
    const std::string Canonical = canonicalFields(Fields);
    benchmark::DoNotOptimize(
        Store.store(keyOf(Canonical), Canonical, Payload, 0));
  }
}
BENCHMARK(storeEntry)->Arg(20'000);

void missAndClaim(benchmark::State &State) {
  TemporaryFolder Folder;
  DiskStore::Options Options;
  Options.Folder = Folder / "cache";
  DiskStore Store(Options);
  const Key K = keyOf("absent");
  for (auto _ : State) {
    DiskStore::Found Found = Store.lookup(K);
    benchmark::DoNotOptimize(Found);
  }
}
BENCHMARK(missAndClaim);

} // namespace

BENCHMARK_MAIN();
