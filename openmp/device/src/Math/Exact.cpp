//===- Exact.cpp - Functions that round once or never ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Math.h"

using namespace ompjit::device;

namespace ompjit::device::math {
namespace {

constexpr int MantissaBits = 52, Bias = 1023;

double powerOfTwo(int Exponent) {
  return fromBits(uint64_t(Exponent + Bias) << MantissaBits);
}

double modf(double X, double *Whole) {
  *Whole = trunc(X);
  return copysign(isInfinite(X) ? 0 : X - *Whole, X);
}

int ilogb(double X) {
  if (X == 0 || isNan(X))
    return -__INT_MAX__ - 1;
  if (isInfinite(X))
    return __INT_MAX__;
  int Exponent;
  math::frexp(X, &Exponent);
  return Exponent - 1;
}

double logb(double X) {
  if (X == 0)
    return -Infinity;
  return isNan(X) || isInfinite(X) ? X * X : ilogb(X);
}

double fdim(double X, double Y) {
  return isNan(X) || isNan(Y) ? X + Y : X > Y ? X - Y : 0;
}

double remainder(double X, double Y) {
  int Quotient;
  return remquo(X, Y, &Quotient);
}

/// Returns the next number: the bits are in the same order as the numbers.
template <typename Real, typename Integer> Real next(Real X, Real To) {
  if (X != X || To != To)
    return X + To;
  if (X == To)
    return To;
  auto Bits = __builtin_bit_cast(Integer, X);
  if (X == 0)
    return __builtin_bit_cast(
        Real, Integer(1 | (To < 0 ? Integer(1) << (sizeof(Integer) * 8 - 1)
                                  : Integer(0))));
  Bits += (X < To) == (X > 0) ? Integer(1) : Integer(-1);
  return __builtin_bit_cast(Real, Bits);
}

} // namespace

/// Multiplies by two or three factors, of which only the last one rounds.
double ldexp(double X, int Exponent) {
  constexpr int Up = 1023, Down = -969; // Keep a normal number normal.
  for (int I = 0; I < 2 && Exponent > Up; ++I) {
    X *= powerOfTwo(Up);
    Exponent -= Up;
  }
  for (int I = 0; I < 2 && Exponent < 1 - Bias; ++I) {
    X *= powerOfTwo(Down);
    Exponent -= Down;
  }
  Exponent = Exponent > Up ? Up : Exponent < 1 - Bias ? 1 - Bias : Exponent;
  return X * powerOfTwo(Exponent);
}

double frexp(double X, int *Exponent) {
  *Exponent = 0;
  if (X == 0 || isNan(X) || isInfinite(X))
    return X;
  if (fabs(X) < 0x1p-1022) {
    X *= 0x1p54;
    *Exponent = -54;
  }
  const uint64_t Bits = bitsOf(X);
  *Exponent += int(Bits >> MantissaBits & 0x7ff) - (Bias - 1);
  return fromBits((Bits & ~(uint64_t(0x7ff) << MantissaBits)) |
                  uint64_t(Bias - 1) << MantissaBits);
}

/// Returns the remainder of a long division, and the quotient's last bits in \p
/// Quotient.
static double divide(double X, double Y, uint32_t &Quotient) {
  Quotient = 0;
  double A = fabs(X);
  const double B = fabs(Y);
  if (isNan(X) || isNan(Y) || isInfinite(X) || B == 0)
    return NotANumber;
  if (A < B)
    return X;
  int ExponentOfA, ExponentOfB;
  const auto toInteger = [](double Part) { return uint64_t(Part * 0x1p53); };
  uint64_t Rest = toInteger(math::frexp(A, &ExponentOfA));
  const uint64_t Divisor = toInteger(math::frexp(B, &ExponentOfB));
  for (int Step = ExponentOfA - ExponentOfB;; --Step) {
    Quotient <<= 1;
    if (Rest >= Divisor) {
      Rest -= Divisor;
      Quotient |= 1;
    }
    if (Step == 0)
      break;
    Rest <<= 1;
  }
  return copysign(math::ldexp(double(Rest), ExponentOfB - 53), X);
}

double fmod(double X, double Y) {
  uint32_t Quotient;
  return divide(X, Y, Quotient);
}

double remquo(double X, double Y, int *Quotient) {
  uint32_t Whole;
  double Rest = fabs(divide(X, Y, Whole));
  const double B = fabs(Y);
  *Quotient = 0;
  if (isNan(Rest))
    return Rest;
  // Round to the nearest multiple, or to the even one. Half of B may not be
  // representable.
  const double Over = B - Rest;
  if (Rest > Over || (Rest == Over && (Whole & 1))) {
    Rest = -Over;
    ++Whole;
  }
  const bool IsNegative = (copysign(1, X) < 0) != (copysign(1, Y) < 0);
  const int Last = int(Whole & 0x7fffffff);
  *Quotient = IsNegative ? -Last : Last;
  return copysign(1, X) < 0 ? -Rest : Rest;
}

} // namespace ompjit::device::math

