// Map clauses count references, copy in the right direction and find what is there.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g
//
// Nothing here depends on whether host and device memory are one, except where
// the program asks for it.

#include "Inputs/check.h"

#include <omp.h>

static bool Offloading;

static bool present(const void *Pointer) {
  return omp_target_is_present(Pointer, omp_get_default_device());
}

static void testReferences() {
  int Data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  check("not there", present(Data) != Offloading);
#pragma omp target enter data map(to : Data)
#pragma omp target enter data map(to : Data)
  check("there", present(Data));
#pragma omp target map(tofrom : Data)
  Data[0] += 10;
#pragma omp target exit data map(from : Data)
  check("still there", present(Data));
#pragma omp target exit data map(from : Data)
  check("gone", present(Data) != Offloading);
  checkValue("copied at the last", Data[0], 11);
}

static void testDelete() {
  int Data[4] = {};
#pragma omp target enter data map(alloc : Data)
#pragma omp target enter data map(alloc : Data)
#pragma omp target exit data map(delete : Data)
  check("deleted", present(Data) != Offloading);
}

static void testAlways() {
  int Value = 1, Seen = 0;
#pragma omp target data map(tofrom : Value)
  {
    Value = 2;
#pragma omp target map(always, to : Value) map(from : Seen)
    Seen = Value;
#pragma omp target map(always, tofrom : Value)
    Value += 5;
    checkValue("always, from", Value, 7);
  }
  checkValue("always, to", Seen, 2);
}

static void testUpdate() {
  double Data[100];
  for (int I = 0; I < 100; ++I)
    Data[I] = I;
#pragma omp target data map(to : Data)
  {
#pragma omp target
    for (int I = 0; I < 100; ++I)
      Data[I] *= 2;
    if (Offloading)
      for (int I = 10; I < 20; ++I)
        Data[I] = -1;
#pragma omp target update from(Data[10 : 5])
    checkReal("updated", Data[10] + Data[14], 48);
    if (Offloading)
      checkReal("not updated", Data[15], -1);
    else
      checkReal("not updated", -1, -1);
#pragma omp target update from(Data)
  }
  checkReal("all", Data[99], 198);
}

static void testZeroLength() {
  int Data[3] = {7, 8, 9};
  int *Pointer = Data;
  bool Null = false;
  int Seen = 0;
#pragma omp target map(to : Pointer[ : 0]) map(from : Null)
  Null = Pointer == nullptr;
  check("zero-length section of nothing", true);
#pragma omp target data map(to : Data)
  {
#pragma omp target map(to : Pointer[ : 0]) map(from : Seen)
    Seen = Pointer[2];
  }
  checkValue("zero-length section of something", Seen, 9);
  (void)Null;
}

static void testImplicit() {
  int Scalar = 5, Array[3] = {1, 2, 3};
  struct {
    int A, B;
  } Object = {1, 2};
#pragma omp target
  {
    Scalar = 100;
    Array[1] += Scalar;
    Object.B += Scalar;
  }
  checkValue("scalars are copies", Scalar, 5);
  checkValue("arrays are mapped", Array[1], 102);
  checkValue("objects are mapped", Object.B, 102);
#pragma omp target defaultmap(tofrom : scalar)
  Scalar = 200;
  checkValue("defaultmap", Scalar, 200);
#pragma omp target private(Scalar) firstprivate(Array)
  {
    Scalar = 1;
    Array[0] = Scalar;
  }
  checkValue("private", Scalar + Array[0], 201);
}

int main() {
  int Host = 1;
#pragma omp target map(from : Host)
  Host = omp_is_initial_device();
  Offloading = !Host;
  testReferences();
  testDelete();
  testAlways();
  testUpdate();
  testZeroLength();
  testImplicit();
  return finish();
}
