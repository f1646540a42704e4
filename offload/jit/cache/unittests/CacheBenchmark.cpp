//===- CacheBenchmark.cpp - Benchmarks of reading entries -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Bundle.h"
#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Entry.h"
#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <benchmark/benchmark.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

/// Opens, checks, reads and verifies an entry that is in the page cache.
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

constexpr uint64_t NumMany = 100000;

std::string manyFields(uint64_t Number) {
  KeyFields Fields;
  Fields.Kernel = std::to_string(Number % NumMany);
  return canonicalFields(Fields);
}

/// Reads from a folder with many entries of 4 KiB, each time another one.
void readOneOfMany(benchmark::State &State) {
  TemporaryFolder Folder;
  DiskStore::Options Options;
  Options.Folder = Folder / "cache";
  DiskStore Store(Options);
  const std::string Payload(3000, 'x');
  for (uint64_t I = 0; I != NumMany; ++I)
    Store.store(keyOf(manyFields(I)), manyFields(I), Payload, 0);
  uint64_t Number = 0;
  for (auto _ : State) {
    const Key K = keyOf(manyFields(Number += 7919));
    if (!Store.find(K))
      State.SkipWithError("an entry was lost");
  }
}
BENCHMARK(readOneOfMany)->MinTime(0.2);

/// Reads such entries from one bundle.
void readOneOfABundle(benchmark::State &State) {
  TemporaryFolder Folder;
  const std::string Path = Folder / "bundle", Payload(3000, 'x');
  Result<BundleWriter> Writer = BundleWriter::create(Path);
  for (uint64_t I = 0; I != NumMany; ++I) {
    const std::string Fields = manyFields(I);
    const Key K = keyOf(Fields);
    (void)Writer->add(K, encodeEntry(K, Fields, Payload, 0));
  }
  if (Status S = Writer->finish(); !S)
    State.SkipWithError(S.error().message().c_str());
  Result<Bundle> Opened = Bundle::open(Path);
  uint64_t Number = 0;
  for (auto _ : State) {
    StoredImage Image;
    if (Opened->read(keyOf(manyFields(Number += 7919)), Image) !=
        LoadOutcome::Hit)
      State.SkipWithError("an entry was lost");
  }
}
BENCHMARK(readOneOfABundle)->MinTime(0.2);

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
