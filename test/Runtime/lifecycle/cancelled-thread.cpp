// A thread that is cancelled while it launches ends behind the launch, and leaves nothing locked to others.
// Sanitizers have their own ways with cancelled threads.
// UNSUPPORTED: sanitizer
// RUN: %build-deferred -O1 -pthread %s -o %t
// DEFINE: %{run} = rm -rf %t.cache && env OMP_JIT_CACHE_DIR=%t.cache timeout 60 %ours %t
// RUN: for ms in 2 5 10 15 20 25 30 35 40 50; do %{run} $ms || exit 1; done | FileCheck %s
// CHECK-COUNT-10: right

#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

static bool isRight(int Factor) {
  int Sum = 0;
#pragma omp target map(tofrom : Sum) firstprivate(Factor)
  for (int I = 0; I < 10; ++I)
    Sum += I * Factor;
  return Sum == 45 * Factor;
}

static void *keepLaunching(void *) {
  for (int I = 0;; ++I) {
    if (!isRight(I % 3))
      std::abort();
    pthread_testcancel();
  }
}

int main(int, char **Arguments) {
  pthread_t Thread;
  pthread_create(&Thread, nullptr, keepLaunching, nullptr);
  usleep(useconds_t(std::atoi(Arguments[1])) * 1000);
  pthread_cancel(Thread);
  bool Right = true;
  for (int I = 0; I < 50; ++I)
    Right &= isRight(I % 4);
  pthread_join(Thread, nullptr);
  std::puts(Right ? "right" : "wrong");
}
