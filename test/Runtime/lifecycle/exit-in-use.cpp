// A program may end while other threads are inside of target regions.
// UNSUPPORTED: sanitizer
// (libomp's own shutdown, slow enough, meets the threads and aborts.)
// RUN: %build -O2 -pthread %s -o %t
// RUN: for i in 1 2 3 4 5 6 7 8 9 10; do %ours %t || exit 1; done
// RUN: %build-deferred -O2 -pthread %s -o %t.jit
// RUN: for i in 1 2 3 4 5 6 7 8 9 10; do %ours %t.jit || exit 1; done

#include <atomic>
#include <chrono>
#include <stdio.h>
#include <thread>

static std::atomic<int> Started = 0;

static void offloadForEver() {
  long Sum = 0;
  for (;;) {
#pragma omp target map(tofrom : Sum)
    for (int I = 0; I < 20000; ++I)
      Sum += I ^ Sum;
    ++Started;
  }
}

int main() {
  for (int I = 0; I < 3; ++I)
    std::thread(offloadForEver).detach();
  while (Started < 30)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return 0;
}
