// A tool sees the same events with our runtime as with the packaged one.
// Devices are initialised when they are used, and not all of them at once.
//
// RUN: %build -O1 -g -I%S/Inputs %s -o %t
// RUN: env TOOL=e %theirs %t | grep -v "^initialize\|^finalize" > %t.theirs
// RUN: env TOOL=e %ours %t | grep -v "^initialize\|^finalize" > %t.ours
// RUN: diff %t.theirs %t.ours
// RUN: grep -c "target_emi\|data_emi\|submit_emi" %t.ours | grep -x 84
//
// Where both kinds of callbacks are registered, those with EMI are called.
// RUN: env TOOL=en %ours %t | grep -v "^initialize\|^finalize" > %t.both
// RUN: diff %t.ours %t.both
//
// A deferred program shows a tool the same.
// RUN: %build-deferred -O1 -g -I%S/Inputs %s -o %t.jit
// RUN: env TOOL=e %ours %t.jit | grep -v "^initialize\|^finalize" | diff %t.ours -
// RUN: env TOOL=en %ours %t.jit | grep -v "^initialize\|^finalize" | diff %t.ours -
//
// Without a tool nothing is printed by it.
// RUN: %ours %t | not grep target

#include "ompt-tool.h"

int Global[4];
#pragma omp declare target to(Global)

static void dataDirectives(int *A) {
#pragma omp target data map(tofrom : A[0 : 10])
  {
#pragma omp target map(tofrom : A[0 : 10])
    A[1] = 2;
#pragma omp target update from(A[0 : 10])
#pragma omp target update to(A[0 : 10])
  }
#pragma omp target enter data map(to : A[0 : 10])
#pragma omp target enter data map(alloc : A[0 : 10])
#pragma omp target exit data map(from : A[0 : 10])
#pragma omp target exit data map(delete : A[0 : 10])
}

static void routines(int *A) {
  const int Host = omp_get_initial_device(), Device = 0;
  void *Memory = omp_target_alloc(100, Device);
  omp_target_memcpy(Memory, A, 40, 0, 0, Device, Host);
  omp_target_memcpy(A, Memory, 40, 0, 4, Host, Device);
  size_t Volume[] = {2, 2}, Zero[] = {0, 0}, Dimensions[] = {5, 2};
  omp_target_memcpy_rect(Memory, A, 4, 2, Volume, Zero, Zero, Dimensions,
                         Dimensions, Device, Host);
  static int Associated[10];
  namePlace(Associated, "Associated");
  omp_target_associate_ptr(Associated, Memory, 40, 0, Device);
#pragma omp target map(tofrom : Associated)
  Associated[0] = 1;
  omp_target_disassociate_ptr(Associated, Device);
  omp_target_free(Memory, Device);
}

int main() {
  int A[10] = {};
  namePlace(A, "A");
#pragma omp target map(tofrom : A)
  A[0] = 1;
#pragma omp target teams num_teams(3) thread_limit(1) map(to : A)
  (void)A[0];
#pragma omp target teams
  {
  }
  dataDirectives(A);
  routines(A);
// The host is no device.
#pragma omp target map(tofrom : A) if (0)
  A[0] = 7;
#pragma omp target map(tofrom : A) device(omp_get_initial_device())
  A[0] = 7;
}
