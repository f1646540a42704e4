// A region that needs the mathematics library, in C and in C++.
#ifdef __cplusplus
#include <cmath>
#include <cstdio>
using namespace std;
#else
#include <math.h>
#include <stdio.h>
#endif

double step(double X);

int main(void) {
  double Y[64], Worst = 0;
#pragma omp target teams distribute parallel for map(from : Y)
  for (int I = 0; I < 64; ++I) {
    double X = 0.1 * I;
    Y[I] = sin(X) + exp(-X) + pow(X, 1.5) + sqrtf((float)I) + step(X);
  }
  for (int I = 0; I < 64; ++I) {
    double X = 0.1 * I;
    double Right = sin(X) + exp(-X) + pow(X, 1.5) + sqrtf((float)I) + X / 2;
    Worst = fmax(Worst, fabs(Y[I] - Right) / fmax(1, fabs(Right)));
  }
  printf("%s\n", Worst < 1e-14 ? "right" : "wrong");
  return 0;
}
