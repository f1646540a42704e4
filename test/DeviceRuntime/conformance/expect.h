// Shared by the conformance programs: counts what is wrong.

#ifndef OMPJIT_TEST_DEVICERUNTIME_EXPECT_H
#define OMPJIT_TEST_DEVICERUNTIME_EXPECT_H

#include <cmath>
#include <cstdio>

static int Wrong;

template <typename T> void expect(const char *What, T Got, T Expected) {
  if (Got == Expected)
    return;
  ++Wrong;
  printf("%s: %g instead of %g\n", What, double(Got), double(Expected));
}

inline int finish() {
  puts(Wrong ? "wrong" : "ok");
  return Wrong != 0;
}

#endif // OMPJIT_TEST_DEVICERUNTIME_EXPECT_H
