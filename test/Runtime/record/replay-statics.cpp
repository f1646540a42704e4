// Variables that the host knows are recorded and replayed; those that it does not know are not, and a replay that
// differs says so, from image and package.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build -O1 %s -o %t
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: for Program in %t %t.jit; do \
// RUN:   rm -rf %t.d && mkdir %t.d && env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 \
// RUN:   LIBOMPTARGET_RECORD_FOLDER=%t.d %ours $Program && \
// RUN:   %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.d 3 --repeat=3 > %t.out; \
// RUN:   FileCheck %s < %t.out || exit 1; \
// RUN: done
// The region that is recorded first has no statics; the other's first launch finds them as they begin.
// CHECK: main_l[[#@LINE+23]].0.json: kernel
// CHECK: replay 2: the output is not the recorded one: {{.*}}of the block at {{.*}} to which argument
// CHECK-NEXT: note: static variables of device code are not recorded: they begin with their
// CHECK-NEXT: first values and keep what a replay leaves in them
// CHECK: main_l[[#@LINE+19]].1.json: kernel
// CHECK: replay 1: the output is not the recorded one
// CHECK-NOT: json

#include "check.h"

#pragma omp begin declare target
int Shared = 7;
static int Hidden = 5;
#pragma omp end declare target

int main() {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  {
    Shared += 1;
    Result += Shared;
  }
  for (int I = 0; I < 2; ++I) {
#pragma omp target map(tofrom : Result)
    {
      static int Calls = 100;
      Hidden += 2;
      Calls += 1;
      Result += Calls + Hidden;
    }
  }
  checkValue("the sum", Result, 8 + 101 + 7 + 102 + 9);
  return finish();
}
