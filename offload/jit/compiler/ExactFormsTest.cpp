//===- ExactFormsTest.cpp - Tests of the functions for vectors ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs openmp/device/host/Exponential.cpp on this processor, beside the
// functions of this machine's library.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ExactMath.h"

#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace ompjit;

template <typename T, int Lanes>
using Vector = T __attribute__((ext_vector_type(Lanes)));

extern "C" {
Vector<double, 2> __ompjit_exp_2(Vector<double, 2>);
Vector<double, 4> __ompjit_exp_4(Vector<double, 4>);
Vector<double, 8> __ompjit_exp_8(Vector<double, 8>);
Vector<float, 4> __ompjit_expf_4(Vector<float, 4>);
Vector<float, 8> __ompjit_expf_8(Vector<float, 8>);
Vector<float, 16> __ompjit_expf_16(Vector<float, 16>);
Vector<float, 4> __ompjit_exp2f_4(Vector<float, 4>);
Vector<float, 8> __ompjit_exp2f_8(Vector<float, 8>);
Vector<float, 16> __ompjit_exp2f_16(Vector<float, 16>);
}

namespace {

/// Numbers of all sizes, those near the limits of the functions, and what is no
/// number.
template <typename T> class Values {
public:
  T next() {
    const unsigned Kind = Source() % 16;
    if (Kind < 8)
      return std::uniform_real_distribution<T>(-Most, Most)(Source);
    if (Kind < 12)
      return std::uniform_real_distribution<T>(-2, 2)(Source);
    if (Kind < 15)
      return std::bit_cast<T>(Bits(Source()));
    constexpr T Special[] = {0,
                             -T(0),
                             512,
                             -746,
                             88,
                             -104,
                             126,
                             -150,
                             std::numeric_limits<T>::infinity(),
                             -std::numeric_limits<T>::infinity(),
                             std::numeric_limits<T>::quiet_NaN(),
                             std::numeric_limits<T>::denorm_min()};
    return Special[Source() % std::size(Special)];
  }

private:
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  static constexpr T Most = sizeof(T) == 8 ? 800 : 160;
  std::mt19937_64 Source{7};
};

} // namespace

template <typename T> static bool areSame(T A, T B) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  return std::isnan(A) ? std::isnan(B)
                       : std::bit_cast<Bits>(A) == std::bit_cast<Bits>(B);
}

template <typename T, int Lanes>
static void compare(uint32_t Bit, T (*Scalar)(T),
                    Vector<T, Lanes> (*Form)(Vector<T, Lanes>)) {
  if (!(exactFunctions() & Bit))
    GTEST_SKIP() << "the library of this machine computes it otherwise";
  Values<T> All;
  for (int Turn = 0; Turn != 1 << 15; ++Turn) {
    Vector<T, Lanes> X;
    for (int I = 0; I != Lanes; ++I)
      X[I] = All.next();
    const Vector<T, Lanes> Y = Form(X);
    for (int I = 0; I != Lanes; ++I)
      ASSERT_PRED2(areSame<T>, Scalar(X[I]), Y[I]) << "of " << X[I];
  }
}

TEST(ExactForms, Exp) {
  compare<double, 2>(ExactExp, ::exp, __ompjit_exp_2);
  compare<double, 4>(ExactExp, ::exp, __ompjit_exp_4);
  compare<double, 8>(ExactExp, ::exp, __ompjit_exp_8);
}

TEST(ExactForms, Expf) {
  compare<float, 4>(ExactExpf, ::expf, __ompjit_expf_4);
  compare<float, 8>(ExactExpf, ::expf, __ompjit_expf_8);
  compare<float, 16>(ExactExpf, ::expf, __ompjit_expf_16);
}

TEST(ExactForms, Exp2f) {
  compare<float, 4>(ExactExp2f, ::exp2f, __ompjit_exp2f_4);
  compare<float, 8>(ExactExp2f, ::exp2f, __ompjit_exp2f_8);
  compare<float, 16>(ExactExp2f, ::exp2f, __ompjit_exp2f_16);
}
