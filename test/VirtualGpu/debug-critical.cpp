// What threads share is read again in each critical region, with debug information, too.
// RUN: %run-gpus --levels=O0,O1,O2 %t %s -g

#include <cstdio>
#include <omp.h>

int main() {
  int Sum = 0, Largest = -1;
#pragma omp target parallel num_threads(64) map(tofrom : Sum, Largest)
  {
#pragma omp critical
    {
      Sum += 63 - omp_get_thread_num();
      if (omp_get_thread_num() > Largest)
        Largest = omp_get_thread_num();
    }
  }
  // The host's teams may be smaller.
  printf("%s %s\n",
         Sum == (126 - Largest) * (Largest + 1) / 2 ? "sum" : "WRONG",
         Largest >= 0 ? "largest" : "WRONG");
}
