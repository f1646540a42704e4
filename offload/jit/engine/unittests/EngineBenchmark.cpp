//===- EngineBenchmark.cpp - Benchmarks of finding a kernel ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "dispatch/EngineImpl.h"
#include "supply/Compiler.h"

#include <benchmark/benchmark.h>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// A kernel with \p NumScalars scalars on a mock device.
class Launcher {
public:
  explicit Launcher(size_t NumScalars)
      : Package(PackageBuilder()
                    .kernel("k", std::vector<uint64_t>(NumScalars, UINT32_MAX))
                    .build()),
        Arguments(NumScalars, 5) {
    Settings Chosen;
    Chosen.Async = false;
    Chosen.Cache = CacheMode::Memory;
    Chosen.Threshold = 1000000;
    Jit = createEngine(
        Chosen, createMockCompiler(Answers), [](const std::string &) {},
        Process);
    Result<Program *> Added = Jit->addProgram(Package);
    K = (*startOn(*Jit, Process, **Added, Device, 0))->findKernel("entry_k");
    Launch.args = reinterpret_cast<void **>(Arguments.data());
    Launch.num_args = uint32_t(NumScalars);
  }

  ompjit_kernel *select() { return *K->select(Launch); }
  void setLast(uint64_t Value) { Arguments.back() = Value; }

private:
  std::string Package;
  std::vector<uint64_t> Arguments;
  std::shared_ptr<MockAnswers> Answers = std::make_shared<MockAnswers>();
  ompjit_device Device;
  ProcessLocks Process{[](WorkRef Body) { Body(); }};
  std::unique_ptr<Engine> Jit;
  Kernel *K;
  ompjit_launch Launch = {};
};

void l1Hit(benchmark::State &State) {
  Launcher L(size_t(State.range(0)));
  L.select();
  for (auto _ : State)
    benchmark::DoNotOptimize(L.select());
}
BENCHMARK(l1Hit)->Arg(1)->Arg(8)->Arg(32);

/// The image that fits is the oldest of several.
void l1HitBehindOthers(benchmark::State &State) {
  Launcher L(8);
  for (int64_t I = 0; I != State.range(0); ++I) {
    L.setLast(uint64_t(I));
    L.select();
  }
  L.setLast(0);
  for (auto _ : State)
    benchmark::DoNotOptimize(L.select());
}
BENCHMARK(l1HitBehindOthers)->Arg(4)->Arg(64);

void l1HitInThreads(benchmark::State &State) {
  static Launcher L(8);
  L.select();
  for (auto _ : State)
    benchmark::DoNotOptimize(L.select());
}
BENCHMARK(l1HitInThreads)->Threads(1)->Threads(2);

} // namespace

BENCHMARK_MAIN();
