// A program names values that get an image each, however often they change, and values that never get one.
// DEFINE: %{common} = -O2 -I%sourcedir/offload/include -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_THRESHOLD=3 LD_LIBRARY_PATH=%libdir
// RUN: %clangxx %{common} -fopenmp-target-jit -Wall -Wextra -pedantic -Werror -o %t
// RUN: %{run} %t > %t.out 2> %t.err && FileCheck %s < %t.out
// CHECK: 20 20 20 20
// The named one has an image for each of its 20 values; the others are given up after a few.
// RUN: grep -c 'compiled .*named' %t.err | FileCheck %s --check-prefix=TWENTY
// TWENTY: {{^}}20{{$}}
// RUN: not grep 'named.*gave up' %t.err
// RUN: grep 'compiled .*usual' %t.err | wc -l | FileCheck %s --check-prefix=FEW
// FEW: {{^[4-7]$}}
// RUN: grep -c 'compiled .*never' %t.err | FileCheck %s --check-prefix=ONE
// ONE: {{^}}1{{$}}
// Of a structure, too.
// RUN: grep -c 'compiled .*field' %t.err | FileCheck %s --check-prefix=TWENTY
// RUN: %builddir/bin/ompjit-package-dump %t | FileCheck %s --check-prefix=USES
// USES: kernel symbol="{{[^"]*}}named
// USES: scalar width=32 {{.*}}always
// USES: kernel symbol="{{[^"]*}}never
// USES: scalar width=64 {{.*}}never
// USES: kernel symbol="{{[^"]*}}field
// USES: field behind={{[0-9]}} offset=4 width=32 uses={{.*}}always
// No mark is left in the code.
// RUN: %builddir/bin/ompjit-package-dump --bitcode=%t.bc %t > %t.dump && llvm-dis %t.bc -o - | not grep -E 'annotation|ompx_'

// Ahead of time, in LTO, on GPUs and by the packaged compiler nothing is different.
// RUN: %clangxx %{common} -o %t.ahead && %{run} %t.ahead | FileCheck %s
// RUN: %clangxx %{common} -foffload-lto -o %t.lto && %{run} %t.lto | FileCheck %s
// RUN: %packaged_clangxx %{common} -o %t.packaged && %{run} %t.packaged | FileCheck %s
// RUN: %clangxx -O2 -I%sourcedir/offload/include -fopenmp --offload-arch=sm_90,gfx90a -fopenmp-target-jit %s -o %t.gpu
// RUN: env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90 %{run} %t.gpu 2> %t.err | FileCheck %s
// RUN: grep -c 'compiled .*named' %t.err | FileCheck %s --check-prefix=TWENTY
// RUN: env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a %{run} %t.gpu 2> %t.err | FileCheck %s
// RUN: grep -c 'compiled .*named' %t.err | FileCheck %s --check-prefix=TWENTY
// The loop around the marks has vectors, because they are gone.
// RUN: %clangxx %{common} -c -Rpass=loop-vectorize -o %t.o 2>&1 | FileCheck %s --check-prefix=VECTORS
// VECTORS: [[#]]:{{[0-9]+}}: remark: vectorized loop
// RUN: %clang -x c -std=c17 -Wall -Wextra -pedantic -Werror %{common} -fopenmp-target-jit -o %t.c && %{run} %t.c 2> %t.err | FileCheck %s
// RUN: grep -c 'compiled .*named' %t.err | FileCheck %s --check-prefix=TWENTY

#include <ompjit/Specialize.h>
#include <stdio.h>

struct Mode {
  int Unused, Number;
};

static int named(int K) {
  int Count[64] = {0};
#pragma omp target teams distribute parallel for map(tofrom : Count)
  for (int I = 0; I < 64; ++I) {
    ompx_specialize(K);
    Count[I] += K * I;
  }
  return Count[1] == K && Count[63] == 63 * K;
}

static int usual(int K) {
  int Count[64] = {0};
#pragma omp target teams distribute parallel for map(tofrom : Count)
  for (int I = 0; I < 64; ++I)
    Count[I] += K * I;
  return Count[1] == K && Count[63] == 63 * K;
}

static int never(double K) {
  double Count[64] = {0};
#pragma omp target teams distribute parallel for map(tofrom : Count)
  for (int I = 0; I < 64; ++I) {
    ompx_never_specialize(K);
    Count[I] += K * I;
  }
  return Count[1] == K && Count[63] == 63 * K;
}

static int field(int K) {
  int Count[64] = {0};
  struct Mode Chosen = {0, K};
#pragma omp target teams distribute parallel for map(tofrom : Count)           \
    map(to : Chosen)
  for (int I = 0; I < 64; ++I) {
    ompx_specialize(Chosen.Number);
    Count[I] += Chosen.Number * I;
  }
  return Count[1] == K && Count[63] == 63 * K;
}

int main(void) {
  int Named = 0, Usual = 0, Never = 0, Field = 0;
  for (int K = 100; K < 120; ++K) {
    Named += named(K);
    Usual += usual(K);
    Never += never(K + 0.5);
    Field += field(K);
  }
  printf("%d %d %d %d\n", Named, Usual, Never, Field);
}
