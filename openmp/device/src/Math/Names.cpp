//===- Names.cpp - Other names of functions -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that <math.h> declares and clang's headers leave to a library: NaNs
// with a payload, and other names of functions that exist anyway.
//
//===----------------------------------------------------------------------===//

#include "Math.h"

using namespace ompjit::device;

extern "C" {
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define OMPJIT_NAME(Name) Name
#else
#define OMPJIT_NAME(Name) device_##Name
#endif
double OMPJIT_NAME(lgamma)(double);
double OMPJIT_NAME(remainder)(double, double);
float OMPJIT_NAME(remainderf)(float, float);
}

namespace {

unsigned digitOf(char C) {
  if (C >= '0' && C <= '9')
    return unsigned(C - '0');
  const char Lower = char(C | 0x20);
  return Lower >= 'a' && Lower <= 'f' ? unsigned(Lower - 'a') + 10 : 16;
}

/// Returns the integer that \p Tag is in C's notation, or 0 if it is none.
uint64_t payloadOf(const char *Tag) {
  unsigned Base = 10;
  if (*Tag == '0') {
    const bool IsHexadecimal = Tag[1] == 'x' || Tag[1] == 'X';
    Base = IsHexadecimal ? 16 : 8;
    Tag += IsHexadecimal ? 2 : 0;
  }
  uint64_t Number = 0;
  for (; *Tag; ++Tag) {
    const unsigned Digit = digitOf(*Tag);
    if (Digit >= Base)
      return 0;
    Number = Number * Base + Digit;
  }
  return Number;
}

int signOfGamma(double X) {
  if (X > 0 || X != X)
    return 1;
  if (X == 0)
    return __builtin_signbit(X) ? -1 : 1;
  const double Below = math::floor(X);
  const bool IsOdd = Below != 2 * math::floor(Below / 2);
  return Below != X && IsOdd ? -1 : 1;
}

} // namespace

#define OMPJIT_NAN(Double, Float)                                              \
  OMPJIT_ENTRY double Double(const char *Tag) {                                \
    constexpr uint64_t Quiet = 0x7ff8000000000000, Payload = 0x7ffffffffffff;  \
    return math::fromBits(Quiet | (payloadOf(Tag) & Payload));                 \
  }                                                                            \
  OMPJIT_ENTRY float Float(const char *Tag) {                                  \
    constexpr uint32_t Quiet = 0x7fc00000, Payload = 0x3fffff;                 \
    return __builtin_bit_cast(float,                                           \
                              Quiet | (uint32_t(payloadOf(Tag)) & Payload));   \
  }
OMPJIT_NAN(OMPJIT_NAME(nan), OMPJIT_NAME(nanf))
#if defined(__NVPTX__)
OMPJIT_NAN(__nv_nan, __nv_nanf)
#endif

OMPJIT_ENTRY double OMPJIT_NAME(lgamma_r)(double X, int *Sign) {
  *Sign = signOfGamma(X);
  return OMPJIT_NAME(lgamma)(X);
}
OMPJIT_ENTRY float OMPJIT_NAME(lgammaf_r)(float X, int *Sign) {
  *Sign = signOfGamma(double(X));
  return float(OMPJIT_NAME(lgamma)(double(X)));
}

static int asInteger(long N) {
  constexpr long Max = 10000; // Larger than any number's exponent.
  return int(N > Max ? Max : N < -Max ? -Max : N);
}
OMPJIT_ENTRY double OMPJIT_NAME(scalbln)(double X, long N) {
  return math::ldexp(X, asInteger(N));
}
OMPJIT_ENTRY float OMPJIT_NAME(scalblnf)(float X, long N) {
  return float(math::ldexp(double(X), asInteger(N)));
}

OMPJIT_ENTRY double OMPJIT_NAME(drem)(double X, double Y) {
  return OMPJIT_NAME(remainder)(X, Y);
}
OMPJIT_ENTRY float OMPJIT_NAME(dremf)(float X, float Y) {
  return OMPJIT_NAME(remainderf)(X, Y);
}
OMPJIT_ENTRY double OMPJIT_NAME(roundeven)(double X) {
  return __builtin_roundeven(X);
}
OMPJIT_ENTRY float OMPJIT_NAME(roundevenf)(float X) {
  return __builtin_roundevenf(X);
}
OMPJIT_ENTRY int OMPJIT_NAME(finite)(double X) { return __builtin_isfinite(X); }
OMPJIT_ENTRY int OMPJIT_NAME(finitef)(float X) { return __builtin_isfinite(X); }

#if defined(__AMDGPU__)
/// In C, clang's header for AMD's GPUs uses the keyword, which exists only
/// since C23.
OMPJIT_ENTRY int ompjitStaticAssert(int, const char *) asm("static_assert");
OMPJIT_ENTRY int ompjitStaticAssert(int, const char *) { return 0; }
#endif
