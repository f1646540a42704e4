//===- Complex.cpp - Products and quotients of complex numbers ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler calls these, because C defines results for infinite operands
// where the usual formulas give NaN.
//
//===----------------------------------------------------------------------===//

#include "../Platform.h"

namespace {

template <typename T> struct Number {
  T Real, Imaginary;
};

template <typename T> bool isNan(T X) { return X != X; }
template <typename T> bool isInfinite(T X) {
  return __builtin_fabs(X) == __builtin_inf();
}
template <typename T> bool isInfinite(Number<T> X) {
  return isInfinite(X.Real) || isInfinite(X.Imaginary);
}
template <typename T> bool isNan(Number<T> X) {
  return isNan(X.Real) && isNan(X.Imaginary);
}
template <typename T> T withSign(T Size, T Sign) {
  return T(__builtin_copysign(double(Size), double(Sign)));
}
/// Returns the corner of a square around 0 in the direction of an infinite
/// number.
template <typename T> Number<T> corner(Number<T> X) {
  return {withSign(T(isInfinite(X.Real)), X.Real),
          withSign(T(isInfinite(X.Imaginary)), X.Imaginary)};
}
template <typename T> Number<T> withoutNan(Number<T> X) {
  return {isNan(X.Real) ? withSign(T(0), X.Real) : X.Real,
          isNan(X.Imaginary) ? withSign(T(0), X.Imaginary) : X.Imaginary};
}

template <typename T> Number<T> product(Number<T> X, Number<T> Y) {
  return {X.Real * Y.Real - X.Imaginary * Y.Imaginary,
          X.Real * Y.Imaginary + X.Imaginary * Y.Real};
}

template <typename T> bool hasInfinitePart(Number<T> X, Number<T> Y) {
  return isInfinite(X.Real * Y.Real) || isInfinite(X.Imaginary * Y.Imaginary) ||
         isInfinite(X.Real * Y.Imaginary) || isInfinite(X.Imaginary * Y.Real);
}

template <typename T> Number<T> multiply(Number<T> X, Number<T> Y) {
  const Number<T> Result = product(X, Y);
  if (!isNan(Result))
    return Result;
  const bool IsInfinite =
      isInfinite(X) || isInfinite(Y) || hasInfinitePart(X, Y);
  if (!IsInfinite)
    return Result;
  const Number<T> Left = isInfinite(X) ? corner(X) : X;
  const Number<T> Right = isInfinite(Y) ? corner(Y) : Y;
  const Number<T> Direction = product(withoutNan(Left), withoutNan(Right));
  const T Infinity = T(__builtin_inf());
  return {Infinity * Direction.Real, Infinity * Direction.Imaginary};
}

/// Returns the exponent of two by which \p Y is scaled to about 1.
template <typename T> int exponentOf(Number<T> Y) {
  const double Real = __builtin_fabs(double(Y.Real));
  const double Imaginary = __builtin_fabs(double(Y.Imaginary));
  const double Size = Real > Imaginary ? Real : Imaginary;
  if (Size == 0 || isNan(Size) || isInfinite(Size))
    return 0;
  const uint64_t Bits = __builtin_bit_cast(uint64_t, Size);
  constexpr int Bias = 1023, Fraction = 52;
  if (Bits >> Fraction)
    return int(Bits >> Fraction) - Bias;
  // The number is subnormal.
  return 63 - __builtin_clzll(Bits) - Fraction - Bias + 1;
}

/// Returns \p X times two to the power of \p Exponent, in steps whose factors
/// are finite.
template <typename T> T scale(T X, int Exponent) {
  double Result = double(X);
  constexpr int Max = 1000;
  for (; Exponent > Max; Exponent -= Max)
    Result *= __builtin_bit_cast(double, uint64_t(Max + 1023) << 52);
  for (; Exponent < -Max; Exponent += Max)
    Result *= __builtin_bit_cast(double, uint64_t(1023 - Max) << 52);
  return T(Result *
           __builtin_bit_cast(double, uint64_t(Exponent + 1023) << 52));
}

template <typename T> Number<T> divide(Number<T> X, Number<T> Y) {
  const int Exponent = exponentOf(Y);
  const Number<T> Small = {scale(Y.Real, -Exponent),
                           scale(Y.Imaginary, -Exponent)};
  const T Size = Small.Real * Small.Real + Small.Imaginary * Small.Imaginary;
  const T Real = X.Real * Small.Real + X.Imaginary * Small.Imaginary;
  const T Imaginary = X.Imaginary * Small.Real - X.Real * Small.Imaginary;
  const Number<T> Result = {scale(T(Real / Size), -Exponent),
                            scale(T(Imaginary / Size), -Exponent)};
  if (!isNan(Result))
    return Result;
  const T Infinity = T(__builtin_inf());
  if (Size == 0 && (!isNan(X.Real) || !isNan(X.Imaginary)))
    return {withSign(Infinity, Y.Real) * X.Real,
            withSign(Infinity, Y.Real) * X.Imaginary};
  if (isInfinite(X) && !isInfinite(Y) && Y.Real == Y.Real &&
      Y.Imaginary == Y.Imaginary) {
    const Number<T> Far = corner(X);
    return {Infinity * (Far.Real * Y.Real + Far.Imaginary * Y.Imaginary),
            Infinity * (Far.Imaginary * Y.Real - Far.Real * Y.Imaginary)};
  }
  if (isInfinite(Y) && !isInfinite(X) && X.Real == X.Real &&
      X.Imaginary == X.Imaginary) {
    const Number<T> Far = corner(Y);
    return {T(0) * (X.Real * Far.Real + X.Imaginary * Far.Imaginary),
            T(0) * (X.Imaginary * Far.Real - X.Real * Far.Imaginary)};
  }
  return Result;
}

} // namespace

#define OMPJIT_COMPLEX(Name, Operation, Type)                                  \
  OMPJIT_ENTRY Type _Complex ompjit##Name(Type A, Type B, Type C,              \
                                          Type D) asm("__" #Name);             \
  OMPJIT_ENTRY Type _Complex ompjit##Name(Type A, Type B, Type C, Type D) {    \
    const Number<Type> Result =                                                \
        Operation(Number<Type>{A, B}, Number<Type>{C, D});                     \
    return {Result.Real, Result.Imaginary};                                    \
  }
OMPJIT_COMPLEX(mulsc3, multiply, float)
OMPJIT_COMPLEX(muldc3, multiply, double)
OMPJIT_COMPLEX(divsc3, divide, float)
OMPJIT_COMPLEX(divdc3, divide, double)
