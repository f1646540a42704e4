// Adds up in a kernel for each argument, and checks the sums. With "-" among the
// arguments it waits there for a line.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static long sumTo(int N) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 1; I <= N; ++I)
    Sum += I;
  return Sum;
}

int main(int Count, char **Arguments) {
  for (int I = 1; I < Count; ++I) {
    if (!std::strcmp(Arguments[I], "-")) {
      std::puts("waiting");
      std::fflush(stdout);
      std::getchar();
      continue;
    }
    const int N = std::atoi(Arguments[I]);
    if (sumTo(N) != long(N) * (N + 1) / 2)
      return 1;
  }
}
