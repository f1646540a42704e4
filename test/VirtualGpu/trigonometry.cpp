// Mathematical functions of large arguments, for which NVIDIA's library, where there is one, has assembly.
// RUN: %run-gpus %t %s
// RUN: %link-ahead %t.ahead %s

#include <cmath>
#include <cstdio>

int main() {
  constexpr int Count = 8;
  double In[Count] = {0.5, -3.0, 1e5, 2.5e7, 1e10, 1e22, -7e100, 1.7e308};
  double Sines[Count], Cosines[Count], Roots[Count];
#pragma omp target teams distribute parallel for map(to : In)                  \
    map(from : Sines, Cosines, Roots)
  for (int I = 0; I < Count; ++I) {
    Sines[I] = sin(In[I]);
    Cosines[I] = cos(In[I]);
    Roots[I] = 1 / sqrt(fabs(In[I]));
  }
  for (int I = 0; I < Count; ++I)
    printf("%g: %.12f %.12f %.12g\n", In[I], Sines[I], Cosines[I], Roots[I]);
}
