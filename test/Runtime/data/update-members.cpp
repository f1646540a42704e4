// Updates of sections with steps of arrays in structs touch exactly their elements; the packaged runtime's touch others.
// RUN: %build -O2 -gline-tables-only -fopenmp-version=51 %s -o %t && %ours %t
// RUN: %ours not --crash %t lost 2>&1 | FileCheck %s
// RUN: %build-deferred -O2 -gline-tables-only -fopenmp-version=51 %s -o %t.jit && %ours %t.jit
// RUN: %ours not --crash %t.jit lost 2>&1 | FileCheck %s

#include "check.h"

struct Inner {
  char Name[24];
  int Row[10];
};

struct Table {
  long Before;
  int Line[20];
  int Matrix[6][8];
  Inner Inside[3];
  int After, Last;

  void updateOwnLine() {
#pragma omp target update from(Line[2 : 3 : 4])
  }
};

static Table T;

static void fill(int Value) {
  T.Before = T.After = T.Last = Value;
  for (int &Each : T.Line)
    Each = Value;
  for (auto &Row : T.Matrix)
    for (int &Each : Row)
      Each = Value;
  for (Inner &Each : T.Inside)
    for (int &Element : Each.Row)
      Element = Value;
}

static int sum() {
  int Sum = int(T.Before) + T.After + T.Last;
  for (int Each : T.Line)
    Sum += Each;
  for (auto &Row : T.Matrix)
    for (int Each : Row)
      Sum += Each;
  for (Inner &Each : T.Inside)
    for (int Element : Each.Row)
      Sum += Element;
  return Sum;
}

/// Everything is 0 on the host and 1 on the device.
#define DO(X) _Pragma(#X)
#define TEST(What, Elements, Update, IsRight)                                  \
  {                                                                            \
    fill(1);                                                                   \
    DO(omp target enter data map(to : T))                                      \
    fill(0);                                                                   \
    Update;                                                                    \
    DO(omp target exit data map(delete : T))                                   \
    checkValue(What, sum(), Elements);                                         \
    check(What, IsRight);                                                      \
  }

int main(int Count, char **) {
  TEST("line", 3, DO(omp target update from(T.Line [1:3:2])),
       T.Line[1] && T.Line[3] && T.Line[5])
  TEST("own line", 3, T.updateOwnLine(), T.Line[2] && T.Line[6] && T.Line[10])
  TEST("matrix", 4, DO(omp target update from(T.Matrix [2:2] [1:2:3])),
       T.Matrix[2][1] && T.Matrix[2][4] && T.Matrix[3][1] && T.Matrix[3][4])
  TEST("inside", 2, DO(omp target update from(T.Inside[1].Row [3:2:5])),
       T.Inside[1].Row[3] && T.Inside[1].Row[8])
  TEST("with a member before", 3,
       DO(omp target update from(T.Before, T.Line [4:2:3])),
       T.Before && T.Line[4] && T.Line[7])
  TEST("with a member behind", 3,
       DO(omp target update from(T.Line [4:2:3], T.After)),
       T.After && T.Line[4] && T.Line[7])

  fill(0);
#pragma omp target enter data map(to : T)
  fill(1);
#pragma omp target update to(T.Line[0 : 5 : 4])
  int Sum = 0;
#pragma omp target map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < 20; ++I)
      Sum += T.Line[I] * (I % 4 ? 100 : 1);
  }
  checkValue("to the device", Sum, 5);
  // CHECK: omptarget: error OT308: {{.*}}update-members.cpp:[[@LINE+2]]: device 0: clang does not tell where 'T.Line[4:2:3]' ({{.*}}) lies among the members of its struct that the directive updates; update a section with a step in a directive of its own
  if (Count > 1) {
#pragma omp target update from(T.Before, T.Line[4 : 2 : 3], T.After)
  }
#pragma omp target exit data map(delete : T)
  return finish();
}
