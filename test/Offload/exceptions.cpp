// Exceptions are thrown and caught inside a target region, objects destroyed on the way.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <stdexcept>

#pragma omp begin declare target
static int Alive = 0;
struct Guard {
  Guard() { ++Alive; }
  ~Guard() { --Alive; }
};

static int throwing(int Depth, int Value) {
  Guard G;
  if (Depth == 0)
    throw Value;
  return throwing(Depth - 1, Value) + 1;
}

struct OwnError : std::runtime_error {
  explicit OwnError(int Code) : std::runtime_error("own"), Code(Code) {}
  int Code;
};
#pragma omp end declare target

static void testInteger(int Depth, int Value) {
  int Caught = 0, Left = -1;
#pragma omp target map(from : Caught, Left)
  {
    try {
      Caught = throwing(Depth, Value);
    } catch (int Thrown) {
      Caught = Thrown;
    }
    Left = Alive;
  }
  checkValue("caught", Caught, Value);
  checkValue("objects left", Left, 0);
}

static void testClass(int Code) {
  int Caught = 0;
#pragma omp target map(from : Caught)
  {
    try {
      try {
        throw OwnError(Code);
      } catch (const std::logic_error &) {
        Caught = -1;
      }
    } catch (const std::runtime_error &Error) {
      const auto *Own = dynamic_cast<const OwnError *>(&Error);
      Caught = Own ? Own->Code + (Error.what()[0] == 'o') : -2;
    }
  }
  checkValue("class", Caught, Code + 1);
}

static void testInThreads() {
  int Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
  for (int I = 0; I < 100; ++I) {
    try {
      if (I % 10 == 0)
        throw I;
      Sum += 1;
    } catch (int Thrown) {
      Sum += Thrown;
    }
  }
  checkValue("in threads", Sum, 90 + 450);
}

// The host's own exceptions pass by a region that has run.
static void testOnHost() {
  int Value = 0;
  try {
#pragma omp target map(tofrom : Value)
    Value = 3;
    throw Value;
  } catch (int Thrown) {
    checkValue("on the host", Thrown, 3);
  }
}

int main() {
  testInteger(3, 17);
  testInteger(5, 18);
  testClass(40);
  testClass(41);
  testInThreads();
  testOnHost();
  return finish();
}
