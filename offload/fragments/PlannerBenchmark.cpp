//===- PlannerBenchmark.cpp - What finding a kernel costs -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Planners of six fragments, among 341 fragments and 1,000 kernels, with one
// and more threads. The runtime's C interface is played by functions here,
// because nothing of it is called for a kernel that is there.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/AlgorithmPlanner.h"

#include <benchmark/benchmark.h>

#include <vector>

using namespace ompjit;

struct ompjit_fragment_kernel {};

extern "C" {
int omp_get_default_device() { return 0; }

void ompjit_fragments_announce(const void *, size_t) {}

ompjit_fragment_kernel *ompjit_fragments_link(int32_t,
                                              const ompjit_fragment_link *,
                                              ompjit_error_sink) {
  return new ompjit_fragment_kernel;
}
int32_t ompjit_fragments_launch(ompjit_fragment_kernel *,
                                const ompjit_fragment_launch *,
                                ompjit_error_sink) {
  return 0;
}
void ompjit_fragments_release(ompjit_fragment_kernel *Kernel) { delete Kernel; }
}

namespace {

constexpr size_t NumFragments = 341, NumKernels = 1000, NumParts = 6;

/// A tag of a fragment that generated code would define.
template <int Number> struct Part {};

const unsigned char Bytes[] = "bytes";

} // namespace

#define OMPJIT_DEFINE_PART(Number)                                             \
  template <>                                                                  \
  const unsigned char *const ompjit::StaticFatbin<Part<Number>>::data = Bytes; \
  template <> const std::size_t ompjit::StaticFatbin<Part<Number>>::length = 5;
OMPJIT_DEFINE_PART(0)
OMPJIT_DEFINE_PART(1)
OMPJIT_DEFINE_PART(2)
OMPJIT_DEFINE_PART(3)
OMPJIT_DEFINE_PART(4)
OMPJIT_DEFINE_PART(5)

namespace {

void addStatic(AlgorithmPlanner &Planner) {
  Planner.add_static_fragment<Part<0>>();
  Planner.add_static_fragment<Part<1>>();
  Planner.add_static_fragment<Part<2>>();
  Planner.add_static_fragment<Part<3>>();
  Planner.add_static_fragment<Part<4>>();
  Planner.add_static_fragment<Part<5>>();
}

/// A cache with many kernels, one of which has the static fragments.
LauncherJitCache &fullCache() {
  static LauncherJitCache Cache;
  static const bool IsFilled = [] {
    std::vector<std::shared_ptr<const FragmentEntry>> All;
    All.reserve(NumFragments);
    for (size_t I = 0; I != NumFragments; ++I)
      All.push_back(std::make_shared<BytesFragmentEntry>(std::to_string(I)));
    for (size_t K = 0; K != NumKernels; ++K) {
      AlgorithmPlanner Planner("search", Cache);
      for (size_t P = 0; P != NumParts; ++P)
        Planner.add_fragment(All[(K * 7 + P * (K / 50 + 1)) % NumFragments]);
      Planner.get_launcher();
    }
    AlgorithmPlanner Planner("search", Cache);
    addStatic(Planner);
    Planner.get_launcher();
    return true;
  }();
  benchmark::DoNotOptimize(IsFilled);
  return Cache;
}

void getLauncher(benchmark::State &State) {
  AlgorithmPlanner Planner("search", fullCache());
  addStatic(Planner);
  for (auto _ : State)
    benchmark::DoNotOptimize(&Planner.get_launcher());
}
BENCHMARK(getLauncher)->Name("get_launcher, 6 fragments")->ThreadRange(1, 16);

void planAndGet(benchmark::State &State) {
  LauncherJitCache &Cache = fullCache();
  for (auto _ : State) {
    AlgorithmPlanner Planner("search", Cache);
    addStatic(Planner);
    benchmark::DoNotOptimize(&Planner.get_launcher());
  }
}
BENCHMARK(planAndGet)
    ->Name("a planner of 6 fragments and get_launcher")
    ->ThreadRange(1, 16);

} // namespace

BENCHMARK_MAIN();
