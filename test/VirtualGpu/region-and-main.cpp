// A function that writes through a pointer: to variables that each thread of a region has for itself, and around other
// regions to what a block shares, which one thread writes for all.
// RUN: %run-gpus --checked %t %s

#include <cstdint>
#include <cstdio>

struct Box {
  int16_t First;
  uint16_t Array[3];
  uint64_t Last;
};

[[gnu::noinline]] static uint64_t spread(Box B, Box *To) {
  for (int J = 0; J < 3; ++J) {
    B.Array[J] = uint16_t(B.Array[J] * 3 + J);
    To->Array[J] = uint16_t(B.Array[J] ^ To->Last);
  }
  To->First = int16_t(To->First + B.First);
  return B.Last + B.Array[B.Last % 3] + To->Array[0];
}

[[gnu::noinline]] static void count(int *Where) { *Where += 1; }

/// Either way.
static uint64_t both(int Seed) {
  Box X = {int16_t(Seed), {}, uint64_t(Seed)}, Y = X;
  Y.Last += 5;
  const uint64_t Found = spread(X, &Y) * 3 + spread(Y, &X);
  return Found ^ (uint64_t(X.First) + Y.Array[0] * 3);
}

int main() {
  constexpr int N = 64;
  uint64_t Out[N] = {};
  int Counts[N] = {};
  const int Seed = 3;
#pragma omp target parallel map(tofrom : Out, Counts) num_threads(32)
  {
    Box X = {int16_t(Seed), {}, uint64_t(Seed)}, Y = X;
    Y.Last += 5;
    const uint64_t Found = spread(X, &Y) * 3 + spread(Y, &X);
    int Own = 0;
    count(&Own);
#pragma omp for
    for (int I = 0; I < N; ++I) {
      Out[I] = Found + uint64_t(X.First);
      Counts[I] = Own;
    }
  }
#pragma omp target teams map(tofrom : Out, Counts) num_teams(2)
  {
#pragma omp parallel num_threads(100)
#pragma omp for schedule(guided, 2)
    for (int I = 50; I < N; ++I)
#pragma omp atomic
      Out[I] += 1;
#pragma omp distribute dist_schedule(static, 7)
    for (int I = 0; I < 14; ++I) {
      Box X = {int16_t(Seed + I), {}, uint64_t(Seed + I)}, Y = X;
      Y.Last += 5;
      uint64_t Found = spread(X, &Y) * 3 + spread(Y, &X);
      Found ^= uint64_t(X.First) + Y.Array[0] * 3;
      Out[I] += Found;
      count(&Counts[I]);
    }
  }
  Box X = {int16_t(Seed), {}, uint64_t(Seed)}, Y = X;
  Y.Last += 5;
  const uint64_t InRegion =
      spread(X, &Y) * 3 + spread(Y, &X) + uint64_t(X.First);
  int Wrong = 0;
  for (int I = 0; I < N; ++I) {
    const uint64_t Added = I < 14 ? both(Seed + I) : I < 50 ? 0 : 2;
    if (Out[I] != InRegion + Added || Counts[I] != (I < 14 ? 2 : 1)) {
      std::printf("%d: %lu, %d instead of %lu\n", I, (unsigned long)Out[I],
                  Counts[I], (unsigned long)(InRegion + Added));
      ++Wrong;
    }
  }
  // CHECK: 0 wrong
  std::printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
