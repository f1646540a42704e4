// Collapsed loops: of different types, with bounds that depend on outer loops, with steps up and down.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <cstdint>

constexpr int N = 400;

/// A number for the visits, which changes with each and its place.
static long digest(const int (&Visits)[N]) {
  long Sum = 0;
  for (int Each : Visits)
    Sum = (Sum * 31 + Each) % 1000003;
  return Sum;
}

static void rectangles(int Rows, int Columns) {
  int Visits[N] = {};
#pragma omp target teams distribute parallel for collapse(2) map(Visits)       \
    num_teams(3) thread_limit(48)
  for (int R = 0; R < Rows; ++R)
    for (uint64_t C = 5; C < uint64_t(Columns) + 5; ++C)
      Visits[R * Columns + int(C) - 5] += R + int(C);
#pragma omp target parallel for collapse(3) schedule(dynamic, 4) map(Visits)   \
    num_threads(50)
  for (int8_t R = int8_t(Rows - 1); R >= 0; --R)
    for (unsigned C = 0; C < unsigned(Columns); C += 2)
      for (long K = 3; K > 0; K -= 2) {
#pragma omp atomic
        Visits[R * Columns + int(C)] += int(K) * 100;
      }
#pragma omp target teams distribute collapse(2) map(Visits) num_teams(4)
  for (int R = 0; R != Rows; ++R)
    for (int C = Columns; C != 0; --C)
      Visits[R * Columns + C - 1] += 1000;
#pragma omp target teams loop collapse(2) map(Visits)
  for (short R = 0; R < Rows; R += 3)
    for (short C = 0; C <= Columns - 1; ++C)
      Visits[R * Columns + C] += 7;
  printf("%d by %d: %ld\n", Rows, Columns, digest(Visits));
}

static void triangles(int Rows) {
  int Visits[N] = {};
#pragma omp target parallel for collapse(2) map(Visits) num_threads(40)
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C <= R; ++C)
      Visits[R * Rows + C] += 1;
#pragma omp target parallel for collapse(2) schedule(static, 3) map(Visits)    \
    num_threads(40)
  for (int R = 0; R < Rows; ++R)
    for (int C = Rows - 1; C > R; --C)
      Visits[R * Rows + C] += 10;
#pragma omp target teams distribute parallel for collapse(2) map(Visits)
  for (long R = 0; R < Rows; ++R)
    for (long C = R / 2; C < Rows - R / 3; C += 1)
      Visits[R * Rows + C] += 100;
  printf("triangle of %d: %ld\n", Rows, digest(Visits));
}

/// More iterations than 32 bits can count would take too long: their number is
/// only large before a condition leaves most of them out.
static void products() {
  long Count = 0;
#pragma omp target teams distribute parallel for collapse(3) num_teams(4)      \
    reduction(+ : Count)
  for (int I = 0; I < 70; ++I)
    for (int64_t J = -5000000000; J < -4999999970; ++J)
      for (uint8_t K = 250; K < 255; ++K)
        Count += I + int(J + 5000000000) + K;
  long Expected = 0;
  for (int I = 0; I < 70; ++I)
    for (int J = 0; J < 30; ++J)
      for (int K = 250; K < 255; ++K)
        Expected += I + J + K;
  expect("products", Count, Expected);
}

int main() {
  rectangles(20, 20);
  rectangles(1, 7);
  rectangles(13, 1);
  rectangles(0, 9);
  triangles(1);
  triangles(19);
  products();
  return finish();
}
