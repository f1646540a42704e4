// A GPU's launches get the teams and threads of a profile where neither the program nor its user says how many.
// RUN: %build-gpu %s -o %t
// DEFINE: %{gpu} = env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_PROFILE=%t.profile %ours
// RUN: echo 'ompjit-profile 1' > %t.profile
// RUN: %{gpu} %t | FileCheck %s --check-prefix=USUAL
// USUAL: open: 1000 of {{[0-9]+}} teams of 128
// USUAL-NEXT: said: 1000 of 2 teams of 32
// RUN: for k in open said; do %choose --device=nvptx64-nvidia-cuda/sm_90/4 %t $k teams=3 threads=64 resident=2 unroll=2 | tail -1; done >> %t.profile
// RUN: %{gpu} %t | FileCheck %s --check-prefix=TUNED
// TUNED: open: 1000 of 3 teams of 64
// TUNED-NEXT: said: 1000 of 2 teams of 32
// RUN: env OMP_NUM_TEAMS=5 %{gpu} %t | FileCheck %s --check-prefix=TEAMS
// TEAMS: open: 1000 of 5 teams of 64
// RUN: env OMP_TEAMS_THREAD_LIMIT=96 %{gpu} %t | FileCheck %s --check-prefix=THREADS
// THREADS: open: 1000 of 3 teams of 96
// Another number of multiprocessors is another device.
// RUN: env OMP_JIT_VGPU_PROCESSORS=5 %{gpu} %t | FileCheck %s --check-prefix=USUAL
// The bound of registers is in the assembly.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %builddir/bin/ompjit-compile %t --arch=sm_90 --kernel=$(%builddir/bin/ompjit-package-dump %t | grep -o '__omp_offloading__ZL4open[^"]*' | head -1) --resident=2 --output=%t.d
// RUN: cat %t.d/*.s | FileCheck %s --check-prefix=PTX
// PTX: .minnctapersm 2

#include <cstdio>
#include <omp.h>

static void open(int N) {
  int Count = 0, Teams = 0, Threads = 0;
#pragma omp target teams distribute parallel for reduction(+ : Count)          \
    map(tofrom : Teams, Threads)
  for (int I = 0; I < N; ++I) {
    ++Count;
    if (I == 0) {
      Teams = omp_get_num_teams();
      Threads = omp_get_num_threads();
    }
  }
  std::printf("open: %d of %d teams of %d\n", Count, Teams, Threads);
}

static void said(int N) {
  int Count = 0, Teams = 0, Threads = 0;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(32) \
    reduction(+ : Count) map(tofrom : Teams, Threads)
  for (int I = 0; I < N; ++I) {
    ++Count;
    if (I == 0) {
      Teams = omp_get_num_teams();
      Threads = omp_get_num_threads();
    }
  }
  std::printf("said: %d of %d teams of %d\n", Count, Teams, Threads);
}

int main() {
  open(1000);
  said(1000);
}
