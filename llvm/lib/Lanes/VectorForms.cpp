//===- VectorForms.cpp - Functions that a library has for vectors ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorForms.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace ompjit::lanes {

static constexpr unsigned Most = 16;

Function *vectorFormOf(const CallInst &Call, unsigned Lanes) {
  if (!Call.hasFnAttr(VFABI::MappingsAttrName))
    return nullptr;
  const VFDatabase Forms(const_cast<CallInst &>(Call));
  const auto FormFor = [&](unsigned Count) {
    return Forms.getVectorizedFunction(
        VFShape::get(Call.getFunctionType(), ElementCount::getFixed(Count),
                     /*HasGlobalPred=*/false));
  };
  for (unsigned Count = Lanes; Count > 1; Count /= 2)
    if (Function *Form = FormFor(Count))
      return Form;
  for (unsigned Count = 2 * Lanes; Count <= Most; Count *= 2)
    if (Function *Form = FormFor(Count))
      return Form;
  return nullptr;
}

} // namespace ompjit::lanes
