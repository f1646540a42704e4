// One region with a loop that vectorises.
#include <cstdio>

int main(int argc, char **) {
  double values[64];
  for (int i = 0; i < 64; ++i)
    values[i] = i;
  double factor = argc;
#pragma omp target map(tofrom : values)
  for (int i = 0; i < 64; ++i)
    values[i] *= factor;
  std::printf("%g\n", values[63]);
}
