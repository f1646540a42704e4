// User-defined mappers map, count and release what they name.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t
// RUN: %build-deferred -O2 %s -o %t.jit && %ours %t.jit
//
// The packaged runtime keeps some of the mappings for ever, so there is nothing
// to compare with.

#include "check.h"

#include <omp.h>

struct Row {
  int Length;
  int *Cells;
};
#pragma omp declare mapper(Row R) map(R, R.Cells[0 : R.Length])

struct Pair {
  Row First, Second;
};
#pragma omp declare mapper(Pair P) map(P.First, P.Second)

static bool present(const void *P) { return omp_target_is_present(P, 0); }

static void testArray() {
  int Cells[3][4] = {};
  Row Rows[3] = {{2, Cells[0]}, {3, Cells[1]}, {4, Cells[2]}};
#pragma omp target map(tofrom : Rows[0 : 3])
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < Rows[I].Length; ++J)
      Rows[I].Cells[J] = 10 * I + J + 1;
  checkValue("first", Cells[0][1], 2);
  checkValue("last", Cells[2][3], 24);
  check("pointers kept", Rows[2].Cells == Cells[2]);
  check("released", !present(Rows) && !present(Cells[2]));
}

static void testCounts() {
  int Cells[2] = {1, 2};
  Row R{2, Cells};
#pragma omp target enter data map(to : R)
#pragma omp target enter data map(to : R)
#pragma omp target exit data map(from : R)
  check("counted", present(&R) && present(Cells));
#pragma omp target
  R.Cells[0] = 5;
#pragma omp target update from(R)
  checkValue("updated", Cells[0], 5);
#pragma omp target exit data map(from : R)
  check("released", !present(&R) && !present(Cells));
}

static void testDelete() {
  int Cells[2] = {1, 2};
  Row Rows[2] = {{1, Cells}, {1, Cells + 1}};
#pragma omp target enter data map(to : Rows[0 : 2])
#pragma omp target enter data map(to : Rows[0 : 2])
#pragma omp target exit data map(delete : Rows[0 : 2])
  check("deleted", !present(Rows) && !present(Cells));
}

static void testNested() {
  int A[2] = {1, 2}, B[3] = {3, 4, 5};
  Pair P{{2, A}, {3, B}};
#pragma omp target map(tofrom : P)
  P.Second.Cells[2] += P.First.Cells[1];
  checkValue("nested", B[2], 7);
  check("released", !present(&P) && !present(A) && !present(B));
}

int main() {
  testArray();
  testCounts();
  testDelete();
  testNested();
  return finish();
}
