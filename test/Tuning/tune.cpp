// ompjit-tune records a program, measures its kernels and writes a profile that the program then runs with; it says what it cannot do.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build %s -o %t
// RUN: rm -rf %t.d %t.profile %t.cache %t.empty %t.new && %ours %t > %t.usual
// RUN: %ours %builddir/bin/ompjit-tune --budget=15 --output=%t.profile --keep=%t.d -- %t one > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// The program's own output comes first.
// CHECK: argument: one
// CHECK: kernel {{ *}}iterations {{ *}}usual us {{ *}}tuned us {{ *}}gain {{ *}}choice
// CHECK: __omp_offloading__ZL5scale{{.*}}512-1023 {{ *}}{{[0-9.]+ }}
// CHECK: __omp_offloading__ZL5scale{{.*}}32768-65535 {{ *}}{{[0-9.]+ }}
// CHECK: of 2 gain; use the choices with OMP_JIT_PROFILE={{/.*}}.profile
// RUN: not grep . %t.err
// The program takes all that is in the file, and computes the same.
// RUN: env OMP_JIT_PROFILE=%t.profile OMP_JIT_INFO=1 %ours %t > %t.out 2> %t.err
// RUN: cmp %t.usual %t.out && not grep warning %t.err
// RUN: test $(grep -c '^kernel' %t.profile) = $(grep -c 'is tuned' %t.err)

// Recordings, as JSON, into the cache as well; what was in the profile stays.
// RUN: %choose %t scale unroll=2 trips=1-7 > %t.profile
// RUN: env OMP_JIT_CACHE_DIR=%t.cache LD_LIBRARY_PATH=%libdir %builddir/bin/ompjit-tune --json --cache --margin=0 --budget=15 --kernel=scale --output=%t.profile %t.d | FileCheck %s --check-prefix=JSON
// JSON: "profile": "{{/.*}}.profile"
// JSON: "kernel": "__omp_offloading__ZL5scale
// JSON: "first_iterations": 512,
// JSON: "recorded_launches": 2,
// JSON: "error": null,
// JSON: "usual_ns": {{[1-9][0-9]*}},
// RUN: grep 'trips=1-7 unroll=2' %t.profile
// RUN: %builddir/bin/omp-jit-cache verify --dir=%t.cache
// RUN: %builddir/bin/omp-jit-cache export --dir=%t.cache %t.bundle | FileCheck %s --check-prefix=BUNDLE
// BUNDLE: 0 images and 1 note written
// The cache and the bundle have what was chosen; the line of the file is not for them.
// RUN: grep '^kernel' %t.profile | grep -v trips=1-7 > %t.chosen || true
// RUN: env OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_INFO=1 LD_LIBRARY_PATH=%libdir OMP_JIT_ASYNC=0 %t 2> %t.err > %t.out && cmp %t.usual %t.out
// RUN: test $(grep -c . %t.chosen) = $(grep -c 'is tuned' %t.err)
// RUN: env OMP_JIT_CACHE_DIR=%t.empty OMP_JIT_CACHE_BUNDLES=%t.bundle OMP_JIT_INFO=1 LD_LIBRARY_PATH=%libdir OMP_JIT_ASYNC=0 %t 2> %t.err > %t.out && cmp %t.usual %t.out
// RUN: test $(grep -c . %t.chosen) = $(grep -c 'is tuned' %t.err)

// What cannot be done.
// RUN: not %builddir/bin/ompjit-tune 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: ompjit-tune: error: neither a recording nor a program is named; see --help
// RUN: not %builddir/bin/ompjit-tune --output=%t.new %t.missing.json 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: '{{.*}}.missing.json' cannot be read: No such file or directory
// MISSING: error: there is nothing that could be tuned
// RUN: not %builddir/bin/ompjit-tune --output=%t.new --kernel=other %t.d 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: no recorded kernel's name contains 'other'
// RUN: not %builddir/bin/ompjit-tune --output=%t.new -- %t.missing 2>&1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: error: {{.*}}.missing cannot be started: No such file or directory
// RUN: not %builddir/bin/ompjit-tune --output=%t.new -- true 2>&1 | FileCheck %s --check-prefix=IDLE
// IDLE: error: 'true' has launched no kernel that could be recorded
// RUN: echo nonsense > %t.wrong
// RUN: not %builddir/bin/ompjit-tune --output=%t.wrong %t.d 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: '{{.*}}.wrong': line 1: it is not 'ompjit-profile 1'
// RUN: test ! -e %t.new
// Kernels that were compiled ahead of time cannot be compiled in another way.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.ahead
// RUN: not %ours %builddir/bin/ompjit-tune --output=%t.new -- %t.ahead 2>&1 | FileCheck %s --check-prefix=AHEAD
// AHEAD: warning: the kernel {{.*}}scale{{.*}} is not tuned: it was compiled ahead of time; link the program with -fopenmp-target-jit

// A kernel that computes something else each time cannot be checked, so nothing is chosen.
// RUN: %build -DCOUNTS %s -o %t.counts
// RUN: not %ours %builddir/bin/ompjit-tune --budget=5 --output=%t.new -- %t.counts > %t.out && FileCheck %s --check-prefix=COUNTS --input-file=%t.out
// COUNTS: __omp_offloading__ZL5scale{{.*}}a replay does not compute what was recorded, so a choice cannot be checked
// COUNTS: 0 of 2 gain
// RUN: FileCheck %s --check-prefix=EMPTY --input-file=%t.new
// EMPTY: ompjit-profile 1
// EMPTY-NOT: {{.}}

#include <cstdio>

static double X[60000];

#ifdef COUNTS
#pragma omp declare target
/// Static in device code, so that recordings do not have it.
static int count() {
  static int Calls;
  return ++Calls;
}
#pragma omp end declare target
#else
static int count() { return 0; }
#endif

static void scale(int N) {
#pragma omp target teams distribute parallel for map(tofrom : X[ : N])
  for (int I = 0; I < N; ++I)
    X[I] = X[I] * 1.5 + I + (I == 0 ? count() : 0);
}

int main(int Count, char **Arguments) {
  if (Count > 1)
    std::printf("argument: %s\n", Arguments[1]);
  for (int Round = 0; Round < 2; ++Round) {
    scale(600);
    scale(60000);
  }
  double Sum = 0;
  for (double Each : X)
    Sum += Each;
  std::printf("%.17g\n", Sum);
}
