// Equal launches give equal sums, to the last bit, in whatever order teams and threads come to the end.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE_DIR=%t.cache
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_VGPU_THREADS=1 %t.nvptx > %t.one
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_VGPU_THREADS=8 %t.nvptx > %t.eight
// RUN: diff %t.one %t.eight && FileCheck %s < %t.one
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_VGPU_THREADS=1 %t.amdgcn > %t.one
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_VGPU_THREADS=8 %t.amdgcn > %t.eight
// RUN: diff %t.one %t.eight && FileCheck %s < %t.one

// CHECK: teams: {{0x.*}}, 1 sum
// CHECK: threads: {{0x.*}}, 1 sum

#include <cstdio>
#include <set>

enum { Count = 5000, Rounds = 20 };

static double sumOverTeams() {
  double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    num_teams(13) thread_limit(96) map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += 1.0 / (3 * I + 1);
  return Sum;
}

static double sumOverThreads() {
  double Sum = 0;
#pragma omp target parallel for reduction(+ : Sum) num_threads(160)            \
    map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += 1.0 / (7 * I + 3);
  return Sum;
}

static void repeat(const char *What, double (*Reduce)()) {
  std::set<double> Sums;
  for (int I = 0; I < Rounds; ++I)
    Sums.insert(Reduce());
  printf("%s: %a, %zu sum%s\n", What, *Sums.begin(), Sums.size(),
         Sums.size() > 1 ? "s" : "");
}

int main() {
  repeat("teams", sumOverTeams);
  repeat("threads", sumOverThreads);
}
