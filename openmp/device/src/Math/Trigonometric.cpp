//===- Trigonometric.cpp - Trigonometric functions and inverses -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An angle is reduced to a quarter turn around 0: by subtraction while the
// number of quarter turns is exact, and beyond that by the bits of 2/pi that
// matter.
//
//===----------------------------------------------------------------------===//

#include "Math.h"

using namespace ompjit::device;

namespace ompjit::device::math {
namespace {

struct Angle {
  int Quarter; ///< Number of quarter turns; only the last two bits count.
  Sum Rest;
};

/// The bits of 2/pi after the binary point, after 64 zeros.
constexpr uint64_t TwoOverPi[] = {0,
                                  0xa2f9836e4e441529,
                                  0xfc2757d1f534ddc0,
                                  0xdb6295993c439041,
                                  0xfe5163abdebbc561,
                                  0xb7246e3a424dd2e0,
                                  0x06492eea09d1921c,
                                  0xfe1deb1cb129a73e,
                                  0xe88235f52ebb4484,
                                  0xe99c7026b45f7e41,
                                  0x3991d639835339f4,
                                  0x9c845f8bbdf9283b,
                                  0x1ff897ffde05980f,
                                  0xef2f118b5a0a6d1f,
                                  0x6d367ecf27cb09b7,
                                  0x4f463f669e5fea2d,
                                  0x7527bac7ebe5f17b,
                                  0x3d0739f78a5292ea,
                                  0x6bfb5fb11f8d5d08,
                                  0x56033046fc7b6bab,
                                  0xf0cfbc209af4361d};

uint64_t bitsFrom(uint32_t Start) {
  const uint32_t Word = Start / 64, Shift = Start % 64;
  return Shift ? TwoOverPi[Word] << Shift | TwoOverPi[Word + 1] >> (64 - Shift)
               : TwoOverPi[Word];
}

/// Reduces a positive number: multiplies the mantissa by 192 bits of 2/pi, from
/// the first one that contributes less than whole turns.
Angle reduceLarge(double X) {
  using Wide = unsigned __int128;
  const uint64_t Bits = bitsOf(X);
  const uint64_t Mantissa = (Bits & 0xfffffffffffff) | 0x10000000000000;
  const uint32_t Start = uint32_t(Bits >> 52) - 1075 - 2 + 64;
  const Wide Low = Wide(Mantissa) * bitsFrom(Start + 128);
  const Wide Middle = Wide(Mantissa) * bitsFrom(Start + 64) + (Low >> 64);
  const uint64_t High = Mantissa * bitsFrom(Start) + uint64_t(Middle >> 64);
  int Quarter = int(High >> 62);
  uint64_t Words[] = {High << 2 | uint64_t(Middle) >> 62,
                      uint64_t(Middle) << 2 | uint64_t(Low) >> 62,
                      uint64_t(Low) << 2};
  const bool IsNegative = Words[0] >> 63;
  if (IsNegative) {
    ++Quarter;
    for (uint64_t &Word : Words)
      Word = ~Word; // This is less by one in the last place, which does not
                    // matter.
  }
  Sum Fraction = {0, 0};
  double Unit = 0x1p-32;
  for (int I = 0; I < 6; ++I) {
    const uint64_t Word = Words[I / 2];
    const double Part = double(uint32_t(I % 2 ? Word : Word >> 32)) * Unit;
    const Sum Next = exactSum(Fraction.High, Part);
    Fraction = {Next.High, Fraction.Low + Next.Low};
    Unit *= 0x1p-32;
  }
  const Sum Rest = product(quickSum(Fraction.High, Fraction.Low), HalfPi);
  return {Quarter, IsNegative ? Sum{-Rest.High, -Rest.Low} : Rest};
}

Angle reduce(double X) {
  const double A = fabs(X);
  if (A < HalfPi.High / 2)
    return {0, {X, 0}};
  if (!(A < Infinity))
    return {0, {NotANumber, 0}};
  if (A >= 0x1p30) {
    const Angle Positive = reduceLarge(A);
    if (X > 0)
      return Positive;
    return {-Positive.Quarter, {-Positive.Rest.High, -Positive.Rest.Low}};
  }
  constexpr double TwoPerPi = 0.6366197723675814,
                   ThirdPart = -1.4973849048591698e-33;
  const double K = rint(X * TwoPerPi);
  // This is exact, because both sides are multiples of HalfPi.High's last
  // place.
  const double First = fma(-K, HalfPi.High, X);
  const Sum Second = exactProduct(K, HalfPi.Low);
  const Sum Rest = exactSum(First, -Second.High);
  return {int(K), quickSum(Rest.High, Rest.Low - Second.Low - K * ThirdPart)};
}

constexpr auto SineTerms = coefficients<8>(
    [](int I) { return (I % 2 ? 1 : -1) / factorial(2 * I + 3); });
constexpr auto CosineTerms = coefficients<8>(
    [](int I) { return (I % 2 ? -1 : 1) / factorial(2 * I + 4); });

double sineNearZero(Sum R) {
  const double X = R.High, Z = X * X;
  const double Terms = X * Z * polynomial(SineTerms.Values, Z);
  return X + (Terms + R.Low * (1 - Z / 2));
}

double cosineNearZero(Sum R) {
  const double X = R.High, Z = X * X, Half = Z / 2, Main = 1 - Half;
  const double Lost = (1 - Main) - Half;
  return Main +
         (Lost + fma(Z * Z, polynomial(CosineTerms.Values, Z), -X * R.Low));
}

double sineOf(const Angle &A) {
  const double Value =
      A.Quarter & 1 ? cosineNearZero(A.Rest) : sineNearZero(A.Rest);
  return A.Quarter & 2 ? -Value : Value;
}

double cosineOf(const Angle &A) { return sineOf({A.Quarter + 1, A.Rest}); }

double sin(double X) { return X == 0 ? X : sineOf(reduce(X)); }
double cos(double X) { return cosineOf(reduce(X)); }
void sincos(double X, double *Sine, double *Cosine) {
  const Angle A = reduce(X);
  *Sine = X == 0 ? X : sineOf(A);
  *Cosine = cosineOf(A);
}

double tan(double X) {
  if (X == 0)
    return X;
  const Angle A = reduce(X);
  const double Sine = sineNearZero(A.Rest), Cosine = cosineNearZero(A.Rest);
  return A.Quarter & 1 ? -Cosine / Sine : Sine / Cosine;
}

double sinpi(double X) {
  double Sine, Cosine;
  sincospi(X, &Sine, &Cosine);
  return Sine;
}
double cospi(double X) {
  double Sine, Cosine;
  sincospi(X, &Sine, &Cosine);
  return Cosine;
}

/// atan(I / 4).
constexpr Sum Arcs[] = {{0, 0},
                        {0.24497866312686414, 1.0698755618734451e-17},
                        {0.4636476090008061, 2.2698777452961687e-17},
                        {0.6435011087932844, 1.5834785051444286e-17},
                        {0.7853981633974483, 3.061616997868383e-17}};
constexpr auto ArcTerms =
    coefficients<9>([](int I) { return (I % 2 ? 1.0 : -1.0) / (2 * I + 3); });

/// Returns the angle, up to a quarter turn, whose tangent is \p Y / \p X. Both
/// are positive, or one of them is 0.
double arcOf(double Y, double X) {
  const bool IsSteep = Y > X;
  if (IsSteep) {
    const double Old = X;
    X = Y;
    Y = Old;
  }
  const double Ratio = Y / X;
  const int Nearest = int(Ratio * 4 + 0.5);
  const double C = Nearest * 0.25;
  const double Z = Nearest ? fma(-C, X, Y) / fma(C, Y, X) : Ratio;
  const double Terms = Z * Z * Z * polynomial(ArcTerms.Values, Z * Z);
  const double Low = Z + (Terms + Arcs[Nearest].Low);
  if (!IsSteep)
    return Arcs[Nearest].High + Low;
  const Sum Rest = exactSum(HalfPi.High, -Arcs[Nearest].High);
  return Rest.High - (Low - (Rest.Low + HalfPi.Low));
}

double supplement(double Arc) { return Pi.High - (Arc - Pi.Low); }

double atan(double X) { return isNan(X) ? X : copysign(arcOf(fabs(X), 1), X); }

double atan2(double Y, double X) {
  if (isNan(X) || isNan(Y))
    return NotANumber;
  double A = fabs(Y), B = fabs(X);
  if (A == Infinity && B == Infinity)
    A = B = 1;
  // Scale the numbers, so that their sums are finite and quotients of small
  // ones keep all bits.
  if (A > 0x1p1000 || B > 0x1p1000) {
    A *= 0x1p-100;
    B *= 0x1p-100;
  } else if (A < 0x1p-900 && B < 0x1p-900) {
    A *= 0x1p100;
    B *= 0x1p100;
  }
  const double Arc = A == 0 ? 0 : arcOf(A, B);
  return copysign(copysign(1, X) < 0 ? supplement(Arc) : Arc, Y);
}

double asin(double X) {
  if (!(fabs(X) <= 1))
    return NotANumber;
  return copysign(arcOf(fabs(X), sqrt(fma(-X, X, 1))), X);
}

double acos(double X) {
  if (!(fabs(X) <= 1))
    return NotANumber;
  const double Arc = arcOf(sqrt(fma(-X, X, 1)), fabs(X));
  return X < 0 ? supplement(Arc) : Arc;
}

} // namespace

void sincospi(double X, double *Sine, double *Cosine) {
  const double Turned = X - 2 * rint(X / 2);
  const double K = rint(2 * Turned);
  const double Rest = fma(-0.5, K, Turned);
  const Angle A = {isNan(K) ? 0 : int(K), product(Pi, {Rest, 0})};
  const double Value = sineOf(A);
  *Sine = Value == 0 ? copysign(0, X) : Value;
  *Cosine = cosineOf(A);
}

} // namespace ompjit::device::math

