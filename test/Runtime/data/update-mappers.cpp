// Updates through mappers copy what the mapper names, and leave the pointers on the host alone; deferred ones do so with steps.
// RUN: %build -O2 -fopenmp-version=51 %s -o %t && %ours %t
// RUN: %build-deferred -O2 -fopenmp-version=51 %s -o %t.jit && %ours %t.jit
//
// The packaged runtime copies too few or other elements of a section with a
// step, and keeps what the mapper named after the last reference.

#include "check.h"

#include <omp.h>

struct Vector {
  int Count;
  int *Data;
};
#pragma omp declare mapper(Vector V) map(V, V.Data[0 : V.Count])
#pragma omp declare mapper(Parts : Vector V) map(to : V.Count)                 \
    map(tofrom : V.Data[0 : V.Count])

static void testMappers() {
  int Elements[8] = {};
  Vector V = {8, Elements};
#pragma omp target enter data map(to : V)
#pragma omp target
  for (int I = 0; I < V.Count; ++I)
    V.Data[I] = I + 1;
#pragma omp target update from(V)
  checkValue("from", Elements[7], 8);
  check("pointer", V.Data == Elements);

  Elements[3] = 100;
#pragma omp target update to(mapper(Parts) : V)
  int Seen = 0;
#pragma omp target map(from : Seen)
  Seen = V.Data[3];
  checkValue("to", Seen, 100);
#pragma omp target update from(present, mapper(default) : V)
  check("pointer", V.Data == Elements);
#pragma omp target exit data map(from : V)
  check("gone",
        !omp_target_is_present(&V, 0) && !omp_target_is_present(Elements, 0));
}

static int sum(const int *Values, int Count) {
  int Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += Values[I];
  return Sum;
}

static void testDeferred() {
  int Data[12] = {};
#pragma omp target enter data map(to : Data)
#pragma omp target
  for (int &Each : Data)
    Each = 1;
#pragma omp target update from(Data[1 : 3 : 3]) nowait depend(out : Data)
#pragma omp taskwait
  checkValue("steps", sum(Data, 12), 3);
#pragma omp target update from(Data[0 : 0])
  checkValue("nothing", sum(Data, 12), 3);
#pragma omp target update from(Data[2 : 10])
  checkValue("the rest", sum(Data, 12), 11);
#pragma omp target exit data map(delete : Data)
}

int main() {
  testMappers();
  testDeferred();
  return finish();
}
