//===- FieldFacts.h - Which fields are worth specialising -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the parameter facts that is about the memory behind pointers.
// Private to ParameterFacts.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_FIELDFACTS_H
#define OMPJIT_DEVICELINK_FIELDFACTS_H

#include "ompjit/Package.h"
#include "ompjit/Specialize/ArgumentMemory.h"

#include "llvm/IR/PassManager.h"

#include <vector>

namespace ompjit::devicelink {

/// Collects the fields of one kernel.
class FieldFacts {
public:
  explicit FieldFacts(llvm::FunctionAnalysisManager &Analyses)
      : Analyses(Analyses) {}

  /// Adds the fields behind \p Parameter, counted without the launch
  /// environment.
  void add(uint32_t Parameter, const ArgumentMemory &);

  /// Returns the fields that matter most, as many as a package may have, in its
  /// order.
  std::vector<FieldInfo> take();

private:
  void add(const FieldInfo &);

  llvm::FunctionAnalysisManager &Analyses;
  std::vector<FieldInfo> Fields;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_FIELDFACTS_H
