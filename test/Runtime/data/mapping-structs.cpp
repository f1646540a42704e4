// Structs keep their own pointers on the host and get attached ones on the device.
// RUN: %build -O2 -fopenmp-version=60 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=60 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>
#include <stdlib.h>

struct Table {
  int Size;
  double *Values;
  int Tag;
};

static bool present(const void *P) { return omp_target_is_present(P, 0); }

static void testWholeStruct() {
  double Array[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  Table T{8, Array, 1};
#pragma omp target map(tofrom : T) map(tofrom : T.Values[0 : 8])
  {
    T.Tag = 9;
    for (int I = 0; I < T.Size; ++I)
      T.Values[I] *= 2;
  }
  checkValue("member", T.Tag, 9);
  checkReal("element", Array[7], 14);
  check("pointer kept", T.Values == Array);
}

static void testUpdatesLeavePointersAlone() {
  double Array[4] = {1, 2, 3, 4};
  Table T{4, Array, 1};
#pragma omp target enter data map(to : T) map(to : T.Values[0 : 4])
#pragma omp target
  {
    T.Values[3] = 42;
    T.Tag = 10;
  }
#pragma omp target update from(T)
  check("pointer kept by update from", T.Values == Array);
  checkValue("updated from", T.Tag, 10);
  T.Tag = 77;
#pragma omp target update to(T)
  int Tag = 0;
  double Value = 0;
#pragma omp target map(from : Tag, Value)
  {
    Tag = T.Tag;
    Value = T.Values[3];
  }
  checkValue("updated to", Tag, 77);
  checkReal("pointer kept by update to", Value, 42);
#pragma omp target exit data map(from : T.Values[0 : 4]) map(from : T)
  check("gone", !present(&T) && !present(Array));
  checkReal("copied back", Array[3], 42);
}

static void testPartOfAStruct() {
  double Array[8] = {};
  Table T{5, Array, 3};
#pragma omp target map(T.Values[2 : 4], T.Size)
  T.Values[2] = T.Size;
  checkReal("partial struct", Array[2], 5);
  checkValue("not mapped", T.Tag, 3);
}

static void testPointerMappedBefore() {
  double Array[4] = {1, 2, 3, 4};
  double *P = Array;
#pragma omp target enter data map(to : P)
#pragma omp target enter data map(to : P[0 : 4])
  double Value = 0;
#pragma omp target map(from : Value)
  Value = P[2];
  checkReal("attached later", Value, 3);
#pragma omp target exit data map(release : P[0 : 4])
#pragma omp target exit data map(release : P)
}

static void testLambda() {
  int Factor = 3, Result = 0;
  double Array[10];
  double *P = Array;
  for (int I = 0; I < 10; ++I)
    P[I] = I;
  auto Lambda = [&, P](int I) { return P[I] * Factor; };
#pragma omp target map(to : P[0 : 10]) map(to : Factor) map(from : Result)
  Result = int(Lambda(4));
  checkValue("lambda", Result, 12);
}

static void testUseDevice() {
  double Array[10] = {};
  double *P = Array;
#pragma omp target data map(alloc : P[0 : 10]) use_device_ptr(P)
  {
    check("use_device_ptr", P == omp_get_mapped_ptr(Array, 0));
#pragma omp target is_device_ptr(P)
    P[3] = 7;
  }
  check("restored", P == Array);
#pragma omp target data map(from : Array[0 : 10]) use_device_addr(Array[0 : 10])
  {
#pragma omp target has_device_addr(Array[0 : 10])
    Array[4] = 6;
  }
  checkReal("use_device_addr", Array[4], 6);
}

static void testPrivate() {
  double Local[20] = {};
  Local[3] = 1.5;
  struct {
    int A, B, C, D, E;
  } Large{1, 2, 3, 4, 5};
  double Sum = 0;
#pragma omp target firstprivate(Local, Large) map(from : Sum)
  {
    Local[3] += 1;
    Large.E++;
    Sum = Local[3] + Large.E;
  }
  checkReal("firstprivate", Sum, 8.5);
  check("unchanged", Local[3] == 1.5 && Large.E == 5);
#pragma omp target private(Local) map(from : Sum)
  {
    Local[0] = 3;
    Sum = Local[0];
  }
  checkReal("private", Sum, 3);
}

int main() {
  testWholeStruct();
  testUpdatesLeavePointersAlone();
  testPartOfAStruct();
  testPointerMappedBefore();
  testLambda();
  testUseDevice();
  testPrivate();
  return finish();
}
