// The number of teams that a region gets is shown, and a region that asks for
// more than the host forms is named, once, to who asks.
// RUN: %build -O1 %s -o %t
// RUN: env KMP_WARNINGS=0 KMP_TEAMS_THREAD_LIMIT=3 LIBOMPTARGET_INFO=16 \
// RUN:   %ours %t 2> %t.err
// RUN: FileCheck --input-file=%t.err %s
// RUN: grep Launching %t.err | FileCheck --check-prefix=SHAPES %s
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: env KMP_WARNINGS=0 KMP_TEAMS_THREAD_LIMIT=3 LIBOMPTARGET_INFO=16 \
// RUN:   %ours %t.jit 2>&1 | grep Launching | FileCheck --check-prefix=SHAPES %s
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 LIBOMPTARGET_INFO=16 %ours %t 2> %t.enough
// RUN: FileCheck --input-file=%t.enough --check-prefix=ENOUGH %s
// RUN: env KMP_WARNINGS=0 KMP_TEAMS_THREAD_LIMIT=3 %ours %t 2> %t.silent
// RUN: count 0 < %t.silent
//
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: env KMP_WARNINGS=0 KMP_TEAMS_THREAD_LIMIT=3 LIBOMPTARGET_INFO=16 \
// RUN:   %ours %t.jit 2> %t.err
// RUN: FileCheck --input-file=%t.err %s
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 LIBOMPTARGET_INFO=16 \
// RUN:   %ours %t.jit 2> %t.enough
// RUN: FileCheck --input-file=%t.enough --check-prefix=ENOUGH %s

// Once, although the region runs three times.
// CHECK: Kernel __omp_offloading{{.*}}main{{.*}} asks for 20 teams and gets 3
// CHECK-NOT: asks for
// ENOUGH-NOT: asks for
//
// SHAPES-COUNT-3: with [3,1,1] blocks and [0,1,1] threads
// SHAPES-NEXT: with [3,1,1] blocks
// SHAPES-NEXT: with [1,1,1] blocks

int main() {
  for (int I = 0; I < 3; ++I) {
#pragma omp target teams num_teams(20)
    {
    }
  }
#pragma omp target teams num_teams(3)
  {
  }
#pragma omp target
  {
  }
}
