// Deferred regions overlap on one thread of libomp when the device has queues.
//
// Each region waits for the other one. A thread that ran the first to its end
// before it takes the second would wait for ever; here it only puts both into
// queues.
//
// RUN: %build -O1 %s -o %t
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 LIBOMP_NUM_HIDDEN_HELPER_THREADS=1 \
// RUN:   OMPTARGET_QUERY_COUNT_THRESHOLD=100000 %ours timeout 60 %t | FileCheck %s
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 LIBOMP_NUM_HIDDEN_HELPER_THREADS=1 \
// RUN:   OMPTARGET_QUERY_COUNT_THRESHOLD=100000 %ours timeout 60 %t.jit | FileCheck %s

#include <stdio.h>

// The host device reaches the program's memory.
static volatile int Arrived[2];

int main() {
  volatile int *Flags = Arrived;
  int Results[2] = {};
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait map(from : Results[0]) is_device_ptr(Flags)
    {
      Flags[0] = 1;
      while (!Flags[1])
        ;
      Results[0] = 10;
    }
#pragma omp target nowait map(from : Results[1]) is_device_ptr(Flags)
    {
      Flags[1] = 1;
      while (!Flags[0])
        ;
      Results[1] = 11;
    }
#pragma omp taskwait
  }
  // CHECK: 10 11
  printf("%d %d\n", Results[0], Results[1]);
}
