// The driver opens its compiler, a library, when the first image is made. Threads that
// need the same image meanwhile, and have the dynamic linker's lock, do not keep it from
// that.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64 -fopenmp-target-jit %s -o %t/prog -pthread
// DEFINE: %{async} = 0
// DEFINE: %{run} = env LD_LIBRARY_PATH=%builddir/standin OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=%{async} OMP_JIT_CACHE=off timeout 60 %t/prog | FileCheck %s
// RUN: %{run}
// RUN: %{run}
// REDEFINE: %{async} = 1
// RUN: %{run}
// RUN: %{run}
// CHECK: 16 right

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

// Has the program state on the device, so that all wait for one image.
static int Offset = 7;
#pragma omp declare target to(Offset)

static long sum(int N) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < N; ++I)
    Sum += I + Offset;
  return Sum;
}

int main() {
  constexpr int NumThreads = 16;
  std::atomic<int> NumReady{0}, NumRight{0};
  std::vector<std::thread> All;
  for (int T = 0; T != NumThreads; ++T)
    All.emplace_back([&] {
      ++NumReady;
      while (NumReady < NumThreads)
        std::this_thread::yield();
      NumRight += sum(100) == 4950 + 700;
    });
  for (std::thread &Each : All)
    Each.join();
  std::printf("%d right\n", NumRight.load());
  return 0;
}
