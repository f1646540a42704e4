// Target tasks run in the order of their dependences.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

int main() {
  int X = 0;
#pragma omp target nowait depend(out : X) map(tofrom : X)
  X = 1;
#pragma omp target nowait depend(inout : X) map(tofrom : X)
  X = X * 10 + 2;
#pragma omp target enter data nowait depend(inout : X) map(to : X)
#pragma omp target nowait depend(inout : X) map(tofrom : X)
  X += 5;
#pragma omp target update nowait depend(inout : X) from(X)
#pragma omp target exit data nowait depend(inout : X) map(release : X)
#pragma omp taskwait
  checkValue("chain", X, 17);

  int Many[200] = {};
  for (int I = 0; I < 200; ++I) {
#pragma omp target nowait map(from : Many[I : 1])
    Many[I] = I;
  }
#pragma omp taskwait
  bool Right = true;
  for (int I = 0; I < 200; ++I)
    Right &= Many[I] == I;
  check("independent", Right);
  return finish();
}
