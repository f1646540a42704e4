// Adds up in a kernel for each argument, and checks the sums. With "-" among the
// arguments it waits there for a line.
#include "../../support/SumTo.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int Count, char **Arguments) {
  for (int I = 1; I < Count; ++I) {
    if (!std::strcmp(Arguments[I], "-")) {
      std::puts("waiting");
      std::fflush(stdout);
      std::getchar();
      continue;
    }
    if (!sumsRight(std::atoi(Arguments[I])))
      return 1;
  }
}
