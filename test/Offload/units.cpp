// Kernels, globals and functions of several translation units find and do not disturb each other.
// RUN: %run-all-modes %t %s %S/Inputs/units-second.cpp %S/Inputs/units-none.cpp -O2
// RUN: %run-all-modes %t %s %S/Inputs/units-second.cpp %S/Inputs/units-none.cpp -O0 -g

#include "Inputs/units.h"
#include "Inputs/check.h"

// The name that the second unit has too, for another variable.
#pragma omp begin declare target
static int Hidden = 1;
#pragma omp end declare target

int plainHostFunction(int Value);

static int hiddenHere(int By) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = (Hidden += By);
  return Result;
}

int main() {
  checkValue("shared function", inHeader(5), 105);
  checkValue("shared function from the second", secondUnitHeader(6), 111);
  checkValue("own of the first", ownOfUnit(7), 1007);
  checkValue("own of the second", secondUnitOwn(7), 2007);
  checkValue("own of the first again", ownOfUnit(8), 3008);
  checkValue("hidden here", hiddenHere(1), 2);
  checkValue("hidden there", secondUnitHidden(1), 21);
  checkValue("hidden here again", hiddenHere(2), 4);
  double Sum = 0;
  int Counter = 0;
#pragma omp target map(from : Sum, Counter)
  {
    Sum = Weights[0] + Weights[1] + Weights[2];
    Counter = SharedCounter;
  }
  checkReal("constants of the second", Sum, 4.5);
  checkValue("counter of the second", Counter, 111);
  checkValue("no device code", plainHostFunction(1), 2);
  return finish();
}
