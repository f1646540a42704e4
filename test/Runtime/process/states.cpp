// Regions run in processes without a main thread, without free descriptors and threads, and on the smallest stacks.
// Sanitizers take more of a stack than threads may have.
// UNSUPPORTED: sanitizer
// RUN: %build -O1 %s -o %t.ahead
// RUN: %build-deferred -O1 %s -o %t.deferred
// DEFINE: %{program} =
// DEFINE: %{run} = env OMP_JIT_ASYNC=1 %ours %{program} exited | FileCheck %s && \
// DEFINE:   env OMP_JIT_ASYNC=1 %ours %{program} descriptors | FileCheck %s && \
// DEFINE:   %ours %{program} stack | FileCheck %s && env TMPDIR=/tmp %ours %{program} threads | FileCheck %s
// REDEFINE: %{program} = %t.ahead
// RUN: %{run}
// REDEFINE: %{program} = %t.deferred
// RUN: rm -rf %t.cache
// RUN: export OMP_JIT_CACHE_DIR=%t.cache; %{run}
// RUN: export OMP_JIT_CACHE_DIR=%t.cache; %{run}
// Where the runtime tells what it does, too.
// RUN: env LIBOMPTARGET_INFO=-1 %ours %t.deferred stack 2>&1 | FileCheck %s
// RUN: env LIBOMPTARGET_DEBUG=1 %ours %t.deferred stack 2>&1 | FileCheck %s
// RUN: env OMP_JIT_INFO=4 %ours %t.deferred stack 2>&1 | FileCheck %s
// CHECK: right

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

// What lives on the device is compiled before any kernel.
#pragma omp begin declare target
static int Offset = 3;
#pragma omp end declare target

static bool isRight(int Count, double Factor) {
  double Sum = 0, Expected = 0;
#pragma omp target map(tofrom : Sum) firstprivate(Count, Factor)
  for (int I = 0; I < Count; ++I)
    Sum += (I + Offset - 3) * Factor;
  for (int I = 0; I < Count; ++I)
    Expected += I * Factor;
  return Sum == Expected;
}

static bool areRight(int First) {
  bool Right = true;
  for (int I = First; I < First + 8; ++I)
    Right &= isRight(I, I * 0.5);
  return Right;
}

static void report(bool Right) {
  std::puts(Right ? "right" : "wrong");
  std::fflush(stdout);
}

static void onThread(void *(*Main)(void *), size_t Stack, bool Waits) {
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, Stack);
  pthread_t Thread;
  if (pthread_create(&Thread, &Attributes, Main, nullptr) == 0 && Waits)
    pthread_join(Thread, nullptr);
}

int main(int, char **Arguments) {
  const char *State = Arguments[1];
  if (!std::strcmp(State, "exited")) {
    onThread(
        [](void *) -> void * {
          usleep(100000); // The main thread is gone by then.
          report(areRight(0));
          return nullptr;
        },
        1 << 20, false);
    pthread_exit(nullptr);
  }
  if (!std::strcmp(State, "descriptors")) {
    // What a region of any values can run is there.
    bool Right = areRight(0);
    usleep(300000);
    Right &= areRight(0);
    while (open("/dev/null", O_RDONLY) >= 0)
      ;
    report(Right && areRight(8) && areRight(16));
  } else if (!std::strcmp(State, "stack")) {
    onThread(
        [](void *) -> void * {
          report(areRight(0));
          return nullptr;
        },
        PTHREAD_STACK_MIN, true);
  } else {
    const rlimit None = {0, 0};
    setrlimit(RLIMIT_NPROC, &None);
    if (geteuid() == 0 && setuid(65534) != 0) // Root has no limit.
      return 1;
    report(areRight(0));
  }
}
