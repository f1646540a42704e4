// `declare target link` variables are on the device while they are mapped.
// RUN: %run-all-modes %t %s -O2

#include "Inputs/check.h"

int Big[1000];
double Scale = 2;
#pragma omp declare target link(Big, Scale)

static long sum(int Count) {
  long Sum = 0;
#pragma omp target map(to : Big, Scale) map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < Count; ++I)
      Sum += static_cast<long>(Big[I] * Scale);
  }
  return Sum;
}

static void fill(int Value) {
#pragma omp target teams distribute parallel for map(tofrom : Big)
  for (int I = 0; I < 1000; ++I)
    Big[I] = Value + I;
}

int main() {
  fill(1);
  checkValue("first", Big[0] + Big[999], 1001);
  checkValue("sum", sum(10), 110);
  Scale = 3;
#pragma omp target enter data map(to : Big)
  checkValue("there already", sum(2), 9);
  Big[0] = 1000;
#pragma omp target update to(Big[ : 1])
  checkValue("updated", sum(2), 3006);
#pragma omp target exit data map(delete : Big)
  checkValue("copied again", sum(1), 3000);
  return finish();
}
