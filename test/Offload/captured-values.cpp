// Scalars that regions and parallel constructs capture by value are read through references as what they are, on the host device and on the host.
// RUN: %run-all-modes --no-packaged --varies %t %s -O2
// RUN: %run-all-modes --no-packaged --varies %t %s -O0

#include "Inputs/check.h"

#include <algorithm>

/// None is a constant here.
template <typename T> static T middle(T Low, T High, T X) {
  T Found = 0;
#pragma omp target map(tofrom : Found)
  {
    T Own = 0;
#pragma omp parallel for num_threads(4)
    for (int I = 0; I < 5; ++I)
#pragma omp atomic
      Own += X;
    Found = std::max(Low, std::min(High, Own));
  }
  return Found;
}

/// On the host in any case.
template <typename T> static T least(T W, T X) {
  T Found = 0;
#pragma omp parallel firstprivate(W, X) num_threads(2)
  {
    T Own = X;
#pragma omp critical
    Found = std::min(W, Own);
  }
  return Found;
}

int main(int Count, char **) {
  checkValue("middle of int", middle<int>(Count + 40, Count + 60, 2), 41);
  checkValue("middle of short", middle<short>(Count + 40, Count + 60, 2), 41);
  checkValue("middle of float", middle<float>(Count + 1, Count + 60, 2), 10);
  checkValue("least of int", least<int>(Count + 40, Count + 60), 41);
  checkValue("least of unsigned char",
             least<unsigned char>(Count + 40, Count + 30), 31);
  return finish();
}
