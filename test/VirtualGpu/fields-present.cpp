// Kernels are compiled for the sizes in structures that were on the device before their launch, as long as nothing can
// have written there since they were copied.
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=nvptx64 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=amdgcn -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json
// DEFINE: %{gpu} = %{run} OMP_JIT_VGPU=1
// RUN: %{run} LIBOMPTARGET_HOST_QUEUES=0 %t.host && FileCheck %s < %t.json
// RUN: %{run} LIBOMPTARGET_HOST_QUEUES=1 %t.host && FileCheck %s < %t.json
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx && FileCheck %s < %t.json
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn && FileCheck %s < %t.json
// In the background, too, and without the facts.
// RUN: env OMP_JIT_CACHE=memory OMP_JIT_ASYNC=1 %t.host
// RUN: %{run} OMP_JIT_SPECIALIZE=scalars,alignment,launch %t.host && FileCheck %s --check-prefix=NONE < %t.json
// NONE-NOT: "field(
// Code that is not optimised, and other levels in the compile service, do the same.
// RUN: %run-gpus --levels=O0,O1,O3 %t.all -fopenmp-version=52 %s

// Every way in which a structure changes has kernels of its own, in the order of their names: each knew the
// structure before it changed.
// CHECK: readsIL3Way0EE
// CHECK: "compiles": 1,
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way10EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way11EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way12EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way1EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way2EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way3EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way4EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way5EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way6EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way7EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way8EE
// CHECK: "field(1+8:32)"
// CHECK: readsIL3Way9EE
// CHECK: "field(1+8:32)"
// Kernels that reduce over teams are told, too, and kernels that wait for others are not.
// CHECK: addsUp
// CHECK: "field(
// CHECK: mayWait
// CHECK: "specialised"
// CHECK-NOT: field

#include <omp.h>
#include <stddef.h>
#include <stdio.h>

struct Sizes {
  double Factor;
  int Count;
  int Other;
  int *Pointer;
};

enum Way {
  Loop,
  Updates,
  OtherKernels,
  AttachedPointers,
  DevicePointers,
  MappedPointers,
  Tasks,
  StoredPointers,
  Always,
  Remapping,
  Threads,
  Lambdas,
  Twice,
};

static int A[100];
static int Errors = 0;

static void expect(Way What, const char *When, int Found, int Wanted) {
  if (Found == Wanted)
    return;
  printf("%d, %s: %d instead of %d\n", What, When, Found, Wanted);
#pragma omp atomic
  ++Errors;
}

template <Way> static int reads(Sizes &S) {
  int Sum = 0;
#pragma omp target map(to : S, A) map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < S.Count; ++I)
      Sum += A[I];
  }
  return Sum;
}

static int addsUp(Sizes &S) {
  int Sum = 0;
#pragma omp target teams distribute parallel for map(to : S, A)                \
    map(tofrom : Sum) reduction(+ : Sum)
  for (int I = 0; I < S.Count; ++I)
    Sum += A[I];
  return Sum;
}

static int mayWait(Sizes &S, int &Flag) {
  int Sum = 0;
#pragma omp target map(to : S, A) map(tofrom : Flag) map(from : Sum)
  {
    int Now;
#pragma omp atomic read acquire
    Now = Flag;
    Sum = Now;
    for (int I = 0; I < S.Count; ++I)
      Sum += A[I];
  }
  return Sum;
}

static void testLoop() {
  Sizes S = {1, 5, 0, nullptr};
  int Flag = 1;
#pragma omp target data map(to : S)
  for (int I = 0; I < 5; ++I) {
    expect(Loop, "again", reads<Loop>(S), 5);
    expect(Loop, "sum", addsUp(S), 5);
    expect(Loop, "flag", mayWait(S, Flag), 6);
    S.Count = 50 + I;
  }
}

static void testUpdates() {
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target enter data map(to : S)
  expect(Updates, "before", reads<Updates>(S), 5);
  S.Count = 6;
  expect(Updates, "without", reads<Updates>(S), 5);
#pragma omp target update to(S)
  expect(Updates, "whole", reads<Updates>(S), 6);
  S = {2, 7, 8, nullptr};
#pragma omp target update to(S.Other)
  expect(Updates, "beside", reads<Updates>(S), 6);
#pragma omp target update to(S.Count)
  expect(Updates, "part", reads<Updates>(S), 7);
#pragma omp target exit data map(release : S)
}

