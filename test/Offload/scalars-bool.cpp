// Booleans and characters decide branches in the kernel by their value alone.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

static int choose(bool First, bool Second, int IfFirst, int IfSecond,
                  int Else) {
  int Result = -1;
#pragma omp target map(from : Result)
  {
    if (First && Second)
      Result = IfFirst + IfSecond;
    else if (First)
      Result = IfFirst;
    else if (Second)
      Result = IfSecond;
    else
      Result = Else;
  }
  return Result;
}

static int countSet(bool A, bool B, bool C, bool D) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = A + B + C + D + (A ^ D) * 10 + (!B) * 100;
  return Result;
}

static int parity(bool Odd, int Count) {
  int Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    if ((I % 2 != 0) == Odd)
      Sum += I;
  return Sum;
}

int main() {
  for (int Round = 0; Round < 2; ++Round) {
    checkValue("both", choose(true, true, 10, 20, 30), 30);
    checkValue("first", choose(true, false, 10, 20, 40), 10);
    checkValue("second", choose(false, true, 10, 20, 40), 20);
    checkValue("neither", choose(false, false, 10, 20, 40), 40);
  }
  for (int Bits = 0; Bits < 16; ++Bits) {
    bool A = Bits & 1, B = Bits & 2, C = Bits & 4, D = Bits & 8;
    checkValue("count", countSet(A, B, C, D),
               A + B + C + D + (A ^ D) * 10 + (!B) * 100);
  }
  checkValue("odd", parity(true, 1000), 250000);
  checkValue("even", parity(false, 1000), 249500);
  return finish();
}
