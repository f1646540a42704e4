// Kernels are compiled for the sizes and modes in structures that their launch brings along, on processors and
// GPUs; but not where something else may have changed them, or will. (fields-present.cpp has those that were there.)
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=amdgcn -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json
// DEFINE: %{gpu} = %{run} OMP_JIT_VGPU=1
// RUN: %{run} OMP_JIT_INFO=1 %t.host 2> %t.err && FileCheck %s < %t.json
// RUN: FileCheck %s --check-prefix=WHY < %t.err
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx && FileCheck %s < %t.json
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn && FileCheck %s < %t.json
// RUN: %{run} OMP_JIT_SPECIALIZE=scalars,alignment,launch %t.host && FileCheck %s --check-prefix=NONE < %t.json
// NONE-NOT: "field(
// Code that is not optimised, and other levels in the compile service, do the same.
// RUN: %run-gpus --levels=O0,O3 %t.all %s

// WHY: the 32 bits at offset 8 behind parameter 1 was 5, is 6

// The kernels come in the order of their names, which begin with their lengths.
// CHECK: byImplicitMap
// CHECK: "field(1+8:32)"
// CHECK: fromElsewhere
// CHECK: "specialised"
// CHECK-NOT: field
// CHECK: writtenBefore
// CHECK: "specialised"
// CHECK-NOT: field
// CHECK: byFirstprivate
// CHECK: "images": 2,
// CHECK: "field(1+8:32)"
// CHECK: byMap
// CHECK: "images": 2,
// CHECK: "field(1+8:32)"
// CHECK: nested
// CHECK-DAG: "field(1+0:32)"
// CHECK-DAG: "field(1+24:32)"
// CHECK: aliased
// CHECK: "specialised"
// CHECK-NOT: field
// CHECK: byParts
// CHECK: "field(1+8:32)"
// CHECK: updated
// CHECK: "field(1+8:32)"
// CHECK: attached
// CHECK: "specialised"
// CHECK-NOT: field
// CHECK: deferred
// CHECK: "field(1+8:32)"

#include <stdio.h>

struct Sizes {
  double Factor;
  int Count;
  int *Pointer;
};

struct Outer {
  int Mode;
  int *Pointer;
  struct {
    double Unused;
    int Count;
  } Inner;
};

static int Errors = 0;

static void expect(const char *What, int Found, int Wanted) {
  if (Found == Wanted)
    return;
  printf("%s: %d instead of %d\n", What, Found, Wanted);
  ++Errors;
}

#define SUM(COUNT)                                                             \
  do {                                                                         \
    Sum = 0;                                                                   \
    for (int I = 0; I < (COUNT); ++I)                                          \
      Sum += A[I];                                                             \
  } while (0)

static int A[100];

static int byFirstprivate(Sizes S) {
  int Sum = 0;
#pragma omp target firstprivate(S) map(to : A) map(from : Sum)
  SUM(S.Count);
  return Sum;
}

static int byMap(Sizes &S) {
  int Sum = 0;
#pragma omp target map(to : S, A) map(from : Sum)
  SUM(S.Count);
  return Sum;
}

static int byImplicitMap(Sizes S) {
  int Sum = 0;
#pragma omp target map(to : A) map(from : Sum)
  SUM(S.Count);
  return Sum;
}

// The copy is done later; the host's structure may be gone by then.
static int deferred(Sizes &S) {
  int Sum = 0;
  {
    Sizes Own = S;
#pragma omp target nowait firstprivate(Own) map(to : A) map(from : Sum)
    SUM(Own.Count);
  }
#pragma omp taskwait
  return Sum;
}

static int byParts(Sizes &S) {
  int Sum = 0;
#pragma omp target map(to : S.Count, A) map(from : Sum)
  SUM(S.Count);
  return Sum;
}

static int nested(Outer &O) {
  int Sum = 0;
#pragma omp target map(to : O, O.Pointer[0 : 100]) map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < O.Inner.Count; ++I)
      Sum += O.Mode == 2 ? O.Pointer[I] : 1;
  }
  return Sum;
}

// The second argument leads to the same structure.
static int aliased(Sizes &S, Sizes &Same) {
  int Sum = 0;
#pragma omp target map(tofrom : S, Same) map(to : A) map(from : Sum)
  {
    Same.Count = 20;
    SUM(S.Count);
  }
  return Sum;
}

// So does a pointer in the structure itself.
static int attached(Sizes &S) {
  int Sum = 0;
  S.Pointer = &S.Count;
#pragma omp target map(tofrom : S, S.Pointer[0 : 1]) map(to : A) map(from : Sum)
  {
    S.Pointer[0] = 21;
    SUM(S.Count);
  }
  return Sum;
}

static int updated(Sizes &S) {
  int Sum = 0;
#pragma omp target map(to : S, A) map(from : Sum)
  SUM(S.Count);
  return Sum;
}

static void writes(Sizes &S, int Count) {
#pragma omp target map(tofrom : S)
  S.Count = Count;
}

static int writtenBefore(Sizes &S) {
  int Sum = 0;
#pragma omp target map(to : S, A) map(from : Sum)
  SUM(S.Count);
  return Sum;
}

// The structure is on the device, and only the device knows what is in it.
static int fromElsewhere(Sizes &S) {
  int Sum = 0;
#pragma omp target map(from : S) map(to : A) map(from : Sum)
  {
    S.Count = 30;
    SUM(S.Count);
  }
  return Sum;
}

int main() {
  for (int I = 0; I < 100; ++I)
    A[I] = 1;
  Sizes S = {1, 5, nullptr};
  const int Counts[] = {5, 6, 5};
  for (int Count : Counts) {
    S.Count = Count;
    expect("byFirstprivate", byFirstprivate(S), Count);
    expect("byMap", byMap(S), Count);
  }
  expect("byImplicitMap", byImplicitMap(S), 5);
  expect("deferred", deferred(S), 5);
  expect("byParts", byParts(S), 5);
  Outer O = {2, A, {0, 7}};
  expect("nested", nested(O), 7);
  O.Mode = 3;
  expect("nested", nested(O), 7);

  expect("aliased", aliased(S, S), 20);
  expect("attached", attached(S), 21);
  expect("fromElsewhere", fromElsewhere(S), 30);
  S.Count = 8;
#pragma omp target data map(to : S)
  {
    expect("updated", updated(S), 8);
    S.Count = 9;
    expect("updated", updated(S), 8);
#pragma omp target update to(S)
    expect("updated", updated(S), 9);
  }
#pragma omp target data map(to : S)
  {
    writes(S, 40);
    expect("writtenBefore", writtenBefore(S), 40);
  }
  printf(Errors ? "failed\n" : "passed\n");
  return Errors != 0;
}
