// Loops whose chunks are handed out read nothing of the runtime that nobody wrote, wherever they stand.
// RUN: %run-gpus --levels=O0,O2 --gpus=sm_90,gfx90a --checked %t %s

#include <cstdio>
#include <omp.h>

int main(int Count, char **) {
  int Sum = 0, Inner = 0;
#pragma omp target map(tofrom : Sum, Inner) firstprivate(Count)
  for (int Round = 0; Round < 2; ++Round) {
#pragma omp parallel for schedule(dynamic) num_threads(40)
    for (int I = 0; I < 100 * Count; ++I) {
#pragma omp atomic
      Sum += I;
    }
#pragma omp parallel num_threads(33)
    {
#pragma omp for schedule(guided, 3)
      for (int I = 0; I < 50 * Count; ++I) {
        int Mine = 0;
        // A loop inside of a loop, on one thread.
#pragma omp parallel for schedule(dynamic, 2) reduction(+ : Mine)
        for (int K = 0; K < I; ++K)
          Mine += K;
#pragma omp atomic
        Inner += Mine;
      }
#pragma omp for schedule(static, 3) ordered
      for (int I = 0; I < 100 * Count; ++I) {
#pragma omp ordered
        Sum += I;
      }
    }
  }
  printf("%d %d\n", Sum, Inner);
}
