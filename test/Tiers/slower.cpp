// A specialised image that is slower than the generic one gives way to it, on a processor, where the host's clock
// tells, and on a virtual GPU, whose events do. The next run neither compiles nor loads it.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.gpu
// DEFINE: %{run} = env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=poor@optimise/specialised OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json
// DEFINE: %{gpu} = env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a OMP_TARGET_OFFLOAD=MANDATORY
// RUN: rm -rf %t.cache
// RUN: rm -f %t.said && %{run} %t.host %t.said >> %t.said 2>&1 && FileCheck %s < %t.said
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} %t.host 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: FileCheck %s --check-prefix=AGAIN-STATS < %t.json
// RUN: rm -rf %t.cache
// RUN: rm -f %t.said && %{run} %{gpu} %t.gpu %t.said >> %t.said 2>&1 && FileCheck %s < %t.said
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} %{gpu} %t.gpu 2>&1 | FileCheck %s --check-prefix=AGAIN
//
// Nothing is tried if the user says so.
// RUN: rm -rf %t.cache
// RUN: env OMP_JIT_TRIAL=0 %{run} %t.host 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: the image for {{.*}} took {{[0-9.]+}} times as long as the generic one in {{[0-9]+}} pairs of launches; the generic one is used
// CHECK-NOT: took
// CHECK: right
// STATS: "demotions": 1,
// STATS: "demoted": [
// STATS-NEXT: "the image for
// AGAIN-NOT: compiled
// AGAIN-NOT: took
// AGAIN: right
// AGAIN-STATS: "images": 1,
// NONE-NOT: took
// NONE: right

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#pragma omp declare target
/// A sum that a processor's vector instructions are good for.
static uint32_t mix(uint32_t Rounds, uint32_t Seed) {
  uint32_t Sum = 0;
  for (uint32_t I = 0; I != Rounds; ++I)
    Sum += ((I ^ Seed) * 747796405u) >> 3;
  return Sum;
}
#pragma omp end declare target

static uint32_t mixOnDevice(uint32_t Rounds, uint32_t Seed) {
  uint32_t Result = 0;
#pragma omp target map(from : Result) firstprivate(Rounds, Seed)
  Result = mix(Rounds, Seed);
  return Result;
}

/// Whether the runtime has said there how a trial ended.
static bool hasVerdict(const char *File) {
  std::ifstream Said(File);
  for (std::string Line; std::getline(Said, Line);)
    if (Line.find("pairs of launches") != std::string::npos)
      return true;
  return false;
}

/// On a busy machine the images are compiled long after any number of launches,
/// and a trial takes its time.
int main(int Count, char **Arguments) {
  constexpr uint32_t Rounds = 400000, Seed = 7;
  constexpr int Enough = 3000;
  const uint32_t Expected = mix(Rounds, Seed);
  const auto End = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  for (int Launch = 0; Launch < Enough; ++Launch) {
    if (mixOnDevice(Rounds, Seed) != Expected)
      return 1;
    if (Launch == Enough - 1 && Count > 1 && !hasVerdict(Arguments[1]) &&
        std::chrono::steady_clock::now() < End)
      Launch -= 100;
  }
  printf("right\n");
}
