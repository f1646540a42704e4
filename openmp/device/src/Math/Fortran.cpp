//===- Fortran.cpp - Functions of numbers that flang calls ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the host these are in flang's runtime library and the C library. What
// needs descriptors, memory or files has no version for GPUs.
//
//===----------------------------------------------------------------------===//

#include "../Exit.h"
#include "Math.h"

using namespace ompjit::device::math;

namespace {

bool isFinite(double X) { return __builtin_isfinite(X); }

double modulo(double X, double P) {
  const double Rest = fmod(X, P);
  if (Rest == 0)
    return __builtin_copysign(0.0, P);
  return (Rest < 0) == (P < 0) ? Rest : Rest + P;
}

/// Returns the fraction of \p X, whose size is at least a half and less than 1.
double fraction(double X) {
  int Exponent = 0;
  if (isFinite(X))
    return X == 0 ? X : frexp(X, &Exponent);
  return __builtin_nan("");
}

int exponent(double X) {
  int Result = 0;
  if (!isFinite(X))
    return __INT_MAX__;
  if (X != 0)
    frexp(X, &Result);
  return Result;
}

/// Returns \p X times two to the power of \p Exponent, which may have 8 bytes.
double scale(double X, int64_t Exponent) {
  constexpr int64_t Far = 5000;
  return ldexp(X, int(Exponent > Far    ? Far
                      : Exponent < -Far ? -Far
                                        : Exponent));
}

/// Returns the distance of \p X to the next number of a type with \p Digits
/// binary digits, but at least \p Tiny, the smallest normal number.
double spacing(double X, int Digits, double Tiny) {
  if (!isFinite(X))
    return __builtin_nan("");
  const double Result = X == 0 ? 0 : scale(1, exponent(X) - Digits);
  return Result < Tiny ? Tiny : Result;
}

} // namespace

#define OMPJIT_FORTRAN(Kind, Type)                                             \
  OMPJIT_ENTRY Type _FortranAModReal##Kind(Type X, Type P, const char *,       \
                                           int) {                              \
    return Type(fmod(double(X), double(P)));                                   \
  }                                                                            \
  OMPJIT_ENTRY Type _FortranAModuloReal##Kind(Type X, Type P, const char *,    \
                                              int) {                           \
    return Type(modulo(double(X), double(P)));                                 \
  }                                                                            \
  OMPJIT_ENTRY Type _FortranAFraction##Kind(Type X) {                          \
    return Type(fraction(double(X)));                                          \
  }                                                                            \
  OMPJIT_ENTRY int32_t _FortranAExponent##Kind##_4(Type X) {                   \
    return exponent(double(X));                                                \
  }                                                                            \
  OMPJIT_ENTRY int64_t _FortranAExponent##Kind##_8(Type X) {                   \
    return isFinite(double(X)) ? exponent(double(X)) : __INT64_MAX__;          \
  }                                                                            \
  OMPJIT_ENTRY Type _FortranAScale##Kind(Type X, int64_t Exponent) {           \
    return Type(scale(double(X), Exponent));                                   \
  }
OMPJIT_FORTRAN(4, float)
OMPJIT_FORTRAN(8, double)

OMPJIT_ENTRY float _FortranASpacing4(float X) {
  return float(spacing(double(X), __FLT_MANT_DIG__, double(__FLT_MIN__)));
}
OMPJIT_ENTRY double _FortranASpacing8(double X) {
  return spacing(X, __DBL_MANT_DIG__, __DBL_MIN__);
}

// GPUs have no exceptions that nearest() could raise.
OMPJIT_ENTRY uint32_t _FortranAMapException(uint32_t) { return 0; }
OMPJIT_ENTRY void _FortranAferaiseexcept(int32_t) {}

OMPJIT_ENTRY [[noreturn]] void
_FortranAReportFatalUserError(const char *Message, const char *, int) {
  ompjit::device::fail(Message);
}

#if defined(__AMDGPU__)
extern "C" double __ocml_pow_f64(double, double);

OMPJIT_ENTRY double __ocml_pown_f64(double X, int N) {
  return __ocml_pow_f64(X, double(N));
}
OMPJIT_ENTRY float __ocml_pown_f32(float X, int N) {
  return float(__ocml_pow_f64(double(X), double(N)));
}
#endif
