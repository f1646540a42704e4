// Functions that write to structures that they get by value, in code around parallel regions: all threads see what is written.
// RUN: %run-gpus --checked %t %s

#include <cstdint>
#include <cstdio>

struct Box {
  int16_t First;
  uint16_t Array[17];
  uint64_t Last;
};

[[gnu::noinline]] static uint64_t spread(Box B, Box *To) {
  for (int J = 0; J < 17; ++J) {
    B.Array[J] = uint16_t(B.Array[J] * 3 + J);
    To->Array[J] = uint16_t(B.Array[J] ^ To->Last);
  }
  To->First = int16_t(To->First + B.First);
  return B.Last + B.Array[B.Last % 17] + To->Array[0];
}

int main(int Count, char **) {
  long Out[64] = {};
  const int N = Count + 2;
#pragma omp target map(tofrom : Out) map(to : N)
  {
    Box A = {int16_t(N * 7), {}, uint64_t(N) ^ 5}, B = A;
    B.Last += 5;
    uint64_t V = spread(A, &B) * 3 + spread(B, &A);
    V ^= A.First + B.Array[2] * 3;
    // As many regions as the structures say, and as many threads.
    for (uint64_t L = 0; L < V % 5 + 2; ++L) {
#pragma omp parallel for
      for (int I = 0; I < 64; ++I)
        Out[I] += I + L;
    }
#pragma omp parallel for if (parallel : (V & 2) == 0)
    for (int I = 0; I < 64; ++I)
      Out[I] += I;
    Out[3] += V;
  }
  long Sum = 0;
  for (long Each : Out)
    Sum = (Sum * 3 + Each) % 65521;
  printf("%ld\n", Sum);
}
