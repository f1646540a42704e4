// Each thread has the iterations of a loop without chunks that libomp gives it, for any number of iterations and threads, and
// `lastprivate` is that of the last one. libomp is asked if somebody watches it or set how it divides.
// ThreadSanitizer comes with a tool, for which libomp divides.
// UNSUPPORTED: thread-sanitizer
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t/ahead
// RUN: %clangxx -O2 -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto %s -o %t/linked
// RUN: %clangxx -O2 -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t/deferred
// RUN: %clangxx -O0 -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t/plain
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_ASYNC=0
// RUN: %{run} %t/ahead > %t/own && FileCheck %s < %t/own
// RUN: %{run} %t/linked | diff %t/own -
// RUN: %{run} %t/deferred | diff %t/own -
// RUN: %{run} OMP_JIT_PIPELINE=quick %t/deferred | diff %t/own -
// RUN: %{run} %t/plain | FileCheck %s --check-prefix=LIBOMP
// RUN: %{run} KMP_SCHEDULE=static,greedy %t/ahead | FileCheck %s --check-prefix=LIBOMP
// RUN: %{run} KMP_CONSISTENCY_CHECK=all %t/deferred | FileCheck %s --check-prefix=LIBOMP
// RUN: %clangxx -O2 -DTOOL -rdynamic -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t/watched
// RUN: %{run} %t/watched | FileCheck %s --check-prefix=LIBOMP
// CHECK-NOT: WRONG
// CHECK: 0 loops of libomp
// LIBOMP-NOT: WRONG
// LIBOMP: {{[1-9][0-9]*}} loops of libomp

#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <omp.h>

#ifdef TOOL
#include "Inputs/idle-tool.h"
#endif

static std::atomic<int> Loops = 0;

// In place of libomp's functions, for the kernels.
template <typename T>
static void init(const char *Name, void *Location, int Thread, int Schedule,
                 int *Last, T *Lower, T *Upper, T *Stride, T Increment,
                 T Chunk) {
  using Function = void(void *, int, int, int *, T *, T *, T *, T, T);
  if (Schedule == 34 && *Lower <= *Upper)
    ++Loops;
  reinterpret_cast<Function *>(dlsym(RTLD_NEXT, Name))(
      Location, Thread, Schedule, Last, Lower, Upper, Stride, Increment, Chunk);
}

#define INIT(SUFFIX, TYPE)                                                     \
  extern "C" void __kmpc_for_static_init_##SUFFIX(                             \
      void *Location, int Thread, int Schedule, int *Last, TYPE *Lower,        \
      TYPE *Upper, TYPE *Stride, TYPE Increment, TYPE Chunk) {                 \
    init("__kmpc_for_static_init_" #SUFFIX, Location, Thread, Schedule, Last,  \
         Lower, Upper, Stride, Increment, Chunk);                              \
  }
INIT(4, int32_t)
INIT(4u, uint32_t)
INIT(8, int64_t)
INIT(8u, uint64_t)

static constexpr int Most = 40;
static int Owners[Most], Threads;

/// How libomp divides unless it is told otherwise.
static int ownerOf(int I, int Count) {
  const int Each = Count / Threads, Rest = Count % Threads;
  return I < Rest * (Each + 1) ? I / (Each + 1)
                               : Rest + (I - Rest * (Each + 1)) / Each;
}

static void check(const char *What, int Count, int Last) {
  // KMP_SCHEDULE says otherwise.
  const bool IsUsual = !getenv("KMP_SCHEDULE");
  bool Right = Last == Count - 1;
  for (int I = 0; I != Most; ++I)
    Right &= I < Count ? Owners[I] >= 0 : Owners[I] == -1;
  for (int I = 0; I != Count && IsUsual; ++I)
    Right &= Owners[I] == ownerOf(I, Count);
  if (!Right)
    printf("WRONG: %s, %d iterations, %d threads\n", What, Count, Threads);
}

/// Iterations from \p First on, which may be at an end of the type's range.
template <typename T>
static void loop(const char *What, int Count, T First, int NumThreads) {
  int Last = -1, Used = 0;
  memset(Owners, -1, sizeof(Owners));
#pragma omp target teams distribute parallel for num_teams(1)                  \
    num_threads(NumThreads) map(tofrom : Owners, Used, Last) lastprivate(Last)
  for (T I = First; I < T(First + T(Count)); ++I) {
    Last = int(I - First);
    Owners[Last] = omp_get_thread_num();
    if (Last == 0)
      Used = omp_get_num_threads();
  }
  Threads = Used;
  if (Count)
    check(What, Count, Last);
}

/// A loop in a parallel region, and one that follows without a barrier: they
/// are divided in the same way.
static void pair(int Count, int NumThreads) {
  int Last = -1, Used = 0, Bad = 0;
  memset(Owners, -1, sizeof(Owners));
#pragma omp target map(tofrom : Owners, Used, Last, Bad)
#pragma omp parallel num_threads(NumThreads) reduction(+ : Bad)
  {
#pragma omp for nowait lastprivate(Last)
    for (int I = 0; I < Count; ++I) {
      Last = I;
      Owners[I] = omp_get_thread_num();
      if (I == 0)
        Used = omp_get_num_threads();
    }
#pragma omp for schedule(static)
    for (long I = Count; I > 0; --I)
      Bad += Owners[Count - I] != omp_get_thread_num();
  }
  Threads = Used;
  if (Count)
    check("two loops", Count, Last);
  if (Bad)
    printf("WRONG: two loops differ\n");
}

int main() {
  for (int NumThreads : {1, 2, 3, 7})
    for (int Count : {0, 1, 2, 3, 6, 7, 8, 20, 40}) {
      loop<int>("int", Count, -5, NumThreads);
      loop<int>("most of int", Count, INT_MAX - Count, NumThreads);
      loop<unsigned>("unsigned", Count, UINT_MAX - Count, NumThreads);
      loop<long>("long", Count, LONG_MIN, NumThreads);
      loop<unsigned long>("unsigned long", Count, ULONG_MAX - Count,
                          NumThreads);
      loop<short>("short", Count, SHRT_MIN, NumThreads);
      pair(Count, NumThreads);
    }
  printf("%d loops of libomp\n", int(Loops));
}
