// A launch of several dimensions is recorded with them; the replay, which has one, says so and leaves the same memory.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build -O1 -fopenmp-extensions %s -o %t
// RUN: %build-deferred -O1 -fopenmp-extensions %s -o %t.jit
// RUN: for Program in %t %t.jit; do \
// RUN:   rm -rf %t.d && mkdir %t.d && env KMP_WARNINGS=0 LIBOMPTARGET_INFO=16 LIBOMPTARGET_RECORD=1 \
// RUN:   LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.d %ours $Program > %t.out 2>&1 && \
// RUN:   cat %t.d/*.json >> %t.out && ls %t.d/*.json | xargs %builddir/bin/ompjit-kernel-replay >> %t.out && \
// RUN:   FileCheck %s < %t.out || exit 1; \
// RUN: done
// CHECK: Launching kernel {{.*}} with [1,2,1] blocks and [4,2,3] threads
// CHECK: "num_teams": [1, 2, 0]
// CHECK: "thread_limit": [4, 2, 3]
// CHECK: note: the launch had more than one dimension, or dynamic memory; the replay has not
// CHECK: the output is the recorded one

int main() {
  int Values[8] = {};
#pragma omp target teams ompx_bare num_teams(1, 2) thread_limit(4, 2, 3)       \
    map(tofrom : Values)
  Values[1] = 5;
  return Values[1] != 5;
}
