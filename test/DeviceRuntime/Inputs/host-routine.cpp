// A kernel that asks for what only the host can do.

#include <omp.h>

int main() {
  void *Place = nullptr;
#pragma omp target map(Place)
  Place = omp_target_alloc(8, 0);
  return Place != nullptr;
}
