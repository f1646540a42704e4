//===- Logarithm.cpp - Logarithms, powers and roots -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x is 2^k m, with m between the roots of 1/2 and 2; the logarithm of m is
// twice the area tangent of (m-1)/(m+1), of which the first two terms are
// summed with twice the precision: powers need it.
//
//===----------------------------------------------------------------------===//

#include "Math.h"

using namespace ompjit::device;

namespace ompjit::device::math {
namespace {

constexpr double TwoTo54 = 18014398509481984.0;

/// Coefficients of the terms 2 s^(2n+1) / (2n+1) from the third one on.
constexpr auto Terms =
    coefficients<10>([](int I) { return 2.0 / (2 * I + 5); });
constexpr Sum TwoThirds = {0.6666666666666666, 3.700743415417188e-17};

/// log(1 + F) for 1 + F between the roots.
Sum logNearOne(double F) {
  const double D = 2 + F, DLow = F - (D - 2);
  const double S = F / D, SLow = (fma(-S, D, F) - S * DLow) / D;
  const Sum SS = exactProduct(S, S);
  const Sum Square = {SS.High, fma(2 * S, SLow, SS.Low)};
  const Sum Cube = product({S, SLow}, Square);
  const Sum Second = product(Cube, TwoThirds);
  const double Others =
      Cube.High * Square.High * polynomial(Terms.Values, Square.High);
  const Sum Two = quickSum(2 * S, Second.High);
  return quickSum(Two.High, Two.Low + (Second.Low + 2 * SLow + Others));
}

/// Returns whether the logarithm is a special case that all bases share, with
/// its value in \p Result.
bool isSpecial(double X, double &Result) {
  if (X > 0 && X < Infinity)
    return false;
  Result = X == 0 ? -Infinity : X < 0 ? NotANumber : X;
  return true;
}

double inBase(double X, Sum PerLogOfBase) {
  double Result;
  if (isSpecial(X, Result))
    return Result;
  return product(logOf(X), PerLogOfBase).High;
}

double log2(double X) { return inBase(X, PerLn2); }
double log10(double X) { return inBase(X, PerLn10); }

double asinh(double X) {
  const double A = fabs(X);
  if (!(A < 0x1p28))
    return copysign(math::log(A) + Ln2.High, X);
  const double Square = A * A;
  return copysign(math::log1p(A + Square / (1 + sqrt(1 + Square))), X);
}

double acosh(double X) {
  if (X < 1)
    return NotANumber;
  if (!(X < 0x1p28))
    return math::log(X) + Ln2.High;
  const double T = X - 1;
  return math::log1p(T + sqrt(fma(T, T, 2 * T)));
}

double atanh(double X) {
  const double A = fabs(X);
  return copysign(math::log1p(2 * A / (1 - A)) / 2, X);
}

bool isInteger(double X) { return trunc(X) == X; }
bool isOdd(double X) {
  return fabs(X) < 0x1p53 && isInteger(X) && (int64_t(X) & 1);
}

double pow(double X, double Y) {
  if (Y == 0 || X == 1)
    return 1;
  if (isNan(X) || isNan(Y))
    return NotANumber;
  const double Sign = isOdd(Y) ? copysign(1, X) : 1;
  const double A = fabs(X);
  if (isInfinite(Y))
    return A == 1 ? 1 : (A > 1) == (Y > 0) ? Infinity : 0;
  if (A == 0 || A == Infinity)
    return Sign * ((A == 0) == (Y > 0) ? 0 : Infinity);
  if (X < 0 && !isInteger(Y))
    return NotANumber;
  const Sum Log = logOf(A);
  const double High = Y * Log.High;
  if (fabs(High) > 1000)
    return Sign * (High > 0 ? Infinity : 0);
  return Sign * math::exp({High, fma(Y, Log.Low, fma(Y, Log.High, -High))});
}

double cbrt(double X) {
  if (X == 0 || isNan(X) || isInfinite(X))
    return X;
  // A third of the exponent, and of the mantissa's bits, is close enough for
  // three steps of Halley's method, each of which triples the number of correct
  // digits.
  const double Scale = fabs(X) < 0x1p-900  ? 0x1p54
                       : fabs(X) > 0x1p900 ? 0x1p-54
                                           : 1;
  const double A = fabs(X) * Scale;
  constexpr uint64_t TwoThirdsOfBias = 0x2a9f7893782da1ceu;
  double Root = fromBits(bitsOf(A) / 3 + TwoThirdsOfBias);
  for (int Step = 0; Step < 3; ++Step) {
    const double Cube = Root * Root * Root;
    Root = Root * ((Cube + 2 * A) / (2 * Cube + A));
  }
  const Sum Square = exactProduct(Root, Root);
  const double TooMuch = fma(Square.High, Root, -A) + Square.Low * Root;
  Root -= TooMuch / (3 * Square.High);
  const double Unscale = Scale > 1 ? 0x1p-18 : Scale < 1 ? 0x1p18 : 1;
  return copysign(Root * Unscale, X);
}

double hypot(double X, double Y) {
  const double A = fabs(X), B = fabs(Y);
  if (A == Infinity || B == Infinity)
    return Infinity;
  const double Larger = A > B ? A : B, Smaller = A > B ? B : A;
  if (!(Larger > 0) || isNan(Smaller))
    return A + B;
  int Exponent;
  math::frexp(Larger, &Exponent);
  const double L = ldexp(Larger, -Exponent), S = ldexp(Smaller, -Exponent);
  const Sum LL = exactProduct(L, L);
  const Sum All = quickSum(LL.High, fma(S, S, LL.Low));
  return ldexp(sqrt(All.High), Exponent);
}

double rsqrt(double X) { return 1 / sqrt(X); }

} // namespace

Sum logOf(double X) {
  const bool IsTiny = X < 0x1p-1022;
  const uint64_t Bits = bitsOf(IsTiny ? X * TwoTo54 : X);
  int Exponent = int(Bits >> 52) - 1023 - (IsTiny ? 54 : 0);
  double Mantissa = fromBits((Bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (Mantissa > 1.4142135623730951) {
    Mantissa /= 2;
    ++Exponent;
  }
  const Sum Log = logNearOne(Mantissa - 1);
  if (Exponent == 0)
    return Log;
  // High part with so few bits that its product with an exponent is exact, and
  // the rest.
  constexpr Sum Ln2Short = {0.6931471805592082, 7.371002565167799e-13};
  const Sum All = exactSum(Exponent * Ln2Short.High, Log.High);
  return quickSum(All.High, All.Low + fma(Exponent, Ln2Short.Low, Log.Low));
}

double log(double X) {
  double Result;
  return isSpecial(X, Result) ? Result : logOf(X).High;
}

double log1p(double X) {
  if (!(X > -1))
    return X == -1 ? -Infinity : NotANumber;
  if (X == Infinity)
    return X;
  if (fabs(X) < 0x1p-54)
    return X;
  if (X > -0.29 && X < 0.41)
    return logNearOne(X).High;
  const Sum Shifted = exactSum(1, X);
  const Sum Log = logOf(Shifted.High);
  return Log.High + (Log.Low + Shifted.Low / Shifted.High);
}

} // namespace ompjit::device::math

OMPJIT_MATH(OMPJIT_UNARY, log)
OMPJIT_MATH(OMPJIT_UNARY, log2)
OMPJIT_MATH(OMPJIT_UNARY, log10)
OMPJIT_MATH(OMPJIT_UNARY, log1p)
OMPJIT_MATH(OMPJIT_UNARY, asinh)
OMPJIT_MATH(OMPJIT_UNARY, acosh)
OMPJIT_MATH(OMPJIT_UNARY, atanh)
OMPJIT_MATH(OMPJIT_UNARY, cbrt)
OMPJIT_MATH(OMPJIT_UNARY, rsqrt)
OMPJIT_MATH(OMPJIT_BINARY, hypot)
OMPJIT_MATH(OMPJIT_BINARY, pow)
