// Functions of another file that write through a pointer, and pointers to functions that are compared.
// RUN: %run-gpus %t %s %S/Inputs/functions-second.cpp
// RUN: %link-ahead %t.ahead %s %S/Inputs/functions-second.cpp

#include <cstdio>

#pragma omp begin declare target
extern void bump(int *Place);
static int Counter = 5;

static int twice(int X) { return 2 * X; }
static int square(int X) { return X * X; }
[[gnu::noinline]] static int apply(int (*What)(int), int X) {
  return What == twice ? 1000 + twice(X) : What(X);
}
#pragma omp end declare target

static void testVariables() {
  for (int I = 0; I < 3; ++I) {
    int Before = 0, After = 0;
#pragma omp target map(from : Before, After)
    {
      Before = Counter;
      bump(&Counter);
      After = Counter;
    }
    printf("%d, %d\n", Before, After);
  }
}

static void testComparison() {
  int First = 0, Second = 0;
#pragma omp target map(from : First, Second)
  {
    First = apply(twice, 7);
    Second = apply(square, 7);
  }
  printf("%d, %d\n", First, Second);
}

int main() {
  testVariables();
  testComparison();
}
