// Target tasks keep the order of their dependences, groups and reductions.
// RUN: %build -O2 -fopenmp-version=51 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=51 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>

static void testOrders() {
  int X = 1, Y = 0, Z = 0;
  // in waits for out, in and in go side by side, out waits for both.
#pragma omp target nowait depend(out : X) map(tofrom : X)
  X = 5;
#pragma omp target nowait depend(in : X) depend(out : Y) map(to : X)           \
    map(from : Y)
  Y = X + 1;
#pragma omp target nowait depend(in : X) depend(out : Z) map(to : X)           \
    map(from : Z)
  Z = X + 2;
#pragma omp target nowait depend(in : Y, Z) depend(inout : X) map(to : Y, Z)   \
    map(tofrom : X)
  X = Y * 100 + Z;
#pragma omp taskwait depend(in : X)
  checkValue("diamond", X, 607);
#pragma omp taskwait
}

static void testHostTasks() {
  int X = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task depend(out : X) shared(X)
    X = 3;
#pragma omp target nowait depend(inout : X) map(tofrom : X)
    X *= 7;
#pragma omp task depend(inout : X) shared(X)
    X += 1;
#pragma omp target depend(inout : X) map(tofrom : X)
    X *= 2;
  }
  checkValue("host and target tasks", X, 44);
}

static void testGroup() {
  int Data[32] = {};
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int I = 0; I < 32; ++I) {
#pragma omp target nowait map(tofrom : Data[I : 1]) firstprivate(I)
        Data[I] = I + 1;
      }
    }
    int Sum = 0;
    for (int Each : Data)
      Sum += Each;
    checkValue("taskgroup", Sum, 528);
  }
}

static void testReduction() {
  int Sum = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : Sum)
  {
    for (int I = 0; I < 10; ++I) {
#pragma omp task in_reduction(+ : Sum) firstprivate(I)
      Sum += I;
    }
    int Part = 0;
#pragma omp target map(from : Part)
    Part = 100;
#pragma omp task in_reduction(+ : Sum) firstprivate(Part)
    Sum += Part;
  }
  checkValue("reduction", Sum, 146);
}

static void testData() {
  int Data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int Round = 0; Round < 20; ++Round) {
#pragma omp target enter data nowait depend(out : Data) map(to : Data)
#pragma omp target nowait depend(inout : Data)
    for (int I = 0; I < 8; ++I)
      Data[I] += 1;
#pragma omp target update nowait depend(inout : Data) from(Data[0 : 4])
#pragma omp target exit data nowait depend(inout : Data) map(from : Data)
  }
#pragma omp taskwait
  checkValue("rounds of data", Data[0] + 100 * Data[7], 2821);
  check("gone", !omp_target_is_present(Data, 0));
}

static void testDevices() {
  int Data[4] = {};
  for (int D = 0; D < 4; ++D) {
#pragma omp target nowait device(D) map(tofrom : Data[D : 1])                  \
    depend(out : Data[D])
    Data[D] = omp_get_device_num() >= 0 ? D + 1 : 0;
  }
#pragma omp target nowait device(2) map(tofrom : Data)                         \
    depend(iterator(I = 0 : 4), inout : Data[I])
  for (int I = 0; I < 4; ++I)
    Data[I] *= 10;
#pragma omp taskwait
  checkValue("devices", Data[0] + Data[1] + Data[2] + Data[3], 100);
}

static void testDetached() {
  int X = 0;
  omp_event_handle_t Event;
#pragma omp task detach(Event) depend(out : X)
  {
  }
#pragma omp target nowait depend(inout : X) map(tofrom : X)
  X = 8;
  omp_fulfill_event(Event);
#pragma omp taskwait
  checkValue("after an event", X, 8);
}

int main() {
  testOrders();
  testHostTasks();
  testGroup();
  testReduction();
  testData();
  testDevices();
  testDetached();
  return finish();
}
