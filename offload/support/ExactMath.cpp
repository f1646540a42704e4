//===- ExactMath.cpp - Functions that round alike -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ExactMath.h"

#include <bit>
#include <cerrno>
#include <cfenv>
#include <cmath>

using namespace ompjit;

namespace {

/// The bits of an argument and of the result.
template <typename Bits> struct Point {
  Bits Argument, Result;
};

#include "ExactMathPoints.inc"

} // namespace

template <typename T, typename Bits, size_t Count>
static bool agrees(T (*Function)(T), const Point<Bits> (&Points)[Count]) {
  for (const Point<Bits> &Each : Points)
    if (std::bit_cast<Bits>(Function(std::bit_cast<T>(Each.Argument))) !=
        Each.Result)
      return false;
  return true;
}

static uint32_t findOut() {
  const int Errno = errno;
  std::fenv_t Environment;
  std::feholdexcept(&Environment);
  // Pointers that the compiler knows nothing about: the process's functions are
  // called, whatever it knows to compute.
  double (*volatile Exp)(double) = ::exp;
  float (*volatile Expf)(float) = ::expf;
  float (*volatile Exp2f)(float) = ::exp2f;
  uint32_t Found = 0;
  if (agrees<double>(Exp, PointsOfExp))
    Found |= ExactExp;
  if (agrees<float>(Expf, PointsOfExpf))
    Found |= ExactExpf;
  if (agrees<float>(Exp2f, PointsOfExp2f))
    Found |= ExactExp2f;
  std::fesetenv(&Environment);
  errno = Errno;
  return Found;
}

uint32_t ompjit::exactFunctions() {
  if (std::fegetround() != FE_TONEAREST)
    return 0;
  static const uint32_t Found = findOut();
  return Found;
}
