//===- Exponential.cpp - Exponentials of several values -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for vectors whose every result is, to the last bit, that of the
// function for one value in glibc since 2.28 on processors with fused
// multiplications; the float ones up to glibc 2.40. Where they differ from the
// process's glibc, nobody calls them; see ompjit/Support/ExactMath.h. Linked
// into code that has been vectorised; see ompjit/Specialize/ExactForms.h.
//
// The method is that of Tang (ACM TOMS 15, 1989): x = (k + f) * ln 2 / N with a
// whole number k, 2^(k/N) from a table, and a polynomial for the rest. The
// coefficients, the order of operations and which of them are fused are
// glibc's. All of it must be compiled with -ffp-contract=off.
//
//===----------------------------------------------------------------------===//

extern "C" double exp(double);
extern "C" float expf(float);
extern "C" float exp2f(float);

namespace {

template <typename T, int Lanes>
using Vector = T __attribute__((ext_vector_type(Lanes)));
template <int Lanes> using Doubles = Vector<double, Lanes>;
template <int Lanes> using Floats = Vector<float, Lanes>;
template <int Lanes> using Words = Vector<unsigned long, Lanes>;

struct alignas(16) Power {
  double Tail; ///< What Bits lacks, relative to it.
  unsigned long Bits;
};

#include "Powers.inc"

/// Added to a number, leaves its integer part in the last bits.
constexpr double Shift = 0x1.8p52;
/// Where the exponent of a double begins.
constexpr int ExponentBit = 52;

template <typename V> V fma(V A, V B, V C) {
  return __builtin_elementwise_fma(A, B, C);
}

/// Where the results of the fast way count, and where they are 0.
template <typename T> struct Bounds {
  T Most; ///< For all values whose absolute value is less.
  T Zero; ///< For all values up to this.
};

/// Replaces what the fast way does not compute. Such values are rare.
template <typename T, int Lanes, T Scalar(T)>
[[gnu::noinline, gnu::cold]] Vector<T, Lanes>
replace(Vector<T, Lanes> Results, Vector<T, Lanes> Values, T Most) {
  for (int I = 0; I != Lanes; ++I)
    if (!(__builtin_fabs(Values[I]) < Most))
      Results[I] = Scalar(Values[I]);
  return Results;
}

template <typename T, int Lanes, T Scalar(T)>
[[gnu::always_inline]] Vector<T, Lanes>
finish(Vector<T, Lanes> Results, Vector<T, Lanes> Values, Bounds<T> Limits) {
  const auto IsZero = Values <= Limits.Zero;
  const auto IsRare =
      !(__builtin_elementwise_abs(Values) < Limits.Most) & !IsZero;
  Results = IsZero ? Vector<T, Lanes>(T(0)) : Results;
  if (__builtin_expect(__builtin_reduce_or(IsRare) != 0, false))
    return replace<T, Lanes, Scalar>(Results, Values, Limits.Most);
  return Results;
}

template <int Lanes>
[[gnu::always_inline]] Doubles<Lanes> exponential(Doubles<Lanes> X) {
  using V = Doubles<Lanes>;
  constexpr int N = 128;
  const V Shifted = fma(X, V(0x1.71547652b82fep0 * N), V(Shift));
  const auto K = __builtin_bit_cast(Words<Lanes>, Shifted);
  const V Whole = Shifted - V(Shift);
  const V R = fma(Whole, V(-0x1.cf79abc9e3b39p-47),
                  fma(Whole, V(-0x1.62e42fefa0000p-8), X));
  V Tail;
  Words<Lanes> Bits;
  for (int I = 0; I != Lanes; ++I) {
    const Power &Of = Powers128[K[I] % N];
    Tail[I] = Of.Tail;
    Bits[I] = Of.Bits;
  }
  const auto Scale = __builtin_bit_cast(V, Bits + (K << (ExponentBit - 7)));
  const V Square = R * R;
  const V Low = fma(R, V(0x1.555555555543cp-3), V(0x1.ffffffffffdbdp-2));
  const V High = fma(R, V(0x1.1111167a4d017p-7), V(0x1.55555cf172b91p-5));
  const V Part = fma(Square * Square, High, fma(Square, Low, Tail + R));
  return finish<double, Lanes, exp>(fma(Scale, Part, Scale), X, {512, -746});
}

/// Returns 2^(K/32 + R/Over) for float. The last bits of K are the integer.
template <int Lanes>
[[gnu::always_inline]] Floats<Lanes> smallPower(Words<Lanes> K,
                                                Doubles<Lanes> R, double Over) {
  using V = Doubles<Lanes>;
  constexpr int N = 32;
  Words<Lanes> Bits;
  for (int I = 0; I != Lanes; ++I)
    Bits[I] = Powers32[K[I] % N];
  const auto Scale = __builtin_bit_cast(V, Bits + (K << (ExponentBit - 5)));
  const V Low = fma(V(0x1.c6af84b912394p-5 / Over / Over / Over), R,
                    V(0x1.ebfce50fac4f3p-3 / Over / Over));
  const V Part = fma(Low, R * R, fma(V(0x1.62e42ff0c52d6p-1 / Over), R, V(1)));
  return __builtin_convertvector(Part * Scale, Floats<Lanes>);
}

template <int Lanes>
[[gnu::always_inline]] Floats<Lanes> exponential(Floats<Lanes> X) {
  using V = Doubles<Lanes>;
  constexpr double N = 32;
  const V Factor = 0x1.71547652b82fep0 * N;
  const V Values = __builtin_convertvector(X, V);
  const V Shifted = fma(Factor, Values, V(Shift));
  const V Whole = Shifted - V(Shift);
  const auto Results =
      smallPower<Lanes>(__builtin_bit_cast(Words<Lanes>, Shifted),
                        fma(Factor, Values, -Whole), N);
  return finish<float, Lanes, expf>(Results, X, {88, -104});
}

template <int Lanes>
[[gnu::always_inline]] Floats<Lanes> powerOf2(Floats<Lanes> X) {
  using V = Doubles<Lanes>;
  const V ShiftForPart = Shift / 32;
  const V Values = __builtin_convertvector(X, V);
  const V Shifted = Values + ShiftForPart;
  const auto Results =
      smallPower<Lanes>(__builtin_bit_cast(Words<Lanes>, Shifted),
                        Values - (Shifted - ShiftForPart), 1);
  return finish<float, Lanes, exp2f>(Results, X, {126, -150});
}

} // namespace

#define OMPJIT_FORM(Name, Function, Type, Lanes)                               \
  extern "C" Type<Lanes> __ompjit_##Name##_##Lanes(Type<Lanes> X) {            \
    return Function<Lanes>(X);                                                 \
  }

OMPJIT_FORM(exp, exponential, Doubles, 2)
OMPJIT_FORM(exp, exponential, Doubles, 4)
OMPJIT_FORM(exp, exponential, Doubles, 8)
OMPJIT_FORM(expf, exponential, Floats, 4)
OMPJIT_FORM(expf, exponential, Floats, 8)
OMPJIT_FORM(expf, exponential, Floats, 16)
OMPJIT_FORM(exp2f, powerOf2, Floats, 4)
OMPJIT_FORM(exp2f, powerOf2, Floats, 8)
OMPJIT_FORM(exp2f, powerOf2, Floats, 16)
