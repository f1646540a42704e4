// `declare target` variables are there from the start and stay, or are linked; functions have variants.
// RUN: %run-all-modes %t %s -O2 -fopenmp-version=51 -DENTER=to
// RUN: %run-all-modes %t %s -O2 -fopenmp-version=52 -DENTER=enter

#include "Inputs/check.h"

#include <omp.h>

int To = 1;
#pragma omp declare target ENTER(To) device_type(any)
int Entered[4] = {1, 2, 3, 4};
#pragma omp declare target ENTER(Entered)
int Linked[8] = {5, 6, 7, 8};
#pragma omp declare target link(Linked)
#pragma omp begin declare target
struct Point {
  int X, Y;
  int sum() const { return X + Y; }
} Origin = {3, 4};
int *Pointer = nullptr;
int twice(int X) { return 2 * X; }
#pragma omp end declare target
#pragma omp begin declare target
int onHost() { return 1; }
#pragma omp begin declare variant match(device = {kind(nohost)})
int onHost() { return 0; }
#pragma omp end declare variant
#pragma omp end declare target

static bool Offloading;

static bool present(const void *P) {
  return omp_target_is_present(P, omp_get_default_device());
}

static void testTo() {
  check("present from the start", present(&To) && present(&Entered[3]));
  To = 50;
  int Seen = 0;
#pragma omp target map(from : Seen)
  Seen = To;
  check("has its own value", Seen == (Offloading ? 1 : 50));
#pragma omp target update to(To)
#pragma omp target map(from : Seen)
  Seen = To;
  checkValue("updated", Seen, 50);
  // Mapping it copies nothing, and it cannot leave.
#pragma omp target map(tofrom : To)
  To = 60;
  check("no copy", To == (Offloading ? 50 : 60));
#pragma omp target exit data map(delete : To)
  check("still present", present(&To));
#pragma omp target update from(To)
  checkValue("kept", To, 60);
}

static void testEnter() {
#pragma omp target
  Entered[2] += 100;
#pragma omp target update from(Entered[2 : 2])
  checkValue("element", Entered[2], 103);
#pragma omp target map(always, tofrom : Entered)
  Entered[0] = 7;
  checkValue("always", Entered[0], 7);
}

static void testLink() {
  check("not present", present(Linked) != Offloading);
#pragma omp target data map(tofrom : Linked)
  {
    check("present", present(Linked));
#pragma omp target
    Linked[1] = twice(Linked[1]);
  }
  checkValue("link", Linked[1], 12);
  check("left", present(Linked) != Offloading);
#pragma omp target map(always, tofrom : Linked[0 : 2])
  Linked[0] += 1;
  checkValue("a part", Linked[0], 6);
}

static void testPointer() {
  int Data[3] = {1, 2, 3};
  Pointer = Data;
#pragma omp target enter data map(to : Pointer[0 : 3])
  int Sum = 0;
#pragma omp target map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < 3; ++I)
      Sum += Pointer[I];
    Pointer[0] = 9;
  }
  checkValue("through a global pointer", Sum, 6);
#pragma omp target exit data map(from : Pointer[0 : 3])
  checkValue("copied back", Data[0], 9);
}

static void testFunctions() {
  int Sum = 0, Other = -1;
#pragma omp target map(from : Sum, Other)
  {
    Origin.X = 30;
    Sum = Origin.sum();
    Other = onHost();
  }
  checkValue("member function", Sum, 34);
  check("variant", Other == !Offloading);
  checkValue("on the host", onHost(), 1);
}

int main() {
  Offloading = omp_get_num_devices() > 0;
  testTo();
  testEnter();
  testLink();
  testPointer();
  testFunctions();
  // The modes print the same wherever the host and the device differ by rule.
  return Failures != 0;
}
