//===- check.h - How the programs of this folder check their results ------===//
//
// Each program prints what it computed, for run-modes.sh to compare between the
// modes, and ends with a non-zero status where a value is not what the program
// itself expects. C and C++.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_CHECK_H
#define OMPJIT_TEST_CHECK_H

#include <stdio.h>

static int Failures = 0;

/// Checks one condition; \p What names it in the output.
static inline void check(const char *What, int Right) {
  printf("%s: %s\n", What, Right ? "right" : "WRONG");
  if (!Right)
    ++Failures;
}

/// Checks an integer value.
static inline void checkValue(const char *What, long long Value,
                              long long Expected) {
  printf("%s: %lld\n", What, Value);
  if (Value == Expected)
    return;
  printf("  WRONG: expected %lld\n", Expected);
  ++Failures;
}

/// Checks a floating-point value that is exact in every mode.
static inline void checkReal(const char *What, double Value, double Expected) {
  printf("%s: %.17g\n", What, Value);
  if (Value == Expected)
    return;
  printf("  WRONG: expected %.17g\n", Expected);
  ++Failures;
}

/// What main returns.
static inline int finish(void) {
  printf("%s\n", Failures ? "FAILED" : "done");
  return Failures != 0;
}

#endif // OMPJIT_TEST_CHECK_H
