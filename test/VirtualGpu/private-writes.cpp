// A function that writes through a pointer, to a variable that the threads share in one call and to one of which each has
// a copy in the next, in code around parallel regions: what they compute of either they agree on.
// RUN: %run-gpus --checked %t %s

#include <cstdint>
#include <cstdio>

struct Box {
  int16_t First;
  uint16_t Array[5];
  uint64_t Last;
};

[[gnu::noinline]] static uint64_t spread(Box B, Box *To) {
  for (int J = 0; J < 5; ++J) {
    B.Array[J] = uint16_t(B.Array[J] * 3 + J);
    To->Array[J] = uint16_t(B.Array[J] ^ To->Last);
  }
  To->First = int16_t(To->First + B.First);
  return B.Last + B.Array[B.Last % 5] + To->Array[0];
}

/// The source changes right behind the copy.
[[gnu::noinline]] static void move(Box *To, Box *From) {
  *To = *From;
  From->Last += 1;
  From->First = 9;
}

/// What is written, one thread finds for all.
[[gnu::noinline]] static void count(long *Counter, long *Before) {
  long Found;
#pragma omp atomic capture
  {
    Found = *Counter;
    *Counter += 3;
  }
  *Before = Found;
}

int main(int Count, char **) {
  long Out[3][64] = {}, Counter[2] = {40, 0};
  const int N = Count + 2;
#pragma omp target teams map(tofrom : Out, Counter) map(to : N) num_teams(1)
  {
    Box A = {int16_t(uint64_t(float(uint8_t(N)))), {}, uint64_t(N)}, B = A;
    B.Last += 5;
    uint64_t V = spread(A, &B) * 3 + spread(B, &A);
    V ^= uint64_t(A.First) + B.Array[0] * 3;
#pragma omp parallel for if (parallel : (V & 16) != 0)
    for (int I = 0; I < 64; ++I)
      Out[0][I] += V;
#pragma omp parallel for if (parallel : (V & 8) != 0)
    for (int I = 0; I < 64; ++I)
      Out[0][I] += V;

    Box C = {int16_t(N), {1, 2}, uint64_t(N)}, D = {};
    move(&D, &C);
    move(&C, &A);
    const uint64_t W = C.Last * 3 + D.Last * 5 + C.First + D.First;
#pragma omp parallel for num_threads(W % 7 + 2)
    for (int I = 0; I < 64; ++I)
      Out[1][I] += W + A.First;

    long X = 0, Before = 0, Again = 0;
    count(&Counter[0], &Before);
    count(&X, &Counter[1]);
    count(&Before, &Again);
#pragma omp parallel for num_threads((Before + Again + X) % 7 + 2)
    for (int I = 0; I < 64; ++I)
      Out[2][I] += Before * 3 + Again;
  }
  for (auto &Each : Out) {
    long Sum = 0;
    for (long Value : Each)
      Sum = (Sum * 3 + Value) % 65521;
    printf("%ld ", Sum);
  }
  printf("%ld %ld\n", Counter[0], Counter[1]);
}
