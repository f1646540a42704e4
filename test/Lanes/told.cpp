// Compiles tell which loops have iterations in vectors. Lanes that may not be worth it are
// for images for certain facts, which are tried against the generic one. With -g threads
// call the body of a loop through another function.
// RUN: %clangxx -O2 -g -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: %builddir/bin/ompjit-compile --arch=x86-64-v4 %t | FileCheck %s --check-prefix=GENERIC
// RUN: %builddir/bin/ompjit-compile --arch=x86-64-v4 --kernel=__omp_offloading_main_l23 --scalar=0=4096 %t | FileCheck %s --check-prefix=SPECIAL
// RUN: %builddir/bin/ompjit-compile --arch=x86-64-v4 --lanes=off %t | FileCheck %s --check-prefix=OFF
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json OMP_JIT_TRACE=%t.trace %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=STATS --input-file=%t.json
// RUN: %builddir/bin/ompjit-report %t.trace -o %t.html && FileCheck %s --check-prefix=PAGE --input-file=%t.html
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Xopenmp-target=x86_64-pc-linux-gnu -march=x86-64-v4 -fopenmp-target-lanes -Rpass=ompjit-lanes -Rpass-missed=ompjit-lanes -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=AHEAD
// RUN: %clangxx -O2 -g -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Xopenmp-target=x86_64-pc-linux-gnu -march=x86-64-v4 -fopenmp-target-lanes -Rpass=ompjit-lanes -Rpass-missed=ompjit-lanes -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=AHEAD

#include <cmath>

float Values[4096], Results[4096];
int Next[4096];
#pragma omp declare target(Values, Results, Next)

int main(int argc, char **) {
  const int Count = 4096 * argc;

#pragma omp target teams distribute parallel for
  for (int I = 0; I < Count; ++I) {
    float Sum = 0;
    int At = I;
    for (int J = 0; J < 50; ++J) {
      At = Next[At];
      Sum += Values[At];
      for (int K = 0; K < 6; ++K)
        Sum = Sum * 0.5f + 1;
    }
    Results[I] = Sum;
  }
#pragma omp target teams distribute parallel for
  for (int I = 0; I < Count; ++I) {
    float Sum = 0;
    for (int J = 0; J < 512; ++J) {
      const float Distance = Values[J] - Values[I];
      Sum += Distance / std::sqrt(Distance * Distance + 0.01f);
    }
    Results[I] = Sum;
  }
}

// GENERIC: told.cpp:23: iterations do not share vectors: it is in doubt whether it would gain
// GENERIC: told.cpp:35: iterations share vectors, {{[0-9]+}} at a time
// SPECIAL: told.cpp:23: iterations share vectors, {{[0-9]+}} at a time
// OFF-NOT: iterations
// TOLD: omp-jit: compiled __omp_offloading_main_l23 for device 0 {{.*}}: first image
// TOLD-NEXT: omp-jit: __omp_offloading_main_l23: told.cpp:23: iterations {{(do not )?}}share vectors
// TOLD: omp-jit: __omp_offloading_main_l35: told.cpp:35: iterations {{(do not )?}}share vectors
// STATS: "why": "first image",
// STATS: "loops": [
// STATS-NEXT: "told.cpp:{{[0-9]+}}: iterations {{(do not )?}}share vectors
// PAGE: told.cpp:{{[0-9]+}}: iterations {{(do not )?}}share vectors
// AHEAD: told.cpp:23:1: remark: iterations share vectors, {{[0-9]+}} at a time
// AHEAD: told.cpp:35:1: remark: iterations share vectors, {{[0-9]+}} at a time
