// Objects with constructors are made on the device before its first kernel.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

struct Counted {
  explicit Counted(int Start) : Value(Start * 2), Self(this) {}
  ~Counted() { Value = -1; }
  void add(int By) { Value += By; }
  int Value;
  Counted *Self;
};

#pragma omp begin declare target
Counted Object(21);
int Computed = Object.Value + 1;

/// What the optimiser cannot run in the constructors' place.
volatile int Calls = 0;
struct Late {
  explicit Late(int Weight) : Order(Weight + 10 * Calls) { Calls = Calls + 1; }
  int Order;
};
__attribute__((init_priority(200))) Late MadeSecond(2);
__attribute__((init_priority(101))) Late MadeFirst(1);
Late MadeThird(3);
#pragma omp end declare target

static int add(int By, int Times) {
  int Result = 0;
#pragma omp target map(from : Result)
  {
    for (int I = 0; I < Times; ++I)
      Object.add(By);
    Result = Object.Self == &Object ? Object.Value : -1;
  }
  return Result;
}

int main() {
  int First = 0;
#pragma omp target map(from : First)
  First = Computed;
  checkValue("computed", First, 43);
  checkValue("one", add(1, 1), 43);
  checkValue("three by two", add(3, 2), 49);
  checkValue("again", add(1, 1), 50);
  int Orders[3] = {};
#pragma omp target map(from : Orders)
  {
    Orders[0] = MadeFirst.Order;
    Orders[1] = MadeSecond.Order;
    Orders[2] = MadeThird.Order;
  }
  checkValue("first", Orders[0], 1);
  checkValue("second", Orders[1], 12);
  checkValue("third", Orders[2], 23);
  return finish();
}
