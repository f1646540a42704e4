// The memory routines allocate, copy, fill, associate and answer questions.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <limits.h>
#include <omp.h>

static const int Host = omp_get_initial_device();

static void testCopies() {
  int Values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, Back[8] = {};
  int *First = (int *)omp_target_alloc(sizeof(Values), 1);
  int *Second = (int *)omp_target_alloc(sizeof(Values), 2);
  check("to a device",
        !omp_target_memcpy(First, Values, sizeof(Values), 0, 0, 1, Host));
  check("between devices", !omp_target_memcpy(Second, First, 28, 4, 0, 2, 1));
  check("back", !omp_target_memcpy(Back, Second, 28, 4, 4, Host, 2));
  checkValue("first", Back[1], 1);
  checkValue("last", Back[7], 7);
  check("nothing to copy", !omp_target_memcpy(Back, Second, 0, 0, 0, Host, 2));
  check("no source", omp_target_memcpy(Back, nullptr, 4, 0, 0, Host, 2));
  check("memset", omp_target_memset(First, 0xff, 8, 1) == First);
  omp_target_memcpy(Back, First, 32, 0, 0, Host, 1);
  check("filled", Back[1] == -1 && Back[2] == 3);
  omp_target_free(First, 1);
  omp_target_free(Second, 2);
  omp_target_free(nullptr, 0);
}

static void testBoxes() {
  size_t Volume[] = {2, 3}, To[] = {1, 1}, From[] = {0, 0}, ToSize[] = {4, 5},
         FromSize[] = {2, 3};
  int Target[20] = {}, Source[6] = {1, 2, 3, 4, 5, 6};
  check("box", !omp_target_memcpy_rect(Target, Source, sizeof(int), 2, Volume,
                                       To, From, ToSize, FromSize, Host, Host));
  check("in its place", Target[6] == 1 && Target[13] == 6 && Target[5] == 0);
  check("dimensions",
        omp_target_memcpy_rect(nullptr, nullptr, 0, 0, nullptr, nullptr,
                               nullptr, nullptr, nullptr, 0, 0) == INT_MAX);
}

static void testAssociation() {
  int Values[4] = {1, 2, 3, 4}, Back = 0;
  int *There = (int *)omp_target_alloc(sizeof(Values), 1);
  check("associate",
        !omp_target_associate_ptr(Values, There, sizeof(Values), 0, 1));
  check("present", omp_target_is_present(Values, 1));
  check("elsewhere not", !omp_target_is_present(Values, 0));
  check("mapped pointer", omp_get_mapped_ptr(Values + 2, 1) == There + 2);
#pragma omp target device(1) map(tofrom : Values)
  Values[0] = 55;
  checkValue("no copy", Values[0], 1);
  omp_target_memcpy(&Back, There, sizeof(int), 0, 0, Host, 1);
  checkValue("written there", Back, 55);
  check("disassociate", !omp_target_disassociate_ptr(Values, 1));
  check("gone", !omp_target_is_present(Values, 1));
  omp_target_free(There, 1);
}

static void testHost() {
  int Value = 3;
  check("present on the host", omp_target_is_present(&Value, Host));
  check("own pointer", omp_get_mapped_ptr(&Value, Host) == &Value);
  check("accessible", omp_target_is_accessible(&Value, 4, Host));
  check("not from a device", !omp_target_is_accessible(&Value, 4, 0));
  check("null", !omp_target_is_present(nullptr, 0));
  void *Memory = omp_target_alloc(16, Host);
  check("host memory", Memory != nullptr);
  omp_target_free(Memory, Host);
}

int main() {
  testCopies();
  testBoxes();
  testAssociation();
  testHost();
  return finish();
}
