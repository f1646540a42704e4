// Kernels that are compiled for the size of a launch give the same results as
// those that are not, and a launch of another size never gets them.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json
// DEFINE: %{check} = > %t.out 2> %t.err && FileCheck %s < %t.out
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx %{check}
// RUN: FileCheck %s --check-prefix=WHY < %t.err
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_OPT_LEVEL=0 %t.nvptx %{check}
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_SPECIALIZE=scalars %t.nvptx %{check}
// RUN: FileCheck %s --check-prefix=NONE < %t.json
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_SPECIALIZE=launch %t.nvptx %{check}
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn %{check}
// RUN: FileCheck %s --check-prefix=WHY < %t.err
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_OPT_LEVEL=0 %t.amdgcn %{check}
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_SPECIALIZE=none %t.amdgcn %{check}
// RUN: FileCheck %s --check-prefix=NONE < %t.json

#include <omp.h>
#include <stdio.h>
#include <vector>

static int Wrong;

/// Every team and thread writes down what it sees; so many must have come.
static void spmd(int Teams, int Threads) {
  const int Size = Teams * Threads;
  std::vector<int> Seen(size_t(Size), 0);
  int *Data = Seen.data();
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(tofrom : Data[ : Size])
#pragma omp parallel
  {
    const int Self =
        omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    if (Self < Size)
#pragma omp atomic
      Data[Self] += omp_get_num_teams() * 10000 + omp_get_num_threads();
  }
  for (int Each : Seen)
    Wrong += Each != Teams * 10000 + Threads;
}

/// The same in a kernel with a main thread.
static void generic(int Teams, int Threads) {
  const int Size = Teams * Threads;
  std::vector<int> Seen(size_t(Size), 0), Asked(size_t(Teams), 0);
  int *Data = Seen.data(), *Main = Asked.data();
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(tofrom : Data[ : Size], Main[ : Teams])
  {
    asm volatile("");
    Main[omp_get_team_num()] = omp_get_max_threads();
#pragma omp parallel
    {
      const int Self =
          omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
      if (Self < Size)
#pragma omp atomic
        Data[Self] += omp_get_num_teams() * 10000 + omp_get_num_threads();
    }
  }
  for (int Each : Seen)
    Wrong += Each != Teams * 10000 + Threads;
  for (int Each : Asked)
    Wrong += Each != Threads;
}

/// The size follows from how much there is to do.
static void loop(int Count) {
  std::vector<int> Out(size_t(Count), 0);
  int *Data = Out.data();
#pragma omp target teams distribute parallel for map(from : Data[ : Count])
  for (int I = 0; I < Count; ++I)
    Data[I] = 3 * I;
  for (int I = 0; I < Count; ++I)
    Wrong += Out[size_t(I)] != 3 * I;
}

int main() {
  for (int Repeat = 0; Repeat < 2; ++Repeat)
    for (auto [Teams, Threads] :
         {std::pair(2, 64), std::pair(3, 64), std::pair(3, 96), std::pair(1, 1),
          std::pair(5, 33)}) {
      spmd(Teams, Threads);
      generic(Teams, Threads);
    }
  for (int Count : {1, 100, 1000, 3, 5000, 129, 1000, 7, 8, 9, 10, 11, 12, 300})
    loop(Count);
  printf("wrong: %d\n", Wrong);
}
// CHECK: wrong: 0
// WHY: the number of teams was 2, is 3
// WHY: the number of threads was 64, is 96
// STATS: "specialised": [
// STATS: "teams"
// STATS: "threads"
// NONE-NOT: "teams"
