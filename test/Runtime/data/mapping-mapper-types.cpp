// Map types and modifiers reach what a mapper names, also through nested mappers and sections.
// RUN: %build -O2 -fopenmp-version=60 %s -o %t && %ours %t
// RUN: %build-deferred -O2 -fopenmp-version=60 %s -o %t.jit && %ours %t.jit
//
// `present` holds for what the mapper adds as well.
// RUN: %ours not --crash %t absent 2>&1 | FileCheck %s
// RUN: %ours not --crash %t.jit absent 2>&1 | FileCheck %s
// CHECK: omptarget: error OT302: {{.*}} (8 bytes) has a 'present' modifier and is not mapped
//
// The packaged runtime fails with a mapper beside a mapped struct, and gives the
// modifiers only to what clang hands them on for: the whole.

#include "check.h"

#include <omp.h>

struct Row {
  int Length;
  int *Cells;
};
#pragma omp declare mapper(Row R) map(R, R.Cells[0 : R.Length])
// Not the whole row, which clang would map by its default mapper.
#pragma omp declare mapper(head : Row R) map(R.Length, R.Cells, R.Cells[0 : 1])

struct Sheet {
  Row Rows[2];
  int Total;
};
#pragma omp declare mapper(Sheet S) map(S.Rows[0 : 2]) map(S.Total)

static bool present(const void *P) { return omp_target_is_present(P, 0); }

/// The device's copy of \p Value.
static int there(const int &Value) {
  int Copy = -1;
  omp_target_memcpy(&Copy, omp_get_mapped_ptr(&Value, 0), sizeof(int), 0, 0,
                    omp_get_initial_device(), 0);
  return Copy;
}

// The row is mapped twice, so its count is 2 and nothing is copied but by
// `always`: host 7 goes in, device 8 comes out.
static void testAlways() {
  int Cells[3] = {1, 2, 3};
  Row R{3, Cells};
#pragma omp target enter data map(to : R)
  Cells[1] = 7;
#pragma omp target enter data map(to : R)
  checkValue("counted only", there(Cells[1]), 2);
#pragma omp target enter data map(always, to : R)
  checkValue("always, to", there(Cells[1]), 7);
#pragma omp target
  R.Cells[1] += 1;
#pragma omp target exit data map(from : R)
  checkValue("not the last", Cells[1], 7);
#pragma omp target exit data map(always, from : R)
  checkValue("always, from", Cells[1], 8);
  check("the pointer is the host's", R.Cells == Cells);
  check("one is left", present(Cells) && present(&R));
  // Three times in, two times out, and `delete` does the rest at once.
#pragma omp target enter data map(alloc : R)
#pragma omp target exit data map(delete : R)
  check("delete", !present(Cells) && !present(&R));
}

// What the mapper adds is held with the row.
static void testHold() {
  int Cells[2] = {1, 2};
  Row R{2, Cells};
#pragma omp target data map(ompx_hold, tofrom : R)
  {
#pragma omp target exit data map(delete : Cells)
#pragma omp target exit data map(delete : R)
    check("held", present(Cells) && present(&R));
#pragma omp target
    R.Cells[1] = 21;
  }
  checkValue("copied back", Cells[1], 21);
  check("let go", !present(Cells) && !present(&R));
}

static void testPresentAndClose() {
  int Cells[2] = {1, 2};
  Row R{2, Cells};
#pragma omp target data map(close, tofrom : R)
  {
    check("close", present(Cells));
#pragma omp target map(present, tofrom : R)
    R.Cells[1] = 20;
#pragma omp target exit data map(present, release : R)
    check("released", !present(Cells) && !present(&R));
  }
  checkValue("no copy after that", Cells[1], 2);
}

// The first of three cells is what `head` maps.
static void testNamed() {
  int Cells[3] = {1, 2, 3};
  Row R{3, Cells};
#pragma omp target enter data map(mapper(head), to : R)
  check("the first cell", present(Cells) && !present(Cells + 1));
#pragma omp target map(mapper(head), to : R)
  R.Cells[0] = 10;
#pragma omp target update from(mapper(head) : R)
  checkValue("updated", Cells[0], 10);
#pragma omp target exit data map(mapper(head), release : R)
  check("gone", !present(Cells) && !present(&R));
}

// Two rows of 2 and 3 cells: 1 + 2 + 3 + 4 + 5 = 15, and 5 * 10 = 50 in place.
static void testNested() {
  int First[2] = {1, 2}, Second[3] = {3, 4, 5};
  Sheet S{{{2, First}, {3, Second}}, 0};
#pragma omp target map(tofrom : S)
  {
    for (Row &R : S.Rows)
      for (int I = 0; I < R.Length; ++I)
        S.Total += R.Cells[I];
    S.Rows[1].Cells[2] *= 10;
  }
  checkValue("total", S.Total, 15);
  checkValue("cell", Second[2], 50);
  check("gone", !present(&S.Total) && !present(First) && !present(Second));
}

// A section of an array: of rows 0 to 3, those from 1 on, two of them.
static void testSection() {
  int Cells[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  Row Rows[4];
  for (int I = 0; I < 4; ++I)
    Rows[I] = {2, Cells[I]};
#pragma omp target enter data map(to : Rows[1 : 2])
  check("rows", !present(Rows) && present(Rows + 1) && present(Rows + 2) &&
                    !present(Rows + 3));
  check("cells", !present(Cells[0]) && present(Cells[1]) && present(Cells[2]) &&
                     !present(Cells[3]));
#pragma omp target map(tofrom : Rows[1 : 2])
  Rows[2].Cells[1] += Rows[1].Cells[0];
#pragma omp target exit data map(from : Rows[1 : 2])
  checkValue("6 + 3", Cells[2][1], 9);
  check("gone", !present(Rows + 1) && !present(Cells[1]) && !present(Cells[2]));
}

static void testAbsent() {
  int Cells[2] = {1, 2};
  Row R{2, Cells};
  // The row is there, its cells are not.
  char *Whole = (char *)&R;
#pragma omp target enter data map(to : Whole[0 : sizeof(Row)])
#pragma omp target map(present, tofrom : R)
  R.Cells[1] = 20;
}

int main(int Count, char **) {
  if (Count > 1)
    testAbsent();
  testAlways();
  testHold();
  testPresentAndClose();
  testNamed();
  testNested();
  testSection();
  return finish();
}
