// What the runtime knew of a structure at a launch is recorded, so that a replay runs the code that the program ran.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build-deferred -O2 %s -o %t
// RUN: rm -rf %t.recorded && mkdir %t.recorded
// DEFINE: %{run} = env LD_LIBRARY_PATH=%libdir OMP_JIT_CACHE=memory OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json
// RUN: %{run} LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.recorded %t
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// STATS: "field({{[0-9]}}+8:32)": 5,
// STATS-NOT: "field(
// RUN: %{run} %builddir/bin/ompjit-kernel-replay %t.recorded/*known*.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// CHECK: the output is the recorded one
//
// Not what was known of memory that the kernel may reach in another way.
// RUN: %{run} %builddir/bin/ompjit-kernel-replay %t.recorded/*there*.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=NONE < %t.json
// NONE-NOT: "field(
//
// Known memory may be any part of a block, and no other.
// RUN: grep -q '"known": .{"address": "0x[0-9a-f]*", "bytes": 24}.' %t.recorded/*known*.json
// RUN: sed 's/\("known": .*"bytes": \)24/\1999999/' %t.recorded/*known*.json > %t.recorded/wrong.json
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes %t.recorded/wrong.json 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: the known memory at {{[0-9]+}} lies in no block

#include "check.h"

struct Sizes {
  double Factor;
  int Count;
  int *Pointer;
};

static double known(Sizes S, double *Values) {
  double Sum = 0;
#pragma omp target map(to : S) map(tofrom : Sum) map(to : Values[ : 8])
  for (int I = 0; I < S.Count; ++I)
    Sum += S.Factor * Values[I];
  return Sum;
}

static double there(Sizes S, double *Values) {
  double Sum = 0;
#pragma omp target data map(to : S)
  {
#pragma omp target map(tofrom : S) map(tofrom : Sum) map(to : Values[ : 8])
    {
      ++S.Count;
      for (int I = 0; I < S.Count; ++I)
        Sum += S.Factor * Values[I];
    }
  }
  return Sum;
}

int main() {
  double Values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  checkReal("known", known({2, 5, nullptr}, Values), 30);
  checkReal("there", there({2, 4, nullptr}, Values), 30);
  return finish();
}
