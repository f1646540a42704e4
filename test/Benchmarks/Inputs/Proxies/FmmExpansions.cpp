//===- FmmExpansions.cpp - Expansions of the potential --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fmm.h"

#include <cmath>

static Complex operator*(Complex A, Complex B) {
  return {A.Re * B.Re - A.Im * B.Im, A.Re * B.Im + A.Im * B.Re};
}

static Complex operator*(double A, Complex B) { return {A * B.Re, A * B.Im}; }

static Complex &operator+=(Complex &A, Complex B) {
  A.Re += B.Re;
  A.Im += B.Im;
  return A;
}

static Complex inverse(Complex A) {
  const double Square = A.Re * A.Re + A.Im * A.Im;
  return {A.Re / Square, -A.Im / Square};
}

void fromBodies(const Expansions &How, const Body *Bodies, const Cell &C,
                Complex *Far) {
  for (int K = 0; K <= How.Order; ++K)
    Far[K] = {0, 0};
  for (int I = C.FirstBody; I < C.FirstBody + C.NumBodies; ++I) {
    const Complex Offset = {Bodies[I].Place.Re - C.Centre.Re,
                            Bodies[I].Place.Im - C.Centre.Im};
    Complex Power = {Bodies[I].Charge, 0};
    Far[0] += Power;
    for (int K = 1; K <= How.Order; ++K) {
      Power = Power * Offset;
      Far[K] += -1.0 / K * Power;
    }
  }
}

void shiftUp(const Expansions &How, const Complex *Far, Complex By,
             Complex *Sum) {
  Complex Powers[MaxOrder + 1];
  Powers[0] = {1, 0};
  for (int K = 1; K <= How.Order; ++K)
    Powers[K] = Powers[K - 1] * By;
  Sum[0] += Far[0];
  for (int L = 1; L <= How.Order; ++L) {
    Complex Term = -Far[0].Re / L * Powers[L];
    for (int K = 1; K <= L; ++K)
      Term += How.Choose[L - 1][K - 1] * (Far[K] * Powers[L - K]);
    Sum[L] += Term;
  }
}

void toLocal(const Expansions &How, const Complex *Far, Complex By,
             Complex *Sum) {
  const Complex Inverse = inverse(By);
  Complex Terms[MaxOrder + 1];
  Complex Power = {1, 0};
  Complex Constant = {Far[0].Re * 0.5 * std::log(By.Re * By.Re + By.Im * By.Im),
                      0};
  for (int K = 1; K <= How.Order; ++K) {
    Power = -1.0 * (Power * Inverse);
    Terms[K] = Far[K] * Power;
    Constant += Terms[K];
  }
  Sum[0] += Constant;
  Power = {1, 0};
  for (int L = 1; L <= How.Order; ++L) {
    Power = Power * Inverse;
    Complex Inner = {-Far[0].Re / L, 0};
    for (int K = 1; K <= How.Order; ++K)
      Inner += How.Choose[L + K - 1][K - 1] * Terms[K];
    Sum[L] += Power * Inner;
  }
}

void shiftDown(const Expansions &How, const Complex *Local, Complex By,
               Complex *Sum) {
  Complex Shifted[MaxOrder + 1];
  for (int L = 0; L <= How.Order; ++L)
    Shifted[L] = Local[L];
  for (int From = 0; From < How.Order; ++From)
    for (int L = How.Order - 1; L >= From; --L)
      Shifted[L] += By * Shifted[L + 1];
  for (int L = 0; L <= How.Order; ++L)
    Sum[L] += Shifted[L];
}

double valueAt(const Expansions &How, const Complex *Local, Complex Offset) {
  Complex Value = {0, 0};
  for (int L = How.Order; L >= 0; --L) {
    Value = Value * Offset;
    Value += Local[L];
  }
  return Value.Re;
}

double directly(const Body *Bodies, int NumBodies, Complex Place) {
  double Sum = 0;
  for (int I = 0; I < NumBodies; ++I) {
    const double Re = Bodies[I].Place.Re - Place.Re,
                 Im = Bodies[I].Place.Im - Place.Im;
    const double Square = Re * Re + Im * Im;
    Sum += Square == 0 ? 0 : 0.5 * Bodies[I].Charge * std::log(Square);
  }
  return Sum;
}
