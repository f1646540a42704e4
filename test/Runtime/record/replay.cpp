// Recorded kernels with arrays, structs, variables and private data leave the same memory in every replay, from image and package.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build -O2 %s -o %t.aot
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: rm -rf %t.aot.d %t.jit.d && mkdir %t.aot.d %t.jit.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.aot.d %ours %t.aot
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.jit.d %ours %t.jit
// The programs are gone before the replay.
// RUN: rm %t.aot %t.jit
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.aot.d 8
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.aot.d 8 --repeat=20 --device=2
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.jit.d 8 --repeat=3
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.jit.d 8 --num-teams=2 --num-threads=1

#include "check.h"

#include <omp.h>

extern "C" {
void *llvm_omp_target_alloc_shared(size_t, int);
void llvm_omp_target_free_shared(void *, int);
}

constexpr int Size = 500;

#pragma omp declare target
int Counter = 3;
double Table[64];
#pragma omp end declare target

struct List {
  int Count;
  double *Values;
  int *Where;
};

/// Recorded twice, with other data.
static void testArrays(int Round) {
  double A[Size], B[Size];
  for (int I = 0; I < Size; ++I)
    A[I] = I + Round, B[I] = 0;
#pragma omp target teams distribute parallel for map(to : A) map(from : B)     \
    firstprivate(Round)
  for (int I = 0; I < Size; ++I)
    B[I] = 2 * A[I] + Round;
  checkValue("last", int(B[Size - 1]), 2 * (Size - 1) + 3 * Round);
}

/// The device's struct holds device pointers, one of them to a variable.
static void testStruct() {
  double Values[Size] = {1, 2, 3};
  List L = {3, Values, &Counter};
#pragma omp target map(tofrom : L) map(tofrom : L.Values[0 : L.Count])         \
    map(tofrom : L.Where[0 : 1])
  {
    for (int I = 0; I < L.Count; ++I)
      L.Values[I] *= 10;
    *L.Where += L.Count;
  }
  checkValue("through the pointer", int(Values[2]), 30);
}

static void testVariables() {
#pragma omp target
  {
    for (int I = 0; I < 64; ++I)
      Table[I] += Counter + I;
    Counter *= 2;
  }
#pragma omp target update from(Table, Counter)
  checkValue("the variable", Counter, 12);
  checkValue("the table", int(Table[63]), 69);
}

static void testPrivate() {
  int Private[200], Sum = 0;
  for (int I = 0; I < 200; ++I)
    Private[I] = I;
#pragma omp target firstprivate(Private) map(tofrom : Sum)
  for (int I = 0; I < 200; ++I) {
    Private[I] += 1;
    Sum += Private[I];
  }
  checkValue("the sum", Sum, 200 * 201 / 2);
}

template <typename First, typename Second, int N> struct Named {
  static int run() {
    First Result = 0;
#pragma omp target map(tofrom : Result)
    Result += Second(N);
    return Result;
  }
};

static void testMemory() {
  int *Memory = (int *)llvm_omp_target_alloc_shared(400, 0);
  Memory[7] = 41;
#pragma omp target is_device_ptr(Memory)
  Memory[7] += 1;
  checkValue("shared memory", Memory[7], 42);
  llvm_omp_target_free_shared(Memory, 0);
}

int main() {
  testArrays(1);
  testArrays(2);
  testStruct();
  testVariables();
  testPrivate();
  checkValue("short", Named<int, int, 5>::run(), 5);
  checkValue("names", Named<int, unsigned long long, 7>::run(), 7);
  testMemory();
  return finish();
}
