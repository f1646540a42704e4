// A pointer is attached where it or what it points to is mapped newly, or always if the user says so.
// RUN: %build -O2 -fopenmp-version=60 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=60 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
//
// RUN: env LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=1 LD_LIBRARY_PATH=%libdir %t always > %t.ours
// RUN: env LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=1 LD_LIBRARY_PATH=%packaged_libdir %t always > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: env LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=1 %ours %t.jit always > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>

static int Data[8], *P = Data;

/// Whether the device's P points to the device's Data.
static bool isAttached() {
  int *Value = nullptr;
  omp_target_memcpy(&Value, omp_get_mapped_ptr(&P, 0), sizeof(Value), 0, 0,
                    omp_get_initial_device(), 0);
  return Value == omp_get_mapped_ptr(Data, 0);
}

static void mapBoth() {
#pragma omp target enter data map(to : Data)
#pragma omp target enter data map(to : P)
}

static void unmapBoth() {
#pragma omp target exit data map(delete : Data)
#pragma omp target exit data map(delete : P)
}

int main(int Count, char **) {
  const bool Always = Count > 1;
  mapBoth();
  check("not attached by itself", !isAttached());
#pragma omp target enter data map(to : P[0 : 8])
  check("auto, nothing new", isAttached() == Always);
  unmapBoth();

#pragma omp target enter data map(to : P)
#pragma omp target enter data map(to : P[0 : 8])
  check("auto, pointee new", isAttached());
  unmapBoth();

#pragma omp target enter data map(to : Data)
#pragma omp target enter data map(to : P) map(to : P[0 : 8])
  check("auto, pointer new", isAttached());
  unmapBoth();

  // What is attached stays so: updates leave the pointer alone.
#pragma omp target enter data map(to : P)
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp target update to(P)
  check("after an update", isAttached());
#pragma omp target enter data map(always, to : P)
  check("after always, to", isAttached());
#pragma omp target update from(P)
  check("the host's pointer", P == Data);
  unmapBoth();
  return finish();
}
