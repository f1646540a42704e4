// What a run counts decides how later runs compile the kernel: weights of branches, and how often functions are called.
// RUN: rm -rf %t.cache && %build %s -o %t
// RUN: %count %t > %t.counted 2> %t.err
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err
// COUNT: what [[Kernel:__omp_offloading_[^ ]*walk[^ ]*]] counted is kept for later runs
// RUN: %use %t > %t.used 2> %t.err && cmp %t.counted %t.used
// RUN: FileCheck %s --check-prefix=USE --input-file=%t.err
// USE: compiled {{.*}}walk{{.*}}; by what earlier runs counted
// RUN: cat %t.dump/*.after.ll | FileCheck %s --check-prefix=WEIGHTS
// One of a thousand steps is rare, and was counted exactly.
// WEIGHTS-DAG: !{!"branch_weights", i32 8, i32 79{{[0-9]+}}}
// WEIGHTS-DAG: !{!"ProfileFormat", !"InstrProf"}

// A second run that counts adds to the first.
// RUN: %count %t 2>&1 > %t.used | FileCheck %s --check-prefix=COUNT
// RUN: %use %t > %t.used 2> %t.err && cmp %t.counted %t.used
// RUN: cat %t.dump/*.after.ll | FileCheck %s --check-prefix=TWICE
// TWICE: !{!"branch_weights", i32 16, i32 159{{[0-9]+}}}

// Other code, in the same place, has no counts; nor has this code if they are off.
// RUN: %build -DSTEP=5 %s -o %t.other
// RUN: %use %t.other 2>&1 > %t.used | FileCheck %s --check-prefix=NONE
// RUN: %use env OMP_JIT_COUNT=off %t 2>&1 > %t.used | FileCheck %s --check-prefix=NONE
// NONE: compiled {{.*}}walk{{.*}}: first image{{$}}
// RUN: cat %t.dump/*.after.ll | FileCheck %s --check-prefix=UNWEIGHTED
// UNWEIGHTED-NOT: ProfileFormat

// The same code in another place, and with the line table of a debugger, has them.
// RUN: (echo "// Moves all lines."; cat %s) > %t.moved.cpp && %build -gline-tables-only %t.moved.cpp -o %t.moved
// RUN: %use %t.moved 2>&1 > %t.used | FileCheck %s --check-prefix=USE
#include <cstdio>
#ifndef STEP
#define STEP 7
#endif

static long walk(long Start, int Steps) {
  long Found = 0;
#pragma omp target teams distribute parallel for reduction(+ : Found)          \
    map(to : Steps)
  for (int I = 0; I < 8; ++I) {
    unsigned State = Start + I;
    long Sum = 0;
    for (int Step = 0; Step < Steps; ++Step) {
      State = State * 1664525u + 1013904223u;
      if (Step % 1000 == 999)
        for (int Bit = 0; Bit < 32; ++Bit)
          Sum += (State >> Bit) % STEP;
      Sum ^= State >> 7;
    }
    Found += Sum;
  }
  return Found;
}

int main() { std::printf("%ld\n", walk(1, 1000)); }
