//===- Math.h - Mathematical functions for device code --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For devices without a vendor's library. Everything is computed in double
// precision; functions of float round the result once more. Where double
// precision hardly suffices, values are kept as a sum of two numbers.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_MATH_MATH_H
#define OMPJIT_OPENMP_DEVICE_MATH_MATH_H

#include "../Platform.h"

#include <stddef.h>
#include <stdint.h>

// Products are fused with sums only where the code says so, because it computes
// rounding errors elsewhere.
#pragma clang fp contract(off)

namespace ompjit::device::math {

inline constexpr double Infinity = __builtin_inf();
inline constexpr double NotANumber = __builtin_nan("");

inline double fma(double A, double B, double C) {
  return __builtin_fma(A, B, C);
}
inline double fabs(double X) { return __builtin_fabs(X); }
inline double copysign(double X, double Sign) {
  return __builtin_copysign(X, Sign);
}
inline double sqrt(double X) { return __builtin_sqrt(X); }
inline double rint(double X) { return __builtin_rint(X); }
inline double trunc(double X) { return __builtin_trunc(X); }
inline double floor(double X) { return __builtin_floor(X); }
inline bool isNan(double X) { return X != X; }
inline bool isInfinite(double X) { return fabs(X) == Infinity; }

inline uint64_t bitsOf(double X) { return __builtin_bit_cast(uint64_t, X); }
inline double fromBits(uint64_t Bits) {
  return __builtin_bit_cast(double, Bits);
}

/// A number of twice the precision: High + Low.
struct Sum {
  double High, Low;
};

/// Returns \p A + \p B with its rounding error.
inline Sum exactSum(double A, double B) {
  const double S = A + B, OfB = S - A;
  return {S, (A - (S - OfB)) + (B - OfB)};
}
/// The same for |A| >= |B|.
inline Sum quickSum(double A, double B) {
  const double S = A + B;
  return {S, B - (S - A)};
}
inline Sum exactProduct(double A, double B) {
  const double P = A * B;
  return {P, fma(A, B, -P)};
}
inline Sum product(Sum A, Sum B) {
  const Sum P = exactProduct(A.High, B.High);
  return quickSum(P.High, fma(A.High, B.Low, fma(A.Low, B.High, P.Low)));
}

/// C[0] + C[1] X + ...
template <size_t N> double polynomial(const double (&C)[N], double X) {
  double Value = C[N - 1];
#pragma clang loop unroll(full)
  for (size_t I = N - 1; I-- > 0;)
    Value = fma(Value, X, C[I]);
  return Value;
}

/// A table that is computed by a formula.
template <size_t N> struct Coefficients {
  double Values[N];
};
template <size_t N, typename Formula>
constexpr Coefficients<N> coefficients(Formula Nth) {
  Coefficients<N> Table = {};
  for (size_t I = 0; I < N; ++I)
    Table.Values[I] = double(Nth(int(I)));
  return Table;
}
constexpr double factorial(int N) { return N < 2 ? 1 : N * factorial(N - 1); }

inline constexpr Sum Ln2 = {0.6931471805599453, 2.3190468138462996e-17};
inline constexpr Sum PerLn2 = {1.4426950408889634, 2.0355273740931033e-17};
inline constexpr Sum PerLn10 = {0.4342944819032518, 1.098319650216765e-17};
inline constexpr Sum Pi = {3.141592653589793, 1.2246467991473532e-16};
inline constexpr Sum HalfPi = {1.5707963267948966, 6.123233995736766e-17};

// Exact.cpp
double ldexp(double X, int Exponent);
double frexp(double X, int *Exponent);
double fmod(double X, double Y);
double remquo(double X, double Y, int *Quotient);

// Exponential.cpp
/// e to the power of a sum of two numbers.
double exp(Sum X);
double exp(double X);
double expm1(double X);

// Logarithm.cpp
/// Of a positive, finite number.
Sum logOf(double X);
double log(double X);
double log1p(double X);

// Trigonometric.cpp
void sincospi(double X, double *Sine, double *Cosine);

} // namespace ompjit::device::math

/// Expands \p Define(Name, symbol for double, symbol for float) for the names
/// by which programs and clang's headers call a function.
#if defined(__NVPTX__)
#define OMPJIT_MATH(Define, Name)                                              \
  Define(Name, Name, Name##f) Define(Name, __nv_##Name, __nv_##Name##f)
#define OMPJIT_PRIVATE
#elif defined(__AMDGPU__)
#define OMPJIT_MATH(Define, Name)                                              \
  Define(Name, Name, Name##f)                                                  \
      Define(Name, __ocml_##Name##_f64, __ocml_##Name##_f32)
#define OMPJIT_PRIVATE __gpu_private
#else
#define OMPJIT_MATH(Define, Name) Define(Name, device_##Name, device_##Name##f)
#define OMPJIT_PRIVATE
#endif

#define OMPJIT_UNARY(Name, Double, Float)                                      \
  OMPJIT_ENTRY double Double(double X) {                                       \
    return ompjit::device::math::Name(X);                                      \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X) {                                          \
    return float(ompjit::device::math::Name(double(X)));                       \
  }
#define OMPJIT_BINARY(Name, Double, Float)                                     \
  OMPJIT_ENTRY double Double(double X, double Y) {                             \
    return ompjit::device::math::Name(X, Y);                                   \
  }                                                                            \
  OMPJIT_ENTRY float Float(float X, float Y) {                                 \
    return float(ompjit::device::math::Name(double(X), double(Y)));            \
  }

#endif // OMPJIT_OPENMP_DEVICE_MATH_MATH_H
