// Launches of regions that do nothing: Launch DIVISOR

#include "Timing.h"

using namespace bench;

namespace {

constexpr int Batches = 40, PerBatch = 500;
constexpr int Length = 1024;

char A[Length], B[Length], C[Length];

void emptyRegion() {
#pragma omp target
  {
  }
}

void presentArrays() {
#pragma omp target map(tofrom : A, B, C)
  {
  }
}

void presentSections(char *P, char *Q, char *R) {
#pragma omp target map(tofrom : P[0 : Length], Q[0 : Length], R[0 : Length])
  {
    P[0] = Q[0] + R[0];
  }
}

void scalars(int X, double Y) {
#pragma omp target firstprivate(X, Y)
  {
    (void)(X + Y);
  }
}

void mappedScalar() {
  int X = 0;
#pragma omp target map(tofrom : X)
  X = 1;
}

/// Tasks of one batch, and the wait for them.
void tasks(int Count) {
  for (int I = 0; I < Count; ++I) {
#pragma omp target nowait map(tofrom : A)
    {
    }
  }
#pragma omp taskwait
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  report("empty", timeCalls(Batches, PerBatch, [](int) { emptyRegion(); }));
  report("scalars", timeCalls(Batches, PerBatch, [](int) { scalars(1, 2); }));
  report("mapped-scalar",
         timeCalls(Batches, PerBatch, [](int) { mappedScalar(); }));
#pragma omp target enter data map(to : A, B, C)
  report("present", timeCalls(Batches, PerBatch, [](int) { presentArrays(); }));
  report("present-sections",
         timeCalls(Batches, PerBatch, [](int) { presentSections(A, B, C); }));
  constexpr int Tasks = 64;
  report("nowait", timeCalls(Batches, 8, [](int) { tasks(scaled(Tasks)); }) /
                       scaled(Tasks));
#pragma omp target exit data map(from : A, B, C)
  return 0;
}
