// Associated memory is used with its offset, never freed, and forgotten once only.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>

static const int Host = omp_get_initial_device();

static bool present(const void *P) { return omp_target_is_present(P, 0); }

int main() {
  int Values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, Other[2] = {};
  int *There = (int *)omp_target_alloc(16 * sizeof(int), 0);
  check("associate with an offset",
        !omp_target_associate_ptr(Values, There, sizeof(Values),
                                  4 * sizeof(int), 0));
  check("mapped", omp_get_mapped_ptr(Values, 0) == There + 4);
  check("in the middle", omp_get_mapped_ptr(Values + 5, 0) == There + 9);
  check("the end is outside", !present(Values + 8));
  check("the same again",
        !omp_target_associate_ptr(Values, There, sizeof(Values), 16, 0));

  // No reference count leads to its removal, and no copy to or from it.
#pragma omp target update to(Values)
#pragma omp target map(tofrom : Values)
  Values[2] += 100;
  checkValue("no copy back", Values[2], 3);
#pragma omp target exit data map(release : Values)
  check("still there", present(Values));
#pragma omp target exit data map(delete : Values)
  check("after delete, too", present(Values));
#pragma omp target update from(Values[2 : 1])
  checkValue("updated", Values[2], 103);
#pragma omp target map(always, tofrom : Values[0 : 4])
  Values[3] += 100;
  checkValue("always copies", Values[3], 104);

  check("not what is not", omp_target_disassociate_ptr(Other, 0) != 0);
  check("not on another device", omp_target_disassociate_ptr(Values, 1) != 0);
  // Who holds it counts on it.
#pragma omp target data map(ompx_hold, to : Values)
  {
#pragma omp target data map(ompx_hold, to : Values[1 : 2])
    Values[7] = 9;
    check("not while it is held", omp_target_disassociate_ptr(Values, 0) != 0);
    check("held and there", present(Values));
  }
  check("disassociate", !omp_target_disassociate_ptr(Values, 0));
  check("gone", !present(Values));
  check("once only", omp_target_disassociate_ptr(Values, 0) != 0);

  // What is mapped cannot be associated, nor disassociated.
#pragma omp target enter data map(to : Other)
  check("mapped already",
        omp_target_associate_ptr(Other, There, sizeof(Other), 0, 0) != 0);
  check("is no association", omp_target_disassociate_ptr(Other, 0) != 0);
  check("still mapped", present(Other));
#pragma omp target exit data map(delete : Other)
  omp_target_free(There, 0);
  return finish();
}