OMPJIT_MATH(OMPJIT_UNARY, sin)
OMPJIT_MATH(OMPJIT_UNARY, cos)
OMPJIT_MATH(OMPJIT_UNARY, tan)
OMPJIT_MATH(OMPJIT_UNARY, sinpi)
OMPJIT_MATH(OMPJIT_UNARY, cospi)
OMPJIT_MATH(OMPJIT_UNARY, asin)
OMPJIT_MATH(OMPJIT_UNARY, acos)
OMPJIT_MATH(OMPJIT_UNARY, atan)
OMPJIT_MATH(OMPJIT_BINARY, atan2)

// Functions with two results.
#define OMPJIT_BOTH(Name, Double, Float)                                       \
  OMPJIT_ENTRY void Double(double X, double *Sine, double *Cosine) {           \
    math::Name(X, Sine, Cosine);                                               \
  }                                                                            \
  OMPJIT_ENTRY void Float(float X, float *Sine, float *Cosine) {               \
    double S, C;                                                               \
    math::Name(double(X), &S, &C);                                             \
    *Sine = float(S);                                                          \
    *Cosine = float(C);                                                        \
  }
#if defined(__AMDGPU__)
OMPJIT_BOTH(sincos, sincos, sincosf)
#define OMPJIT_OCML_BOTH(Name)                                                 \
  OMPJIT_ENTRY double __ocml_##Name##_f64(double X,                            \
                                          OMPJIT_PRIVATE double *To) {         \
    double S, C;                                                               \
    math::Name(X, &S, &C);                                                     \
    *To = C;                                                                   \
    return S;                                                                  \
  }                                                                            \
  OMPJIT_ENTRY float __ocml_##Name##_f32(float X, OMPJIT_PRIVATE float *To) {  \
    double S, C;                                                               \
    math::Name(double(X), &S, &C);                                             \
    *To = float(C);                                                            \
    return float(S);                                                           \
  }
OMPJIT_OCML_BOTH(sincos)
OMPJIT_OCML_BOTH(sincospi)
// Functions that may be less precise on request.
OMPJIT_ENTRY float __ocml_native_sin_f32(float X) {
  return float(math::sin(double(X)));
}
OMPJIT_ENTRY float __ocml_native_cos_f32(float X) {
  return float(math::cos(double(X)));
}
#else
OMPJIT_MATH(OMPJIT_BOTH, sincos)
OMPJIT_MATH(OMPJIT_BOTH, sincospi)
#endif
