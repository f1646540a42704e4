// A kernel with one parameter of each kind, and state of each kind.
#include <cstdio>

#pragma omp declare target
int seen = 1;
static int counter = 2;
static int never_written[4] = {1, 2, 3, 4};
#pragma omp end declare target

int main(int argc, char **) {
  int count = argc + 9;
  signed char small = char(argc);
  bool flag = argc > 0;
  double value = argc;
  double data[64] = {0};
#pragma omp target map(tofrom : data)
  {
    for (int i = 0; i < count; ++i)
      data[i] = data[i] * 2 + never_written[i & 3];
    data[0] += small;
    if (flag)
      data[1] = 1;
    data[2] += value + seen + counter++;
  }
  std::printf("%g %g %g\n", data[0], data[1], data[2]);
}
