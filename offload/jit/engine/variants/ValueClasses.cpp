//===- ValueClasses.cpp - Classes of numbers ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueClasses.h"

#include <algorithm>
#include <bit>

using namespace ompjit;

uint64_t jit::classesOf(const std::unordered_set<uint64_t> &Values,
                        uint64_t Mask) {
  uint64_t Special = 0, Union = 0;
  for (uint64_t Value : Values) {
    if (Value == 0)
      Special |= ClassZero;
    else if (Value == 1)
      Special |= ClassOne;
    else
      Union |= Value;
  }
  // All of them are 0 or 1.
  if (Union == 0)
    return Special;
  uint64_t Common =
      std::min<uint64_t>(uint64_t(std::countr_zero(Union)), MaxDivisorBits);
  // Bits that are not demanded are no property of the value.
  if (Common <= uint64_t(std::countr_zero(Mask)))
    Common = 0;
  if (Mask >> 32 && !(Union >> 32))
    Common |= ClassNarrow;
  return Special | Common;
}
