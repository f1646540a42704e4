// Target regions run in static constructors and destructors, before and after main.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <cstdlib>
#include <unistd.h>

static int square(int Value) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = Value * Value;
  return Result;
}

struct Early {
  Early() : Value(square(6)) {}
  ~Early() {
    // The exit status cannot be changed any more except at once.
    int Late = square(Value);
    printf("destructor: %d\n", Late);
    fflush(stdout);
    if (Late != 36 * 36)
      _exit(1);
  }
  int Value;
};
static Early Object;

static void atExit() {
  if (square(5) != 25)
    _exit(1);
}

int main() {
  std::atexit(atExit);
  checkValue("constructor", Object.Value, 36);
  checkValue("main", square(4), 16);
  return finish();
}