[[gnu::noinline]] static void write(Sizes &S, int Count) {
#pragma omp target map(tofrom : S)
  S.Count = Count;
}

static void testOtherKernels() {
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target data map(to : S)
  {
    expect(OtherKernels, "before", reads<OtherKernels>(S), 5);
    write(S, 40);
    expect(OtherKernels, "behind", reads<OtherKernels>(S), 40);
    S.Count = 6;
#pragma omp target update to(S)
    expect(OtherKernels, "updated", reads<OtherKernels>(S), 6);
    write(S, 41);
    expect(OtherKernels, "once more", reads<OtherKernels>(S), 41);
  }
}

// Another structure's pointer leads there.
static void testAttachedPointers() {
  Sizes S = {1, 5, 0, nullptr};
  struct Holder {
    long Unused;
    Sizes *To;
  } H = {0, &S};
#pragma omp target enter data map(to : S)
  expect(AttachedPointers, "before", reads<AttachedPointers>(S), 5);
#pragma omp target enter data map(to : H) map(to : H.To[0 : 1])
#pragma omp target map(to : H)
  H.To->Count = 42;
  expect(AttachedPointers, "behind", reads<AttachedPointers>(S), 42);
#pragma omp target update to(S)
  expect(AttachedPointers, "updated", reads<AttachedPointers>(S), 5);
#pragma omp target map(to : H)
  H.To->Count = 43;
  expect(AttachedPointers, "once more", reads<AttachedPointers>(S), 43);
#pragma omp target exit data map(release : H, H.To[0 : 1])
#pragma omp target exit data map(delete : S)
}

static void testDevicePointers() {
  Sizes S = {1, 5, 0, nullptr};
  Sizes *P = &S;
#pragma omp target data map(to : P[0 : 1])
  {
    expect(DevicePointers, "before", reads<DevicePointers>(*P), 5);
    Sizes *OnDevice;
#pragma omp target data use_device_ptr(P)
    OnDevice = P;
#pragma omp target is_device_ptr(OnDevice)
    OnDevice->Count = 44;
    expect(DevicePointers, "behind", reads<DevicePointers>(S), 44);
#pragma omp target update to(P[0 : 1])
    expect(DevicePointers, "updated", reads<DevicePointers>(S), 5);
#pragma omp target is_device_ptr(OnDevice)
    OnDevice->Count = 45;
    expect(DevicePointers, "once more", reads<DevicePointers>(S), 45);
  }
}

static void testMappedPointers() {
  const int Device = omp_get_default_device(), Host = omp_get_initial_device();
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target data map(to : S)
  {
    expect(MappedPointers, "before", reads<MappedPointers>(S), 5);
    void *OnDevice = omp_get_mapped_ptr(&S, Device);
    int New = 46;
    omp_target_memcpy(OnDevice, &New, sizeof(New), offsetof(Sizes, Count), 0,
                      Device, Host);
    expect(MappedPointers, "behind", reads<MappedPointers>(S), 46);
    omp_target_memset(OnDevice, 0, sizeof(S), Device);
    expect(MappedPointers, "filled", reads<MappedPointers>(S), 0);
  }
}

static void testTasks() {
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target data map(to : S)
  {
    expect(Tasks, "before", reads<Tasks>(S), 5);
#pragma omp target nowait map(tofrom : S)
    S.Count = 47;
#pragma omp taskwait
    expect(Tasks, "behind", reads<Tasks>(S), 47);
    for (int I = 0; I < 5; ++I) {
      S.Count = 10 + I;
#pragma omp target update nowait depend(out : S) to(S)
      if (I % 2) {
#pragma omp target nowait map(tofrom : S) depend(inout : S)
        S.Count = S.Count + 20;
      }
#pragma omp task depend(in : S) shared(S)
      expect(Tasks, "in order", reads<Tasks>(S), 10 + I + I % 2 * 20);
#pragma omp taskwait
    }
  }
}

