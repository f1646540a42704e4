//===- Exponential.cpp - Exponential and hyperbolic functions -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes e^x as 2^k e^r, with r so small that a few terms of the series are
// enough.
//
//===----------------------------------------------------------------------===//

#include "Math.h"

using namespace ompjit::device;

namespace ompjit::device::math {
namespace {

/// Coefficients of (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2.
constexpr auto Terms =
    coefficients<12>([](int I) { return 1 / factorial(I + 2); });

/// High part with so few bits that its product with an exponent is exact, and
/// the rest.
constexpr Sum Ln2Short = {0.6931471805592082, 7.371002565167799e-13};
constexpr Sum Log10Of2Short = {0.301029995663157, 8.241712586023572e-13};
constexpr double MaxFinite = 709.79, MinNonZero = -745.2;

/// e^X - 1 = 2^Exponent * (1 + Value) - 1.
struct Scaled {
  int Exponent;
  double Value;
};

Scaled reduce(Sum X) {
  const double K = rint(X.High * PerLn2.High);
  const double R = fma(-K, Ln2Short.High, X.High);
  const Sum Rest = exactSum(R, fma(-K, Ln2Short.Low, X.Low));
  const double Small = Rest.High;
  return {int(K), Small + fma(Small * Small, polynomial(Terms.Values, Small),
                              Rest.Low)};
}

double exp2(double X) {
  if (!(X < 1100))
    return X + Infinity;
  if (X < -1100)
    return 0;
  const double K = rint(X);
  return ldexp(math::exp({(X - K) * Ln2.High, 0}), int(K));
}

double exp10(double X) {
  if (!(X < 310))
    return X + Infinity;
  if (X < -330)
    return 0;
  const double K = rint(X * 3.321928094887362);
  const double R = fma(-K, Log10Of2Short.Low, fma(-K, Log10Of2Short.High, X));
  const Sum Ln10 = {2.302585092994046, -2.1707562233822494e-16};
  return ldexp(math::exp(product(Ln10, {R, 0})), int(K));
}

double sinh(double X) {
  const double A = fabs(X);
  if (A > 22) {
    // Take half of it first, because e^x may overflow where the result does
    // not.
    const double Root = math::exp(A / 2);
    return copysign(Root / 2 * Root, X);
  }
  const double E = expm1(A);
  return copysign((E + E / (E + 1)) / 2, X);
}

double cosh(double X) {
  const double A = fabs(X);
  if (A > 22) {
    const double Root = math::exp(A / 2);
    return Root / 2 * Root;
  }
  const double E = math::exp(A);
  return (E + 1 / E) / 2;
}

double tanh(double X) {
  const double A = fabs(X);
  if (A > 22)
    return copysign(1, X);
  const double E = expm1(2 * A);
  return copysign(E / (E + 2), X);
}

} // namespace

double exp(Sum X) {
  if (!(X.High < MaxFinite))
    return X.High + Infinity;
  if (X.High < MinNonZero)
    return 0;
  const Scaled S = reduce(X);
  return ldexp(1 + S.Value, S.Exponent);
}

double exp(double X) { return exp({X, 0}); }

double expm1(double X) {
  if (!(X < MaxFinite))
    return X + Infinity;
  if (X < -40)
    return -1;
  if (X == 0)
    return X;
  const Scaled S = reduce({X, 0});
  if (S.Exponent == 0)
    return S.Value;
  return ldexp((1 - ldexp(1, -S.Exponent)) + S.Value, S.Exponent);
}

} // namespace ompjit::device::math

OMPJIT_MATH(OMPJIT_UNARY, exp)
OMPJIT_MATH(OMPJIT_UNARY, exp2)
OMPJIT_MATH(OMPJIT_UNARY, exp10)
OMPJIT_MATH(OMPJIT_UNARY, expm1)
OMPJIT_MATH(OMPJIT_UNARY, sinh)
OMPJIT_MATH(OMPJIT_UNARY, cosh)
OMPJIT_MATH(OMPJIT_UNARY, tanh)
