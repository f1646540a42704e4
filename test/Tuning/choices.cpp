// What a profile says of a processor's kernel is in its code, for launches of the given size only, and does not change results.
// RUN: %build %s -o %t
// RUN: %ours %t > %t.usual
// DEFINE: %{choice} =
// DEFINE: %{run} = %choose %t saxpy %{choice} > %t.profile && rm -rf %t.dump && \
// DEFINE:   env OMP_JIT_PROFILE=%t.profile OMP_JIT_INFO=1 OMP_JIT_DUMP=%t.dump %ours %t > %t.out 2> %t.err && cmp %t.usual %t.out

// REDEFINE: %{choice} = trips=1024-2047 threads=2 unroll=4 vector=128
// RUN: %{run}
// RUN: FileCheck %s --input-file=%t.err --check-prefix=TOLD
// TOLD: omp-jit: __omp_offloading__ZL5saxpy{{.*}} is tuned on device 0 in launches of 1024 to 2047 iterations: unroll=4 vector=128 threads=2
// TOLD: compiled __omp_offloading__ZL5saxpy{{.*}}: first image; tuned: unroll=4 vector=128 threads=2
// The other launch has the usual code.
// TOLD: compiled __omp_offloading__ZL5saxpy{{.*}}: first image{{$}}
// RUN: cat %t.dump/*saxpy*after.ll > %t.all
// RUN: grep -l prefer-vector-width %t.dump/*saxpy*after.ll | count 1
// RUN: FileCheck %s --check-prefix=CODE < $(grep -l prefer-vector-width %t.dump/*saxpy*after.ll)
// CODE: [[Most:%[0-9]+]] = {{.*}}call i32 @__ompjit_one_team(
// CODE: call i32 @llvm.umin.i32(i32 [[Most]], i32 2)
// Four vectors of two numbers at a time.
// CODE-COUNT-4: load <2 x double>
// CODE: "prefer-vector-width"="128"

// No loop is unrolled, and no vector is used.
// REDEFINE: %{choice} = unroll=1 lanes=off
// RUN: %{run}
// RUN: cat %t.dump/*saxpy*after.ll | FileCheck %s --check-prefix=ROLLED
// ROLLED-NOT: prefer-vector-width
// ROLLED: llvm.loop.unroll.disable

// The digest is that of the code: other kernels, other lines and a table of lines do not change it.
// RUN: echo "// Moves all lines." | cat - %s > %t.moved.cpp
// RUN: %build -gline-tables-only -DMORE %t.moved.cpp -o %t.more
// RUN: env OMP_JIT_PROFILE=%t.profile OMP_JIT_INFO=1 %ours %t.more 2>&1 > %t.out | FileCheck %s --check-prefix=MORE
// MORE: saxpy{{.*}} is tuned on device 0: lanes=off unroll=1
// RUN: cmp %t.usual %t.out
// RUN: %build -DFACTOR=4 %s -o %t.other
// RUN: env OMP_JIT_PROFILE=%t.profile OMP_JIT_INFO=1 %ours %t.other 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: is tuned

// Off, wrong, and not there.
// RUN: env OMP_JIT_PROFILE=off OMP_JIT_INFO=1 %ours %t 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: echo 'ompjit-profile 1' > %t.bad && echo 'kernel name=a unrol=2' >> %t.bad
// RUN: env OMP_JIT_PROFILE=%t.bad:%t.missing:%t.profile %ours %t 2> %t.err > %t.out && cmp %t.usual %t.out
// RUN: FileCheck %s --check-prefix=WRONG --input-file=%t.err
// WRONG: omp-jit: warning: OMP_JIT_PROFILE: '{{.*}}.bad' is not used: line 2: there is no word 'unrol' (did you mean unroll?)
// WRONG-NEXT: omp-jit: warning: OMP_JIT_PROFILE: '{{.*}}.missing' is not used: it cannot be read: No such file or directory
// WRONG-NOT: {{.}}
// RUN: env OMP_JIT_PROFILE=relative %ours %t 2>&1 > %t.out | FileCheck %s --check-prefix=RELATIVE
// RELATIVE: warning: OMP_JIT_PROFILE=relative is not understood and ignored; accepted: absolute paths, separated by colons, or off

#include <cstdio>

#ifndef FACTOR
#define FACTOR 3
#endif

static double X[4000], Y[4000];

static void saxpy(int N) {
#pragma omp target teams distribute parallel for map(to : X[ : N])             \
    map(tofrom : Y[ : N])
  for (int I = 0; I < N; ++I)
    Y[I] += FACTOR * X[I];
}

#ifdef MORE
static void more(int N) {
#pragma omp target teams distribute parallel for map(tofrom : Y[ : N])
  for (int I = 0; I < N; ++I)
    Y[I] += 0;
}
#endif

int main() {
  for (int I = 0; I < 4000; ++I)
    X[I] = I, Y[I] = 0.25 * I;
  saxpy(1500);
  saxpy(4000);
#ifdef MORE
  more(100);
#endif
  double Sum = 0;
  for (int I = 0; I < 4000; ++I)
    Sum += Y[I] * (I % 7);
  std::printf("%.17g\n", Sum);
}