static Sizes *Stored;
#pragma omp declare target enter(Stored)

static void testStoredPointers() {
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target data map(to : S)
  {
    expect(StoredPointers, "before", reads<StoredPointers>(S), 5);
#pragma omp target map(to : S)
    Stored = &S;
#pragma omp target
    Stored->Count = 48;
    expect(StoredPointers, "behind", reads<StoredPointers>(S), 48);
#pragma omp target update to(S)
    expect(StoredPointers, "updated", reads<StoredPointers>(S), 5);
#pragma omp target
    Stored->Count = 49;
    expect(StoredPointers, "once more", reads<StoredPointers>(S), 49);
  }
}

static void testAlways() {
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target data map(to : S)
  {
    expect(Always, "before", reads<Always>(S), 5);
    S.Count = 6;
    int Found = 0;
#pragma omp target map(always, to : S) map(from : Found)
    Found = S.Count;
    expect(Always, "itself", Found, 6);
    expect(Always, "behind", reads<Always>(S), 6);
    S.Count = 7;
#pragma omp target data map(always, to : S)
    expect(Always, "directive", reads<Always>(S), 7);
  }
}

static void testRemapping() {
  Sizes S = {1, 5, 0, nullptr};
  for (int I = 0; I < 4; ++I) {
    S.Count = 5 + I;
#pragma omp target enter data map(to : S)
    expect(Remapping, "told", reads<Remapping>(S), 5 + I);
#pragma omp target exit data map(delete : S)
    // Perhaps at the same place, where nothing is copied.
#pragma omp target enter data map(alloc : S)
    write(S, 30 + I);
    expect(Remapping, "written", reads<Remapping>(S), 30 + I);
#pragma omp target exit data map(delete : S)
  }
}

static void testThreads() {
#pragma omp parallel num_threads(4)
  {
    const int Own = omp_get_thread_num();
    Sizes S = {1, Own, 0, nullptr};
#pragma omp target data map(to : S)
    for (int I = 0; I < 12; ++I) {
      S.Count = 4 * (I % 3) + Own;
      if (I % 4 == 3) {
        write(S, S.Count);
      } else {
#pragma omp target update to(S)
      }
      expect(Threads, "own", reads<Threads>(S), 4 * (I % 3) + Own);
    }
  }
}

static void testLambdas() {
  Sizes S = {1, 5, 0, nullptr};
#pragma omp target data map(to : S)
  {
    expect(Lambdas, "before", reads<Lambdas>(S), 5);
    auto Writes = [&S](int Count) { S.Count = Count; };
#pragma omp target map(to : Writes)
    Writes(50);
    expect(Lambdas, "behind", reads<Lambdas>(S), 50);
  }
}

[[gnu::noinline]] static int writesSecond(Sizes &First, Sizes &Second) {
  int Sum = 0;
#pragma omp target map(tofrom : First, Second) map(to : A) map(from : Sum)
  {
    Second.Count = 20;
    Sum = 0;
    for (int I = 0; I < First.Count; ++I)
      Sum += A[I];
  }
  return Sum;
}

static void testTwice() {
  Sizes S = {1, 5, 0, nullptr}, T = S;
#pragma omp target data map(to : S, T)
  {
    expect(Twice, "before", reads<Twice>(S), 5);
    expect(Twice, "others", writesSecond(S, T), 5);
    expect(Twice, "not changed", reads<Twice>(S), 5);
    expect(Twice, "changed", reads<Twice>(T), 20);
    expect(Twice, "same", writesSecond(S, S), 20);
    expect(Twice, "behind", reads<Twice>(S), 20);
  }
}

int main() {
  for (int &Each : A)
    Each = 1;
  testLoop();
  testUpdates();
  testOtherKernels();
  testAttachedPointers();
  testDevicePointers();
  testMappedPointers();
  testTasks();
  testStoredPointers();
  testAlways();
  testRemapping();
  testThreads();
  testLambdas();
  testTwice();
  printf(Errors ? "failed\n" : "passed\n");
  return Errors != 0;
}
