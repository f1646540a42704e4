// Deferred constructs are in the trace twice, until they are in the queue and
// when they are done, also where other constructs have to finish them.
//
// RUN: %build -O1 -g %s -o %t
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 LIBOMPTARGET_PROFILE=%t.json %ours %t
// RUN: python3 %S/Inputs/check_trace.py %t.json | FileCheck %s
// RUN: %build-deferred -O1 -g %s -o %t.jit
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 LIBOMPTARGET_PROFILE=%t.json %ours %t.jit
// RUN: python3 %S/Inputs/check_trace.py %t.json | FileCheck %s
//
// CHECK: construct target nowait: 800
// CHECK: construct target nowait, end: 800
// CHECK: data copy to device: [[#COPIES:]]
// CHECK: data free: [[#COPIES]]
// CHECK: kernel kernel: 800

int main() {
  int A[16][16] = {};
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int Round = 0; Round < 25; ++Round) {
    for (int I = 0; I < 16; ++I) {
#pragma omp target map(tofrom : A[I]) nowait depend(inout : A[I])
      A[I][0] += 1;
// Needs the place that the first one leaves, in no order.
#pragma omp target map(tofrom : A[I]) nowait
      (void)A[I][1];
    }
#pragma omp taskwait
  }
  for (int I = 0; I < 16; ++I)
    if (A[I][0] != 25)
      return 1;
}
