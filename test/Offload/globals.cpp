// One `declare target` variable is shared by kernels and by the specialisations of one kernel.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#pragma omp begin declare target
int Counter = 5;
double Table[4] = {1, 2, 3, 4};
static int Hidden = 100;
const int Constant = 11;
namespace {
struct State {
  long Calls;
  int Last;
} Shared = {7, -1};
} // namespace
int *Inside = &Counter;
template <typename T> T PerType = T(3);
inline int Inlined = 9;

static void count(int By) {
  Counter += By;
  Hidden -= By;
  ++Shared.Calls;
  Shared.Last = By;
}
#pragma omp end declare target

// The loop bound and the branch make each value an image of its own.
static void addMany(int Times, bool Double) {
#pragma omp target
  for (int I = 0; I < Times; ++I)
    count(Double ? 2 : 1);
}

static void readBack(int &C, int &H, long &Calls, int &Last) {
#pragma omp target map(from : C, H, Calls, Last)
  {
    C = Counter;
    H = Hidden;
    Calls = Shared.Calls;
    Last = Shared.Last;
  }
}

static void testSpecializations() {
  int Expected = 5, Calls = 7;
  for (int Times = 1; Times <= 6; ++Times) {
    addMany(Times, Times % 2);
    Expected += Times % 2 ? 2 * Times : Times;
    Calls += Times;
  }
  addMany(3, true);
  Expected += 6;
  Calls += 3;
  int C = 0, H = 0, Last = 0;
  long CallsThere = 0;
  readBack(C, H, CallsThere, Last);
  checkValue("counter", C, Expected);
  checkValue("hidden", H, 105 - Expected);
  checkValue("calls", CallsThere, Calls);
  checkValue("last", Last, 2);
}

static void testUpdate() {
  Counter = 1000;
#pragma omp target update to(Counter)
  addMany(1, false);
#pragma omp target update from(Counter)
  checkValue("updated from", Counter, 1001);

  Table[2] = 30;
#pragma omp target update to(Table[2 : 1])
  double Sum = 0;
#pragma omp target map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < 4; ++I)
      Sum += Table[I];
    Table[0] = 0.5;
  }
  checkReal("table", Sum, 37);
#pragma omp target update from(Table)
  checkReal("table updated", Table[0], 0.5);
}

// The address of a global inside another global is the device's.
static void testAddresses() {
  int Through = 0, Fixed = 0;
  bool Same = false;
#pragma omp target map(from : Through, Fixed, Same)
  {
    *Inside += 1;
    Through = Counter;
    Same = Inside == &Counter;
    Fixed = Constant;
  }
  checkValue("through a pointer", Through, 1002);
  check("address", Same);
  checkValue("constant", Fixed, 11);
}

static void testTemplates() {
  int I = 0;
  float F = 0;
#pragma omp target map(from : I, F)
  {
    PerType<int> += 1;
    PerType<float> *= 2;
    Inlined += 1;
    I = PerType<int> + Inlined;
    F = PerType<float>;
  }
  checkValue("template and inline variables", I, 14);
  checkReal("template variable", F, 6);
}

int main() {
  testSpecializations();
  testUpdate();
  testAddresses();
  testTemplates();
  return finish();
}
