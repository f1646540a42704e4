// Critical regions outside of parallel regions are run by the main thread of each team, however many threads the teams may have.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %run-gpus --levels=O0,O2 --gpus=sm_90,gfx90a %t %s

#include <cstdio>
#include <cstdlib>

static int Wrong;

static void expect(const char *What, long Got, long Right) {
  if (Got == Right)
    return;
  ++Wrong;
  std::printf("%s: %ld and not %ld\n", What, Got, Right);
}

static void sequential(int Teams, int Limit) {
  long Sum = 0;
  int Most = 0;
#pragma omp target teams distribute map(tofrom : Sum, Most) num_teams(Teams)
  for (int I = 0; I < 64; ++I) {
#pragma omp critical(sum)
    {
      Sum += I;
      Most = Most > I ? Most : I;
    }
  }
  expect("default", Sum, 2016);
  expect("most", Most, 63);
  Sum = 0;
#pragma omp target teams distribute map(tofrom : Sum) thread_limit(96)
  for (int I = 0; I < 64; ++I) {
#pragma omp critical(sum)
    Sum += I;
  }
  expect("constant limit", Sum, 2016);
  Sum = 0;
#pragma omp target teams distribute map(tofrom : Sum) thread_limit(Limit)
  for (int I = 0; I < 64; ++I) {
#pragma omp critical(sum)
    Sum += I;
  }
  expect("limit of the launch", Sum, 2016);
  Sum = 0;
#pragma omp target map(tofrom : Sum)
#pragma omp critical(sum)
  Sum += 5;
  expect("target alone", Sum, 5);
}

/// Before and after a region of all threads, which have the lock in turns.
static void around(int Teams) {
  long Sum = 0, Threads = 0;
#pragma omp target teams distribute map(tofrom : Sum, Threads) num_teams(Teams)
  for (int I = 0; I < 4; ++I) {
#pragma omp critical(sum)
    Sum += 1;
#pragma omp parallel num_threads(32)
    {
#pragma omp critical(sum)
      {
        Sum += 100;
        ++Threads;
      }
    }
#pragma omp critical(sum)
    Sum += 1;
  }
  expect("around a region", Sum, 8 + 100 * Threads);
}

int main() {
  sequential(8, 200);
  around(3);
  std::printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
