// Threads launch on several devices while kernels are recorded; each recording is consistent in itself.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build -O2 %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.d LIBOMPTARGET_RECORD_LAUNCHES=12 %ours %t
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.d 24
// RUN: rm %t.d/*
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.d LIBOMPTARGET_RECORD_LAUNCHES=12 %ours %t
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.d 24
//
// RUN: rm %t.d/*
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t.d LIBOMPTARGET_RECORD_LAUNCHES=12 %ours %t.jit
// RUN: %S/../Inputs/replay-all.sh %builddir/bin/ompjit-kernel-replay %t.d 24

#include "check.h"

constexpr int Size = 300;

int main() {
  int Wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+ : Wrong) schedule(static, 1)
  for (int Round = 0; Round < 100; ++Round) {
    int *Values = new int[Size];
    for (int I = 0; I < Size; ++I)
      Values[I] = Round;
#pragma omp target device(Round % 2) map(tofrom : Values[0 : Size])
    for (int I = 0; I < Size; ++I)
      Values[I] += I;
    for (int I = 0; I < Size; ++I)
      Wrong += Values[I] != Round + I;
    delete[] Values;
  }
  checkValue("wrong values", Wrong, 0);
  return finish();
}
