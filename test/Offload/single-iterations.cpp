// Each iteration runs where threads take them one by one and a team has one thread, on the host device and on the host.
// RUN: %clangxx -O0 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t && env OMP_TARGET_OFFLOAD=DISABLED %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t && env OMP_TARGET_OFFLOAD=DISABLED %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
#include <cstdint>
#include <cstdio>
#include <initializer_list>

static int Wrong;
static void expect(const char *What, const int (&Runs)[100], int Count) {
  for (int I = 0; I < 100; ++I)
    if (Runs[I] != (I < Count)) {
      std::printf("%s: iteration %d of %d runs %d times\n", What, I, Count,
                  Runs[I]);
      ++Wrong;
      return;
    }
}

template <typename T> static void run(const char *What, T Count) {
  for (int Threads : {1, 2, 3}) {
    int Runs[100] = {};
#pragma omp target teams distribute parallel for map(tofrom : Runs)            \
    thread_limit(Threads) schedule(static, 1)
    for (T I = 0; I < Count; ++I)
      ++Runs[I];
    expect(What, Runs, int(Count));
  }
  int Two[100] = {};
#pragma omp target teams distribute parallel for map(tofrom : Two)             \
    num_teams(2) num_threads(1) schedule(monotonic : static, 1)                \
    dist_schedule(static, 7)
  for (T I = Count; I > 0; --I)
    ++Two[I - 1];
  expect(What, Two, int(Count));
  int Last = -1, Plain[100] = {};
#pragma omp target teams distribute parallel for map(tofrom : Plain, Last)     \
    num_threads(1) schedule(static, 1) lastprivate(Last)
  for (T I = 0; I < Count; ++I) {
    ++Plain[I];
    Last = int(I);
  }
  expect(What, Plain, int(Count));
  if (Last != int(Count) - 1) {
    std::printf("%s: the last of %d is %d\n", What, int(Count), Last);
    ++Wrong;
  }
  int Host[100] = {};
#pragma omp teams distribute parallel for thread_limit(1) schedule(static, 1)
  for (T I = 0; I < Count; ++I)
    ++Host[I];
  expect(What, Host, int(Count));
}

int main() {
  for (int Count : {1, 2, 20, 100}) {
    run<int16_t>("int16_t", int16_t(Count));
    run<int>("int", Count);
    run<unsigned>("unsigned", unsigned(Count));
    run<long>("long", Count);
    run<unsigned long>("unsigned long", (unsigned long)Count);
  }
  return Wrong != 0;
}
