// Thousands of threads, each with its own target regions and thread-local destructors.
// RUN: %build -O2 -pthread %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -pthread %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <atomic>
#include <omp.h>
#include <thread>
#include <vector>

#pragma omp begin declare target
int Counter = 0;
#pragma omp end declare target

static std::atomic<int> Wrong = 0;

// Runs when its thread ends, after the thread's own regions.
struct Last {
  int Value = 0;
  ~Last() {
    int Seen = 0;
#pragma omp target map(from : Seen)
    {
#pragma omp atomic
      ++Counter;
      Seen = 1;
    }
    Wrong += Seen != Value;
  }
};

static thread_local Last AtThreadEnd;

static void work(int I) {
  const int Device = I % omp_get_num_devices();
  int Data[16] = {I};
#pragma omp target data map(tofrom : Data) device(Device)
  {
#pragma omp target device(Device)
    Data[1] = Data[0] + 1;
  }
  Wrong += Data[1] != I + 1;
  Wrong += omp_target_is_present(Data, Device) != 0;
  AtThreadEnd.Value = 1;
}

int main() {
  constexpr int Rounds = 40, AtOnce = 50;
  for (int Round = 0; Round < Rounds; ++Round) {
    std::vector<std::thread> Threads;
    for (int I = 0; I < AtOnce; ++I)
      Threads.emplace_back(work, Round * AtOnce + I);
    for (std::thread &Each : Threads)
      Each.join();
  }
  checkValue("wrong", Wrong, 0);
  int Count = 0;
#pragma omp target map(from : Count)
  Count = Counter;
  checkValue("destructors", Count, Rounds * AtOnce);
  return finish();
}
