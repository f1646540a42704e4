// A large kernel has one image for its launches with many values, a generic one, since each image would take longer to
// compile than its launches: in the background, in the foreground, and on a virtual GPU. Values with which launches take
// longer get theirs.
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: %clangxx -O1 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amd
// DEFINE: %{run} = env OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json OMP_TARGET_OFFLOAD=MANDATORY
// RUN: %{run} OMP_JIT_ASYNC=1 %t.jit 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} OMP_JIT_ASYNC=0 %t.jit 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} OMP_JIT_ASYNC=0 OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a %t.amd 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json

// CHECK: it serves any values
// CHECK: a compile takes about {{[0-9]+}} ms, so other values than those of an image get one only when their launches have taken as long
// CHECK: right
// STATS: "launches": 25,
// STATS: "compiles": 1,
// STATS: "background_compiles": 0,

#include <cstdio>

#define TWO(N) ONE(N) ONE(N + 1)
#define EIGHT(N) TWO(N) TWO(N + 2) TWO(N + 4) TWO(N + 6)
#define MANY(N) EIGHT(N) EIGHT(N + 8) EIGHT(N + 16) EIGHT(N + 24)
#define HALF(N)                                                                \
  MANY(N) MANY(N + 32) MANY(N + 64) MANY(N + 96) MANY(N + 128) MANY(N + 160)
// Steps that differ, so that they do not become a loop.
#define ONE(N)                                                                 \
  if (Mode > (N) % 13)                                                         \
    X[(N) % 7] = X[(N) % 5] * (N) + Data[(I + (N)) & 63];                      \
  else                                                                         \
    X[(N) % 11] += (X[(N) % 3] & (N)) ? Data[(I * (N)) & 63] : X[(N) % 5] >> 1;

static void compute(const unsigned *Data, unsigned *Results, int Size,
                    unsigned Mode) {
#pragma omp target teams distribute parallel for map(to : Data[ : 64])         \
    map(from : Results[ : Size])
  for (int I = 0; I < Size; ++I) {
    unsigned X[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    HALF(0);
    HALF(192);
    Results[I] = X[0] + X[3] + X[7] + X[10];
  }
}

static unsigned expected(const unsigned *Data, int I, unsigned Mode) {
  unsigned X[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (int N = 0; N != 384; ++N) {
    ONE(N)
  }
  return X[0] + X[3] + X[7] + X[10];
}

int main() {
  unsigned Data[64], Results[8];
  for (unsigned I = 0; I != 64; ++I)
    Data[I] = I * 77 % 31;
  int NumWrong = 0;
  for (unsigned Mode = 0; Mode != 25; ++Mode) {
    compute(Data, Results, 8, Mode);
    for (int I = 0; I != 8; ++I)
      NumWrong += Results[I] != expected(Data, I, Mode);
  }
  printf(NumWrong ? "%d are wrong\n" : "right\n", NumWrong);
}
