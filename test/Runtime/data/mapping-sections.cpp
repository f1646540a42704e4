// A section is reached through the pointer or array that it was taken from.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>
#include <stdlib.h>

struct Record {
  long First, Second, Third;
};

static bool present(const void *P) { return omp_target_is_present(P, 0); }

// The kernel gets the pointer itself, as an empty section of what it points to.
static void testPointer() {
  int *P = (int *)calloc(100, sizeof(int));
#pragma omp target enter data map(to : P[50 : 10])
#pragma omp target
  P[55] = 7;
  checkValue("not on the host", P[55], 0);
  check("only the section is present", !present(P) && present(P + 50));
  check("the end is not", present(P + 59) && !present(P + 60));
  int *There = nullptr;
#pragma omp target data use_device_ptr(P)
  There = P;
  check("use_device_ptr", There + 50 == omp_get_mapped_ptr(P + 50, 0));
  There = P - 1;
#pragma omp target data use_device_ptr(There)
  check("before the base", There == P - 1);
#pragma omp target exit data map(from : P[50 : 10])
  checkValue("copied back", P[55], 7);
  free(P);
}

static void testMember() {
  Record *R = (Record *)calloc(2, sizeof(Record));
#pragma omp target data map(tofrom : R->Second)
  {
#pragma omp target
    R->Second = 5;
    checkValue("member not on the host", R->Second, 0);
  }
  checkValue("member", R->Second, 5);
  free(R);
}

static void testArray() {
  int Array[16] = {};
  void *There = nullptr;
#pragma omp target data map(tofrom : Array[4 : 4])
  {
#pragma omp target data use_device_addr(Array)
    There = Array;
    check("use_device_addr",
          (int *)There + 4 == omp_get_mapped_ptr(Array + 4, 0));
    // The whole variable is mapped implicitly; a part of it is there.
#pragma omp target
    Array[5] = 3;
    checkValue("array not on the host", Array[5], 0);
  }
  checkValue("array", Array[5], 3);
  check("gone", !present(Array + 4));
}

// What is not there as a whole does not leave.
static void testLargerExit() {
  int Array[16] = {};
#pragma omp target enter data map(to : Array[4 : 4])
#pragma omp target exit data map(from : Array)
  check("kept", present(Array + 4));
#pragma omp target exit data map(delete : Array[2 : 4])
  check("kept by delete", present(Array + 4));
#pragma omp target exit data map(release : Array[5 : 1])
  check("a part releases it", !present(Array + 4));
}

static void testEmpty() {
  int Array[8] = {};
  int *P = Array;
#pragma omp target enter data map(to : P[2 : 0])
  check("empty sections are not mapped", !present(Array + 2));
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp target enter data map(to : P[2 : 0])
#pragma omp target exit data map(from : P[0 : 8])
  check("but counted", present(Array));
#pragma omp target exit data map(from : P[4 : 0])
  check("gone", !present(Array));
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp target enter data map(to : P[8 : 0])
#pragma omp target exit data map(from : P[0 : 8])
  check("not counted at the end", !present(Array));
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp target exit data map(delete : P[3 : 0])
  check("deleted", !present(Array));
}

// The kernel's pointer is an empty section: what it points to stays until the
// kernel is done, and is not released by one that began without it.
static void testEmptyInKernel() {
  int Array[8] = {};
  int *P = Array;
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp target
  P[0] = 1;
  check("kept", present(Array));
#pragma omp target data map(tofrom : P[0 : 0])
  {
#pragma omp target exit data map(from : P[0 : 8])
    check("kept by the block", present(Array));
  }
  check("gone behind the block", !present(Array));
}

int main() {
  testPointer();
  testMember();
  testArray();
  testLargerExit();
  testEmpty();
  testEmptyInKernel();
  return finish();
}
