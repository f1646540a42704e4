// Members of structs are mapped one by one: nested, inherited, referenced, in arrays.
// RUN: %build -O2 -fopenmp-version=52 %s -o %t
// RUN: %ours %t
// RUN: %build-deferred -O2 -fopenmp-version=52 %s -o %t.jit && %ours %t.jit
//
// The packaged runtime fails where members of inner structs are mapped.

#include "check.h"

#include <omp.h>
#include <stdlib.h>

struct Base {
  int Id;
  int *Items;
};
struct Inner {
  int Before;
  double *Cells;
  int After;
};
struct Outer : Base {
  unsigned Flags : 3, More : 5;
  Inner In;
  int Last;

  void work(int N);
};

static bool present(const void *P) { return omp_target_is_present(P, 0); }

// Through `this`.
void Outer::work(int N) {
#pragma omp target map(tofrom : Items, Items[0 : N], Id, Last)
  {
    for (int I = 0; I < N; ++I)
      Items[I] += Id;
    Last = N;
  }
}

static void testThis() {
  int Items[4] = {1, 2, 3, 4};
  Outer O{};
  O.Id = 10;
  O.Items = Items;
  O.work(4);
  checkValue("this, item", Items[3], 14);
  checkValue("this, member", O.Last, 4);
  check("pointer kept", O.Items == Items);
  check("gone", !present(&O.Last) && !present(Items));
}

static void testNestedPointer() {
  double Cells[6] = {1, 2, 3, 4, 5, 6};
  Outer O{};
  O.In.Cells = Cells;
  O.In.After = 3;
#pragma omp target map(tofrom : O.In.Cells, O.In.Cells[0 : 6], O.In.After)
  {
    O.In.Cells[5] *= O.In.After;
    O.In.After = 9;
  }
  checkReal("nested pointer", Cells[5], 18);
  checkValue("beside it", O.In.After, 9);
  check("pointer kept", O.In.Cells == Cells);
}

static void testInnerMembers() {
  Outer O{};
#pragma omp target enter data map(to : O.In.Before) map(to : O.In.After)
#pragma omp target map(tofrom : O.In.After)
  O.In.After = 4;
  check("still there", present(&O.In.Before) && present(&O.In.After));
#pragma omp target exit data map(from : O.In.Before, O.In.After)
  checkValue("inner member", O.In.After, 4);
  check("gone", !present(&O.In.Before) && !present(&O.In.After));
#pragma omp target map(to : O.In.Before) map(tofrom : O)
  O.In.After += 3;
  checkValue("member and whole", O.In.After, 7);
}

static void testBitFields() {
  Outer O{};
  O.Flags = 5;
  O.More = 17;
#pragma omp target map(tofrom : O)
  {
    O.Flags ^= 7;
    O.More += 3;
  }
  checkValue("bit fields", O.Flags * 100 + O.More, 220);
}

static void testReference() {
  int Items[3] = {1, 2, 3};
  Outer O{};
  O.Items = Items;
  Outer &R = O;
  int &Last = O.Last;
#pragma omp target map(tofrom : R.Items, R.Items[0 : 3], R.Id)
  {
    R.Items[2] = 33;
    R.Id = 5;
  }
  checkValue("through a reference", Items[2] + O.Id, 38);
#pragma omp target map(tofrom : Last)
  Last = 6;
  checkValue("reference to a member", O.Last, 6);
}

static void testArrayOfStructs() {
  int Items[3][4] = {};
  Outer All[3] = {};
  for (int I = 0; I < 3; ++I) {
    All[I].Items = Items[I];
    All[I].Id = I;
  }
#pragma omp target enter data map(to : All)
  for (int I = 0; I < 3; ++I) {
#pragma omp target enter data map(to : All[I].Items[0 : 4])
  }
#pragma omp target
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 4; ++J)
      All[I].Items[J] = 10 * All[I].Id + J;
  for (int I = 0; I < 3; ++I) {
#pragma omp target exit data map(from : All[I].Items[0 : 4])
  }
#pragma omp target exit data map(from : All)
  checkValue("first", Items[0][3], 3);
  checkValue("last", Items[2][3], 23);
  check("pointers kept", All[1].Items == Items[1]);
  check("gone", !present(All) && !present(Items[2]));
}

static void testPointerToStruct() {
  auto *O = (Outer *)calloc(1, sizeof(Outer));
  O->Items = (int *)calloc(5, sizeof(int));
#pragma omp target enter data map(to : O[0 : 1]) map(to : O -> Items[0 : 5])
#pragma omp target
  {
    O->Items[4] = 44;
    O->In.After = 7;
  }
#pragma omp target update from(O->In.After, O->Items[4 : 1])
  checkValue("updated", O->Items[4] + O->In.After, 51);
#pragma omp target exit data map(release : O->Items[0 : 5])                    \
    map(release : O[0 : 1])
  check("gone", !present(O) && !present(O->Items));
  free(O->Items);
  free(O);
}

// Parts that overlap, in one construct.
static void testOverlap() {
  Outer O{};
  int Items[2] = {1, 2};
  O.Items = Items;
#pragma omp target map(tofrom : O) map(tofrom : O.Items[0 : 2])
  {
    O.Items[1] = 20;
    O.Last = 3;
  }
  checkValue("whole and pointee", Items[1] + O.Last, 23);
#pragma omp target data map(to : O)
  {
#pragma omp target map(always, tofrom : O.Last)
    O.Last += 5;
    checkValue("a part of what is mapped", O.Last, 8);
  }
}

int main() {
  testThis();
  testNestedPointer();
  testInnerMembers();
  testBitFields();
  testReference();
  testArrayOfStructs();
  testPointerToStruct();
  testOverlap();
  return finish();
}
