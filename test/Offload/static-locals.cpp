// A static local of device code lives once for a device, whichever image uses it.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#pragma omp begin declare target
static int next(int Step) {
  static int Value = 10;
  Value += Step;
  return Value;
}

// Dynamically initialised: by the first kernel that comes here.
static int lazily(int First) {
  static int Value = First * First;
  return Value++;
}

struct Shared {
  static int &instance() {
    static int Value;
    return Value;
  }
};

inline int inlineCounter() {
  static int Calls = 0;
  return ++Calls;
}

template <typename T> int perType() {
  static int Calls = sizeof(T);
  return Calls++;
}
#pragma omp end declare target

static int fromFirstKernel(int Step, int Times) {
  int Result = 0;
#pragma omp target map(from : Result)
  {
    Result = 0;
    for (int I = 0; I < Times; ++I)
      Result = next(Step);
  }
  return Result;
}

static int fromSecondKernel(int Step) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = next(Step) * 2;
  return Result;
}

static int lazilyFrom(int First) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = lazily(First);
  return Result;
}

static int shared(int By) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = (Shared::instance() += By);
  return Result;
}

static int counters(bool AlsoTypes) {
  int Result = 0;
#pragma omp target map(from : Result)
  {
    Result = inlineCounter();
    if (AlsoTypes)
      Result = 100 * perType<int>() + 10 * perType<char>() + perType<int>();
  }
  return Result;
}

int main() {
  checkValue("first kernel", fromFirstKernel(1, 1), 11);
  checkValue("another specialisation", fromFirstKernel(2, 3), 17);
  checkValue("second kernel", fromSecondKernel(3), 40);
  checkValue("first kernel again", fromFirstKernel(1, 1), 21);
  checkValue("lazily, 3", lazilyFrom(3), 9);
  checkValue("lazily, 4", lazilyFrom(4), 10);
  checkValue("shared, 5", shared(5), 5);
  checkValue("shared, 6", shared(6), 11);
  checkValue("counters", counters(false), 1);
  checkValue("types", counters(true), 400 + 10 + 5);
  checkValue("counters again", counters(false), 3);
  return finish();
}
