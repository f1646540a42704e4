//===- Special.cpp - Error and gamma functions ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The polynomials interpolate at Chebyshev nodes and were computed with 300
// bits.
//
//===----------------------------------------------------------------------===//

#include "Math.h"

using namespace ompjit::device;

namespace ompjit::device::math {
namespace {

/// erf(x) / x as a polynomial in x^2, for x up to 1.
constexpr double ErfPerX[] = {
    1.1283791670955126,      -0.37612638903183543,   0.11283791670945006,
    -0.02686617064323777,    0.0052239776071164225,  -0.0008548325975389692,
    0.00012055294904839707,  -1.492473690741966e-05, 1.6447424703317362e-06,
    -1.6208483801871705e-07, 1.3720064546777686e-08, -7.795898827002142e-10};
/// (1 + 2x) e^(x^2) erfc(x) as a polynomial in (x - 4) / (x + 4), for all x
/// from 0 on.
constexpr double ScaledErfc[] = {
    1.2329951186255526,      -0.1396211168405625,    0.01537965210261959,
    0.0680970542546913,      -0.1010390660362999,    0.0937328349984105,
    -0.06633036581219905,    0.03716751553632399,    -0.01619773405968329,
    0.0050319699895242515,   -0.000757773262030915,  -0.00019925676026410458,
    0.00015062149237837335,  -2.43989944557621e-05,  -1.1221292615314274e-05,
    5.709314113532492e-06,   2.9198219084548256e-07, -8.25078338681245e-07,
    7.74606863568198e-08,    1.1025271999000152e-07, -2.05545313698593e-08,
    -1.4806988146925795e-08, 3.1672611119361695e-09, 1.825695118953907e-09,
    -2.655726616312575e-10,  -1.4311318470928162e-10};
/// lgamma(2 + z) / z for |z| <= 1/2.
constexpr double LogGammaPerZ[] = {
    0.42278433509846713,    0.3224670334241132,      -0.06735230105319809,
    0.02058080842778463,    -0.007385551028674025,   0.0028905103307344045,
    -0.0011927539116998527, 0.0005096695250241955,   -0.00022315475858818615,
    9.94575066878814e-05,   -4.4926233820610826e-05, 2.0507291996563825e-05,
    -9.439526202058818e-06, 4.374223481082048e-06,   -2.0389077825677104e-06,
    9.584207048594987e-07,  -4.508168225446838e-07,  2.0193835401136915e-07,
    -9.558178101635195e-08, 6.472569840064724e-08,   -3.085985478390577e-08};

double erfc(double X) {
  if (isNan(X))
    return X;
  if (X < 0)
    return 2 - erfc(-X);
  if (X > 28)
    return 0;
  if (X < 0.5)
    return 1 - X * polynomial(ErfPerX, X * X);
  const Sum Square = exactProduct(X, X);
  return math::exp({-Square.High, -Square.Low}) *
         polynomial(ScaledErfc, (X - 4) / (X + 4)) / (1 + 2 * X);
}

double erf(double X) {
  const double A = fabs(X);
  if (A < 1)
    return X * polynomial(ErfPerX, X * X);
  return copysign(1 - erfc(A), X);
}

/// From here on Stirling's series is accurate to all digits.
constexpr double Large = 12;
constexpr double StirlingTerms[] = {
    1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
    1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};

/// Returns the logarithm of gamma, less half of log(2 pi).
Sum stirling(double X) {
  const Sum Main = product(logOf(X), {X - 0.5, 0});
  const double Inverse = 1 / X;
  const Sum All = exactSum(Main.High, -X);
  return quickSum(All.High,
                  All.Low + fma(Inverse,
                                polynomial(StirlingTerms, Inverse * Inverse),
                                Main.Low));
}

/// Reduces \p X in steps of 1 to a number between 1.5 and 2.5. \returns the
/// product of the steps.
double stepDown(double &X) {
  double Product = 1;
  while (X > 2.5) {
    X -= 1;
    Product *= X;
  }
  return Product;
}

double logGammaAboveOne(double Z) { return Z * polynomial(LogGammaPerZ, Z); }

double gammaOfPositive(double X) {
  if (X > 171.7)
    return Infinity;
  if (X >= Large)
    return math::exp(stirling(X)) * 2.5066282746310007;
  if (X < 0.5)
    return math::exp(logGammaAboveOne(X)) / (1 + X) / X;
  if (X < 1.5)
    return math::exp(logGammaAboveOne(X - 1)) / X;
  const double Product = stepDown(X);
  return Product * math::exp(logGammaAboveOne(X - 2));
}

double tgamma(double X) {
  if (X > 0 || isNan(X))
    return isNan(X) ? X : gammaOfPositive(X);
  if (X > -0x1p-60)
    return 1 / X;
  if (X == floor(X))
    return NotANumber;
  double Sine, Cosine;
  sincospi(X, &Sine, &Cosine);
  if (X < -184)
    return copysign(0, Sine);
  if (X > -160)
    return -Pi.High / (X * Sine) / gammaOfPositive(-X);
  // Beyond this, gamma of -X overflows, or the result is tiny.
  constexpr int Steps = 30;
  double Value = tgamma(X + Steps);
  for (int I = Steps; I-- > 0;)
    Value /= X + I;
  return Value;
}

double logGammaOfPositive(double X) {
  if (X >= Large)
    return X < 0x1p1014 ? stirling(X).High + 0.9189385332046728 : Infinity;
  if (X < 0.5)
    return logGammaAboveOne(X) - math::log1p(X) - math::log(X);
  if (X < 1.5)
    return logGammaAboveOne(X - 1) - math::log1p(X - 1);
  const double Product = stepDown(X);
  return math::log(Product) + logGammaAboveOne(X - 2);
}

/// Near its zeros at negative numbers the absolute error is that of the last
/// places of 1.
double lgamma(double X) {
  if (isNan(X))
    return X;
  if (isInfinite(X) || (X <= 0 && X == floor(X)))
    return Infinity;
  if (X > 0)
    return logGammaOfPositive(X);
  if (X > -0x1p-60)
    return -math::log(-X);
  double Sine, Cosine;
  sincospi(X, &Sine, &Cosine);
  return math::log(Pi.High / fabs(X * Sine)) - logGammaOfPositive(-X);
}

} // namespace

} // namespace ompjit::device::math

OMPJIT_MATH(OMPJIT_UNARY, erf)
OMPJIT_MATH(OMPJIT_UNARY, erfc)
OMPJIT_MATH(OMPJIT_UNARY, tgamma)
OMPJIT_MATH(OMPJIT_UNARY, lgamma)
