// A function that calls itself has shared variables of its own in each call.
// RUN: %run-gpus --levels=O1,O3 --gpus=sm_90,gfx90a %t %s

#include <cstdio>

#pragma omp begin declare target
[[gnu::noinline]] static int sum(int Depth) {
  int Own = Depth;
  const int Below = Depth > 0 ? sum(Depth - 1) : 0;
#pragma omp parallel for
  for (int I = 0; I < 32; ++I) {
#pragma omp atomic
    Own += 1;
  }
  return Own + Below;
}

static int even(int Depth);
[[gnu::noinline]] static int odd(int Depth) {
  int Values[8] = {Depth, 1};
  const int Below = Depth > 0 ? even(Depth - 1) : 0;
#pragma omp parallel for
  for (int I = 0; I < 8; ++I)
    Values[I] += I;
  return Values[0] + Values[1] + Values[7] + Below;
}
[[gnu::noinline]] static int even(int Depth) {
  return Depth > 0 ? odd(Depth - 1) : 100;
}
#pragma omp end declare target

int main() {
  int One = 0, Two = 0;
#pragma omp target teams num_teams(1) thread_limit(64) map(from : One, Two)
  {
    One = sum(4);
    Two = odd(5);
  }
  printf("%d, %d\n", One, Two);
}
