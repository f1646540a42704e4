// Kernels are compiled for pointers that lead to different mappings, on processors and GPUs, where a launch is
// certain of it; and the same kernels give the right results where pointers overlap, in whatever way.
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=nvptx64 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=amdgcn -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json
// DEFINE: %{gpu} = %{run} OMP_JIT_VGPU=1
// DEFINE: %{check} = FileCheck %s < %t.json
// RUN: rm -rf %t.cache
// RUN: %{run} OMP_JIT_INFO=1 %t.host 2> %t.err && %{check}
// RUN: FileCheck %s --check-prefix=WHY < %t.err
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx && %{check}
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn && %{check}
// The next runs take the same images from the cache.
// RUN: %{run} %t.host && %{check} && FileCheck %s --check-prefix=WARM < %t.json
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx && %{check} && FileCheck %s --check-prefix=WARM < %t.json
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn && %{check} && FileCheck %s --check-prefix=WARM < %t.json
// WARM: "compiles": 0,
// With stand-ins, too, and where it is turned off.
// RUN: %{run} OMP_JIT_ASYNC=1 OMP_JIT_CACHE=memory %t.host
// RUN: %{run} OMP_JIT_SPECIALIZE=scalars,alignment,launch,fields %t.host && FileCheck %s --check-prefix=NONE < %t.json
// NONE-NOT: "{{disjoint|extent}}
// RUN: %run-all-modes %t.modes %s -O2 -fopenmp-version=52
// RUN: %run-gpus --levels=O0,O3 %t.all %s -fopenmp-version=52

// WHY: the set of pointers that do not overlap was 6, is not known

// The kernels come in the order of their names, which begin with their lengths.
// CHECK: testPrivate
// CHECK: "disjoint"
// CHECK: throughBoth
// CHECK-NOT: "disjoint"
// CHECK: throughLink
// CHECK: "disjoint"
// CHECK: throughGlobal
// CHECK-NOT: "disjoint"
// CHECK: throughStruct
// CHECK: "disjoint"
// CHECK: throughPointer
// CHECK-NOT: "disjoint"
// CHECK: shift
// CHECK: "disjoint"

#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { Count = 64 };

static int Errors = 0;

/// Checks that each number of an array is one more than that before it, if \p
/// IsChain, else that each is one more than \p From's.
static void expect(const char *What, const int *To, const int *From,
                   bool IsChain) {
  for (int I = 0; I < Count; ++I) {
    const int Wanted = IsChain ? I + 1 : From[I] + 1;
    if (To[I] == Wanted)
      continue;
    printf("%s: %d at %d instead of %d\n", What, To[I], I, Wanted);
    ++Errors;
    return;
  }
}

/// A chain where \p To is one behind \p From: what is written is read next.
static void shift(int *To, int *From, int N) {
#pragma omp target map(tofrom : To[0 : N]) map(to : From[0 : N])
  for (int I = 0; I < N; ++I)
    To[I] = From[I] + 1;
}

static void fill(int *Data, int N, int First) {
  for (int I = 0; I < N; ++I)
    Data[I] = I ? 7 * I : First;
}

static void testSections() {
  int A[Count], B[Count], Whole[Count + 1];
  for (int Round = 0; Round < 3; ++Round) {
    fill(A, Count, Round);
    shift(B, A, Count);
    expect("different arrays", B, A, false);
    fill(Whole, Count + 1, 0);
#pragma omp target data map(tofrom : Whole)
    shift(Whole + 1, Whole, Count);
    expect("sections of one", Whole + 1, nullptr, true);
    // What the host writes between two launches is seen, wherever it is.
    fill(A, Count, 5);
#pragma omp target data map(to : A) map(from : B)
    {
      shift(B, A, Count);
      fill(A, Count, 500);
#pragma omp target update to(A)
      shift(B, A, Count);
    }
    expect("after an update", B, A, false);
  }
  // Two mappings that are neighbours on the host.
  int Neighbours[2 * Count];
  fill(Neighbours, 2 * Count, 3);
  int *const Second = Neighbours + Count;
#pragma omp target data map(to : Neighbours[0 : Count])
#pragma omp target data map(from : Second[0 : Count])
  shift(Second, Neighbours, Count);
  expect("neighbours", Second, Neighbours, false);
}

static void throughPointer(int *To, int *From) {
#pragma omp target is_device_ptr(To) map(to : From[0 : Count])
  for (int I = 0; I < Count; ++I)
    To[I] = From[I] + 1;
}

static void throughBoth(int *To, int *From) {
#pragma omp target is_device_ptr(To, From)
  for (int I = 0; I < Count; ++I)
    To[I] = From[I] + 1;
}

static void testDevicePointers() {
  int Whole[Count + 1];
  fill(Whole, Count + 1, 0);
#pragma omp target data map(tofrom : Whole)
  {
    int *Device = Whole;
#pragma omp target data use_device_ptr(Device)
    throughPointer(Device + 1, Whole);
  }
  expect("a device pointer", Whole + 1, nullptr, true);
  fill(Whole, Count + 1, 0);
#pragma omp target data map(tofrom : Whole)
  {
    int *Device = Whole;
#pragma omp target data use_device_ptr(Device)
    throughBoth(Device + 1, Device);
  }
  expect("two device pointers", Whole + 1, nullptr, true);
}