OMPJIT_MATH(OMPJIT_UNARY, logb)
OMPJIT_MATH(OMPJIT_BINARY, fmod)
OMPJIT_MATH(OMPJIT_BINARY, remainder)

// Functions of the hardware.
#define OMPJIT_BUILTIN(Name, Double, Float)                                    \
  OMPJIT_ENTRY double Double(double X) { return __builtin_##Name(X); }         \
  OMPJIT_ENTRY float Float(float X) { return __builtin_##Name##f(X); }
OMPJIT_MATH(OMPJIT_BUILTIN, ceil)
OMPJIT_MATH(OMPJIT_BUILTIN, fabs)
OMPJIT_MATH(OMPJIT_BUILTIN, floor)
OMPJIT_MATH(OMPJIT_BUILTIN, nearbyint)
OMPJIT_MATH(OMPJIT_BUILTIN, rint)
OMPJIT_MATH(OMPJIT_BUILTIN, round)
OMPJIT_MATH(OMPJIT_BUILTIN, sqrt)
OMPJIT_MATH(OMPJIT_BUILTIN, trunc)
#define OMPJIT_BUILTIN_OF_TWO(Name, Double, Float)                             \
  OMPJIT_ENTRY double Double(double X, double Y) {                             \
    return __builtin_##Name(X, Y);                                             \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, float Y) {                                 \
    return __builtin_##Name##f(X, Y);                                          \
  }
OMPJIT_MATH(OMPJIT_BUILTIN_OF_TWO, copysign)
OMPJIT_MATH(OMPJIT_BUILTIN_OF_TWO, fmax)
OMPJIT_MATH(OMPJIT_BUILTIN_OF_TWO, fmin)
#define OMPJIT_FMA(Name, Double, Float)                                        \
  OMPJIT_ENTRY double Double(double X, double Y, double Z) {                   \
    return __builtin_fma(X, Y, Z);                                             \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, float Y, float Z) {                        \
    return __builtin_fmaf(X, Y, Z);                                            \
  }
OMPJIT_MATH(OMPJIT_FMA, fma)

// Computed in the type's own precision.
#define OMPJIT_FDIM(Name, Double, Float)                                       \
  OMPJIT_ENTRY double Double(double X, double Y) { return math::fdim(X, Y); }  \
  OMPJIT_ENTRY float Float(float X, float Y) {                                 \
    return X != X || Y != Y ? X + Y : X > Y ? X - Y : 0;                       \
  }
OMPJIT_MATH(OMPJIT_FDIM, fdim)
#define OMPJIT_NEXT(Name, Double, Float)                                       \
  OMPJIT_ENTRY double Double(double X, double Y) {                             \
    return math::next<double, uint64_t>(X, Y);                                 \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, float Y) {                                 \
    return math::next<float, uint32_t>(X, Y);                                  \
  }
OMPJIT_MATH(OMPJIT_NEXT, nextafter)

// Functions with integer results.
#define OMPJIT_TO_INTEGER(Name, Double, Float)                                 \
  OMPJIT_ENTRY int Double(double X) { return math::ilogb(X); }                 \
  OMPJIT_ENTRY int Float(float X) { return math::ilogb(double(X)); }
OMPJIT_MATH(OMPJIT_TO_INTEGER, ilogb)
#define OMPJIT_ROUND(Name, Double, Float)                                      \
  OMPJIT_ENTRY long long Double(double X) {                                    \
    return (long long)(__builtin_round(X));                                    \
  }                                                                            \
  OMPJIT_ENTRY long long Float(float X) {                                      \
    return (long long)(__builtin_roundf(X));                                   \
  }
OMPJIT_MATH(OMPJIT_ROUND, lround)
OMPJIT_MATH(OMPJIT_ROUND, llround)
#define OMPJIT_RINT(Name, Double, Float)                                       \
  OMPJIT_ENTRY long long Double(double X) {                                    \
    return (long long)(__builtin_rint(X));                                     \
  }                                                                            \
  OMPJIT_ENTRY long long Float(float X) {                                      \
    return (long long)(__builtin_rintf(X));                                    \
  }
OMPJIT_MATH(OMPJIT_RINT, lrint)
OMPJIT_MATH(OMPJIT_RINT, llrint)
#define OMPJIT_SCALE(Name, Double, Float)                                      \
  OMPJIT_ENTRY double Double(double X, int N) { return math::ldexp(X, N); }    \
  OMPJIT_ENTRY float Float(float X, int N) {                                   \
    return float(math::ldexp(double(X), N));                                   \
  }
OMPJIT_MATH(OMPJIT_SCALE, ldexp)
OMPJIT_MATH(OMPJIT_SCALE, scalbn)

// Functions with a second result.
#define OMPJIT_FREXP(Name, Double, Float)                                      \
  OMPJIT_ENTRY double Double(double X, OMPJIT_POINTEE int *N) {                \
    int Exponent;                                                              \
    const double Part = math::frexp(X, &Exponent);                             \
    *N = Exponent;                                                             \
    return Part;                                                               \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, OMPJIT_POINTEE int *N) {                   \
    int Exponent;                                                              \
    const double Part = math::frexp(double(X), &Exponent);                     \
    *N = Exponent;                                                             \
    return float(Part);                                                        \
  }
#define OMPJIT_MODF(Name, Double, Float)                                       \
  OMPJIT_ENTRY double Double(double X, OMPJIT_POINTEE double *Whole) {         \
    double Part;                                                               \
    const double Rest = math::modf(X, &Part);                                  \
    *Whole = Part;                                                             \
    return Rest;                                                               \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, OMPJIT_POINTEE float *Whole) {             \
    double Part;                                                               \
    const double Rest = math::modf(double(X), &Part);                          \
    *Whole = float(Part);                                                      \
    return float(Rest);                                                        \
  }
#define OMPJIT_REMQUO(Name, Double, Float)                                     \
  OMPJIT_ENTRY double Double(double X, double Y, OMPJIT_POINTEE int *N) {      \
    int Quotient;                                                              \
    const double Rest = math::remquo(X, Y, &Quotient);                         \
    *N = Quotient;                                                             \
    return Rest;                                                               \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, float Y, OMPJIT_POINTEE int *N) {          \
    int Quotient;                                                              \
    const double Rest = math::remquo(double(X), double(Y), &Quotient);         \
    *N = Quotient;                                                             \
    return float(Rest);                                                        \
  }
#if defined(__AMDGPU__)
#define OMPJIT_POINTEE
OMPJIT_FREXP(frexp, frexp, frexpf)
OMPJIT_MODF(modf, modf, modff)
OMPJIT_REMQUO(remquo, remquo, remquof)
#undef OMPJIT_POINTEE
#define OMPJIT_POINTEE OMPJIT_PRIVATE
OMPJIT_FREXP(frexp, __ocml_frexp_f64, __ocml_frexp_f32)
OMPJIT_MODF(modf, __ocml_modf_f64, __ocml_modf_f32)
OMPJIT_REMQUO(remquo, __ocml_remquo_f64, __ocml_remquo_f32)
#else
#define OMPJIT_POINTEE
OMPJIT_MATH(OMPJIT_FREXP, frexp)
OMPJIT_MATH(OMPJIT_MODF, modf)
OMPJIT_MATH(OMPJIT_REMQUO, remquo)
#endif
