//===- Nvidia.cpp - Other functions of libdevice --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Math.h"

#if defined(__NVPTX__)

using namespace ompjit::device;

extern "C" {
double __nv_pow(double, double);
float __nv_sinf(float);
float __nv_cosf(float);
float __nv_logf(float);
float __nv_log2f(float);
void __nv_sincosf(float, float *, float *);
}

OMPJIT_ENTRY int __nv_abs(int X) { return X < 0 ? -X : X; }
OMPJIT_ENTRY long long __nv_llabs(long long X) { return X < 0 ? -X : X; }

#define OMPJIT_EXTREMES(Min, Max, Type)                                        \
  OMPJIT_ENTRY Type Min(Type X, Type Y) { return X < Y ? X : Y; }              \
  OMPJIT_ENTRY Type Max(Type X, Type Y) { return X > Y ? X : Y; }
OMPJIT_EXTREMES(__nv_min, __nv_max, int)
OMPJIT_EXTREMES(__nv_umin, __nv_umax, unsigned)
OMPJIT_EXTREMES(__nv_llmin, __nv_llmax, long long)
OMPJIT_EXTREMES(__nv_ullmin, __nv_ullmax, unsigned long long)

OMPJIT_ENTRY int __nv_isnand(double X) { return __builtin_isnan(X); }
OMPJIT_ENTRY int __nv_isnanf(float X) { return __builtin_isnan(X); }
OMPJIT_ENTRY int __nv_isinfd(double X) { return __builtin_isinf(X); }
OMPJIT_ENTRY int __nv_isinff(float X) { return __builtin_isinf(X); }
OMPJIT_ENTRY int __nv_isfinited(double X) { return __builtin_isfinite(X); }
OMPJIT_ENTRY int __nv_finitef(float X) { return __builtin_isfinite(X); }
OMPJIT_ENTRY int __nv_signbitd(double X) { return __builtin_signbit(X) != 0; }
OMPJIT_ENTRY int __nv_signbitf(float X) { return __builtin_signbit(X) != 0; }

/// For lrint.
OMPJIT_ENTRY long long __nv_double2ll_rn(double X) {
  return (long long)(__builtin_rint(X));
}
OMPJIT_ENTRY long long __nv_float2ll_rn(float X) {
  return (long long)(__builtin_rintf(X));
}

OMPJIT_ENTRY double __nv_powi(double X, int N) {
  return __nv_pow(X, double(N));
}
OMPJIT_ENTRY float __nv_powif(float X, int N) {
  return float(__nv_pow(double(X), double(N)));
}

// Functions that may be less precise with -ffast-math.
OMPJIT_ENTRY float __nv_fast_sinf(float X) { return __nv_sinf(X); }
OMPJIT_ENTRY float __nv_fast_cosf(float X) { return __nv_cosf(X); }
OMPJIT_ENTRY float __nv_fast_logf(float X) { return __nv_logf(X); }
OMPJIT_ENTRY float __nv_fast_log2f(float X) { return __nv_log2f(X); }
OMPJIT_ENTRY float __nv_fast_fdividef(float X, float Y) { return X / Y; }
OMPJIT_ENTRY void __nv_fast_sincosf(float X, float *Sine, float *Cosine) {
  __nv_sincosf(X, Sine, Cosine);
}

#endif
