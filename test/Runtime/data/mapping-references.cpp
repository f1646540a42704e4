// Every map type and modifier counts references and copies as it says.
// RUN: %build -O2 -fopenmp-version=52 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=52 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>

static int Value;

static bool present() { return omp_target_is_present(&Value, 0); }

static int onDevice() {
  int Copy = -1;
  if (const void *There = omp_get_mapped_ptr(&Value, 0))
    omp_target_memcpy(&Copy, There, sizeof(int), 0, 0, omp_get_initial_device(),
                      0);
  return Copy;
}

static void setOnDevice(int New) {
  omp_target_memcpy(omp_get_mapped_ptr(&Value, 0), &New, sizeof(int), 0, 0, 0,
                    omp_get_initial_device());
}

static void testTypes() {
  Value = 1;
#pragma omp target data map(to : Value)
  {
    checkValue("to", onDevice(), 1);
    setOnDevice(2);
  }
  checkValue("to does not copy back", Value, 1);
#pragma omp target data map(from : Value)
  setOnDevice(3);
  checkValue("from", Value, 3);
#pragma omp target data map(tofrom : Value)
  {
    checkValue("tofrom", onDevice(), 3);
    setOnDevice(4);
  }
  checkValue("tofrom copies back", Value, 4);
#pragma omp target data map(alloc : Value)
  {
    check("alloc", present());
    setOnDevice(5);
  }
  checkValue("alloc copies nothing", Value, 4);
  check("gone", !present());
}

static void testNested() {
  Value = 10;
#pragma omp target data map(to : Value)
  {
    Value = 11;
#pragma omp target data map(tofrom : Value)
    {
      checkValue("inner to", onDevice(), 10);
      setOnDevice(12);
    }
    checkValue("inner from", Value, 11);
#pragma omp target data map(always, to : Value)
    checkValue("always to", onDevice(), 11);
#pragma omp target data map(always, from : Value)
    {
      Value = 13;
      setOnDevice(14);
    }
    checkValue("always from", Value, 14);
#pragma omp target data map(close, tofrom : Value)
    check("close", present());
  }
  check("gone", !present());
}

static void testExit() {
  for (int I = 0; I < 3; ++I) {
#pragma omp target enter data map(to : Value)
  }
#pragma omp target exit data map(release : Value)
  check("release", present());
#pragma omp target exit data map(always, from : Value)
  check("from", present());
  setOnDevice(20);
#pragma omp target exit data map(from : Value)
  check("last", !present());
  checkValue("copied at the last", Value, 20);
  for (int I = 0; I < 3; ++I) {
#pragma omp target enter data map(alloc : Value)
  }
  setOnDevice(21);
#pragma omp target exit data map(delete : Value)
  check("delete", !present());
  checkValue("delete copies nothing", Value, 20);
#pragma omp target exit data map(from : Value)
#pragma omp target exit data map(delete : Value)
#pragma omp target exit data map(release : Value)
  check("leaving what is not there", !present());
}

static void testHold() {
#pragma omp target data map(ompx_hold, tofrom : Value)
  {
#pragma omp target enter data map(to : Value)
#pragma omp target exit data map(delete : Value)
    check("held", present());
#pragma omp target exit data map(release : Value)
    check("still held", present());
    setOnDevice(30);
  }
  check("let go", !present());
  checkValue("copied back", Value, 30);
#pragma omp target data map(ompx_hold, to : Value)
  {
#pragma omp target enter data map(to : Value)
  }
  check("counted beside the hold", present());
#pragma omp target exit data map(delete : Value)
  check("gone", !present());
}

static void testPresent() {
#pragma omp target data map(to : Value)
  {
#pragma omp target data map(present, alloc : Value)
    check("present", present());
#pragma omp target update to(present : Value)
#pragma omp target exit data map(present, release : Value)
    check("left", !present());
  }
#pragma omp target update to(Value)
  check("an update maps nothing", !present());
}

int main() {
  testTypes();
  testNested();
  testExit();
  testHold();
  testPresent();
  return finish();
}