struct Holder {
  int Unused;
  int *Data;
};

/// \p H.Data leads to \p From's array or to another.
static void throughStruct(Holder &H, int *From, int *Last) {
#pragma omp target map(to : H) map(to : From[0 : Count]) map(from : Last[0 : 1])
  {
    for (int I = 0; I < Count; ++I) {
      H.Data[I] = From[I] + 1;
      Last[0] = From[I];
    }
  }
}

static void testAttached() {
  int Whole[Count + 1], Other[Count + 1], Last;
  fill(Whole, Count + 1, 0);
  fill(Other, Count + 1, 0);
  Holder H = {0, Whole + 1};
#pragma omp target data map(tofrom : Whole) map(H, H.Data[0 : Count])
  throughStruct(H, Whole, &Last);
  expect("an attached pointer", Whole + 1, nullptr, true);
  if (Last != Count - 1) {
    printf("the last one: %d\n", Last);
    ++Errors;
  }
  H.Data = Other + 1;
#pragma omp target data map(tofrom : Whole, Other) map(H, H.Data[0 : Count])
  throughStruct(H, Whole, &Last);
  expect("another one", Other + 1, Whole, false);
}

static void throughList(int **List, int *From) {
#pragma omp target map(to : List[0 : 2]) map(to : From[0 : Count])
  for (int I = 0; I < Count; ++I)
    List[1][I] = From[I] + 1;
}

static void testPointersInMemory() {
  int Whole[Count + 1], *List[2] = {Whole, Whole + 1};
  fill(Whole, Count + 1, 0);
#pragma omp target data map(tofrom : Whole)
  {
#pragma omp target data use_device_addr(Whole)
    List[1] = &Whole[1];
    throughList(List, Whole);
  }
  expect("a pointer in an array", Whole + 1, nullptr, true);
}

int Global[Count + 1];
#pragma omp declare target enter(Global)
int Linked[Count + 1];
#pragma omp declare target link(Linked)

/// \p Written makes it a kernel with several pointers.
static void throughGlobal(int *From, int *Written) {
#pragma omp target map(to : From[0 : Count]) map(from : Written[0 : 1])
  for (int I = 0; I < Count; ++I) {
    Global[I + 1] = From[I] + 1;
    Written[0] = From[I];
  }
}

static void throughLink(int *From, int *To) {
#pragma omp target map(to : From[0 : Count]) map(from : To[0 : Count])         \
    map(tofrom : Linked)
  for (int I = 0; I < Count; ++I) {
    Linked[I + 1] = From[I] + 1;
    To[I] = From[I] + 1;
  }
}

static void testGlobals() {
  int Written;
  fill(Global, Count + 1, 0);
#pragma omp target update to(Global)
  throughGlobal(Global, &Written);
#pragma omp target update from(Global)
  expect("a variable", Global + 1, nullptr, true);
  int To[Count];
  fill(Linked, Count + 1, 0);
#pragma omp target data map(tofrom : Linked)
  throughLink(Linked, To);
  expect("a linked variable", Linked + 1, nullptr, true);
  expect("behind a linked variable", To, nullptr, true);
}

/// Two places of the host that the program says to be one on the device.
static void testAssociated() {
  const int Device = omp_get_default_device();
  if (Device == omp_get_initial_device())
    return;
  int To[Count], From[Count], Start[Count + 1];
  fill(Start, Count + 1, 0);
  const size_t Size = sizeof(Start);
  char *const There = (char *)omp_target_alloc(Size, Device);
  omp_target_memcpy(There, Start, Size, 0, 0, Device, omp_get_initial_device());
  omp_target_associate_ptr(To, There, sizeof(To), sizeof(int), Device);
  omp_target_associate_ptr(From, There, sizeof(From), 0, Device);
  shift(To, From, Count);
#pragma omp target update from(To)
  expect("associated pointers", To, nullptr, true);
  omp_target_disassociate_ptr(To, Device);
  omp_target_disassociate_ptr(From, Device);
  omp_target_free(There, Device);
}

/// A copy of the kernel's own, and the variable that it is made of.
static void testPrivate() {
  int A[Count], B[Count];
  fill(A, Count, 3);
  int *const P = A;
#pragma omp target firstprivate(A) map(from : P[0 : Count]) map(from : B)
  for (int I = 0; I < Count; ++I) {
    P[I] = A[I] + 1;
    B[I] = A[I] + 1;
  }
  for (int I = 0; I < Count; ++I)
    --A[I];
  expect("a private copy", B, A, false);
}

int main() {
  testSections();
  testDevicePointers();
  testAttached();
  testPointersInMemory();
  testGlobals();
  testAssociated();
  testPrivate();
  puts(Errors ? "wrong" : "right");
  return Errors != 0;
}
