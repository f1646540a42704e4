//===- RarePath.cpp - Kernels with a path that is hardly ever taken -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RarePath [DIVISOR] prints a line for each loop: its name, the least processor
// time of its launches in nanoseconds, and a sum of what it computed. Nothing in
// the code says which of its branches are rare.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <cmath>
#include <cstdint>
#include <ctime>
#include <vector>

namespace {

/// What a loop is about: how many elements, and how many steps each of them
/// makes.
struct Size {
  int Elements, Steps;
};

uint64_t next(uint64_t State) {
  return State * 6364136223846793005u + 1442695040888963407u;
}
double fraction(uint64_t State) { return double(State >> 11) * 0x1p-53; }

/// Particles in a field that turns them; one step in 4000 is a collision.
void collide(std::vector<double> &Out, Size Of) {
  double *P = Out.data();
#pragma omp target teams distribute parallel for map(from : P[ : Of.Elements])
  for (int I = 0; I < Of.Elements; ++I) {
    uint64_t State = next(uint64_t(I));
    double X = 0.1, Y = 0.2, Z = 0.3, U = 1, V = 0.5, W = 0.25, Energy = 1;
    for (int Step = 0; Step < Of.Steps; ++Step) {
      State = next(State);
      const double Chance = fraction(State);
      if (Chance < 0.00025) {
        const double Cosine = 2 * fraction(State << 13) - 1;
        const double Angle = 6.283185307179586 * fraction(State << 29);
        const double Sine = std::sqrt(1 - Cosine * Cosine);
        const double Speed = std::sqrt(U * U + V * V + W * W);
        U = Speed * Sine * std::cos(Angle);
        V = Speed * Sine * std::sin(Angle);
        W = Speed * Cosine;
        Energy *= std::exp(-0.01 * std::log1p(Speed));
      }
      const double NewU = U + 0.001 * (V * 0.3 - W * 0.2),
                   NewV = V + 0.001 * (W * 0.1 - U * 0.3),
                   NewW = W + 0.001 * (U * 0.2 - V * 0.1);
      U = NewU, V = NewV, W = NewW;
      X += 0.01 * U, Y += 0.01 * V, Z += 0.01 * W;
      Energy += 0.001 * (X * U + Y * V + Z * W - Energy);
    }
    P[I] = X + Y + Z + Energy;
  }
}

/// A machine with instructions of which two are nearly all that is executed.
void interpret(std::vector<double> &Out, Size Of) {
  double *P = Out.data();
#pragma omp target teams distribute parallel for map(from : P[ : Of.Elements])
  for (int I = 0; I < Of.Elements; ++I) {
    uint64_t State = next(uint64_t(I) + 77), A = 1, B = 2, C = 3;
    for (int Step = 0; Step < Of.Steps; ++Step) {
      State = next(State);
      const unsigned Dice = unsigned(State >> 54);
      if (Dice == 0)
        A = B / (C | 1), B = A % 97;
      else if (Dice == 1)
        for (int Bit = 0; Bit < 64; ++Bit)
          C += (A >> Bit & 1) * (B << (Bit & 7));
      else if (Dice == 2)
        B = uint64_t(std::sqrt(double(A >> 12)));
      else if (Dice == 3)
        C = (A << 7 | A >> 57) ^ B;
      else if (Dice < 900)
        A += B ^ State;
      else
        B += A;
    }
    P[I] = double((A ^ B ^ C) >> 40);
  }
}

/// Look-ups in a sorted table, near the last place nearly always.
void lookUp(std::vector<double> &Out, Size Of) {
  constexpr int Rows = 4096;
  static const std::vector<double> Table = [] {
    std::vector<double> Made(Rows + 1);
    for (int I = 0; I <= Rows; ++I)
      Made[size_t(I)] = double(I) * I;
    return Made;
  }();
  double *P = Out.data();
  const double *T = Table.data();
#pragma omp target teams distribute parallel for map(from : P[ : Of.Elements]) \
    map(to : T[ : Rows + 1])
  for (int I = 0; I < Of.Elements; ++I) {
    uint64_t State = next(uint64_t(I) + 5);
    int Row = Rows / 2;
    double Value = T[Row], Sum = 0;
    for (int Step = 0; Step < Of.Steps; ++Step) {
      State = next(State);
      Value += fraction(State) - 0.5;
      if (State >> 52 == 0)
        Value = fraction(State << 12) * double(Rows) * Rows;
      if (!(Value >= 0 && Value < double(Rows) * Rows))
        Value = 1;
      if (!(T[Row] <= Value && Value < T[Row + 1])) {
        int Low = 0, High = Rows;
        while (High - Low > 1) {
          const int Middle = (Low + High) / 2;
          (T[Middle] <= Value ? Low : High) = Middle;
        }
        Row = Low;
      }
      Sum += (Value - T[Row]) / (T[Row + 1] - T[Row]);
    }
    P[I] = Sum;
  }
}

/// Of the process, so that other programs do not count.
double processorNs() {
  timespec Now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
  return double(Now.tv_sec) * 1e9 + double(Now.tv_nsec);
}

void measure(const char *Name, void (*Loop)(std::vector<double> &, Size),
             int Steps) {
  const Size Of = {256, bench::scaled(Steps)};
  std::vector<double> Out(size_t(Of.Elements));
  double Least = HUGE_VAL, Sum = 0;
  for (int Launch = 0; Launch != 8; ++Launch) {
    const double Start = processorNs();
    Loop(Out, Of);
    Least = std::min(Least, processorNs() - Start);
  }
  for (double Each : Out)
    Sum += Each;
  std::printf("%s %.0f %.17g\n", Name, Least, Sum);
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count > 1)
    bench::setDivisor(Arguments[1]);
  measure("collide", collide, 40000);
  measure("interpret", interpret, 80000);
  measure("lookUp", lookUp, 40000);
}
