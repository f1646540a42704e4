// The asynchronous memory routines wait for their dependences and are waited for.
// RUN: %build -O2 -fopenmp-version=51 %s -o %t
// RUN: %ours %t
// RUN: %build-deferred -O2 -fopenmp-version=51 %s -o %t.jit && %ours %t.jit

#include "check.h"

#include <omp.h>

int main() {
  const int Host = omp_get_initial_device();
  int Values[4] = {1, 2, 3, 4}, Back[4] = {}, Box[4] = {};
  int *There = (int *)omp_target_alloc(sizeof(Values), 0);
  omp_depend_t Order[2];
  int Other = 0;
#pragma omp depobj(Order[0]) depend(inout : There[0])
#pragma omp depobj(Order[1]) depend(inout : Other)
  // Slow enough that the copies would overtake it.
#pragma omp task depend(inout : There[0]) shared(Values)
  {
    double Start = omp_get_wtime();
    while (omp_get_wtime() - Start < 0.02)
      ;
    Values[0] = 10;
  }
  check("memcpy", !omp_target_memcpy_async(There, Values, sizeof(Values), 0, 0,
                                           0, Host, 2, Order));
  check("memset", omp_target_memset_async(There + 3, 0xff, sizeof(int), 0, 1,
                                          Order) == There + 3);
  check("back", !omp_target_memcpy_async(Back, There, sizeof(Back), 0, 0, Host,
                                         0, 1, Order));
  {
    size_t Volume[] = {2}, From[] = {1}, To[] = {2}, Size[] = {4};
    check("rect",
          !omp_target_memcpy_rect_async(Box, There, sizeof(int), 1, Volume, To,
                                        From, Size, Size, Host, 0, 1, Order));
  }
#pragma omp taskwait
  checkValue("after the task", Back[0], 10);
  checkValue("after the fill", Back[3], -1);
  check("box", Box[2] == 2 && Box[3] == 3 && Box[1] == 0);
  check("no source",
        omp_target_memcpy_async(There, nullptr, 4, 0, 0, 0, Host, 0, nullptr));
  omp_target_free(There, 0);
#pragma omp depobj(Order[0]) destroy
#pragma omp depobj(Order[1]) destroy
  return finish();
}
