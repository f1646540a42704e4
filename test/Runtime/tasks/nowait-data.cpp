// Deferred data directives and regions keep the order of their dependences, and what they map leaves.
// RUN: %build -O1 %s -o %t
// RUN: %theirs %t > %t.theirs
// RUN: %ours %t > %t.ours && diff %t.ours %t.theirs
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours %t > %t.queues && diff %t.queues %t.theirs
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 LIBOMP_NUM_HIDDEN_HELPER_THREADS=1 %ours %t > %t.one
// RUN: diff %t.one %t.theirs
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours %t.jit > %t.deferred
// RUN: diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>

constexpr int Rows = 16, Columns = 1000;
static int Table[Rows][Columns];

static int countWrong(int Factor, int Extra) {
  int Wrong = 0;
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C < Columns; ++C)
      Wrong += Table[R][C] != (1 + R) * Factor + Extra;
  return Wrong;
}

/// Chains of two regions a row; the chains are independent.
static void testChains() {
  for (int R = 0; R < Rows; ++R) {
    int *Row = Table[R];
#pragma omp target nowait map(tofrom : Row[0 : Columns]) depend(inout : Row[0])
    for (int C = 0; C < Columns; ++C)
      Row[C] += R;
#pragma omp target nowait map(tofrom : Row[0 : Columns]) depend(inout : Row[0])
    for (int C = 0; C < Columns; ++C)
      Row[C] *= 2;
  }
#pragma omp taskwait
  checkValue("chains", countWrong(2, 0), 0);
}

/// The regions of one chain with the data directives around them.
static void testDirectives() {
#pragma omp target enter data nowait map(to : Table) depend(out : Table)
#pragma omp target nowait depend(inout : Table)
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C < Columns; ++C)
      Table[R][C] += 1;
#pragma omp target update nowait from(Table[0 : 1]) depend(inout : Table)
#pragma omp taskwait
  checkValue("update", Table[0][Columns - 1], 3);
#pragma omp target exit data nowait map(from : Table) depend(inout : Table)
#pragma omp taskwait
  checkValue("exit", countWrong(2, 1), 0);
  check("gone", !omp_target_is_present(Table, 0));
}

/// All regions share one list item; it leaves with the last of them.
static void testShared() {
  int Weights[4] = {1, 2, 3, 4};
  int Sums[Rows] = {};
  for (int R = 0; R < Rows; ++R) {
#pragma omp target nowait map(to : Weights) map(from : Sums[R : 1])
    Sums[R] = Weights[R % 4] * R;
  }
#pragma omp taskwait
  int Wrong = 0;
  for (int R = 0; R < Rows; ++R)
    Wrong += Sums[R] != (R % 4 + 1) * R;
  checkValue("sums", Wrong, 0);
  check("weights gone", !omp_target_is_present(Weights, 0));
}

int main() {
  for (auto &Row : Table)
    for (int &Each : Row)
      Each = 1;
#pragma omp parallel
#pragma omp single
  {
    testChains();
    testDirectives();
    for (int Round = 0; Round < 20; ++Round)
      testShared();
  }
  return finish();
}
