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

#include <optional>
#include <vector>

namespace ompjit::devicelink {

/// Collects the fields of one kernel.
class FieldFacts {
public:
  /// \p HasMarks says whether the program names anything.
  FieldFacts(llvm::FunctionAnalysisManager &Analyses, bool HasMarks)
      : Analyses(Analyses), HasMarks(HasMarks) {}

  /// Adds the fields behind \p Parameter, counted without the launch
  /// environment.
  void add(uint32_t Parameter, const ArgumentMemory &);

  /// Returns the fields that matter most, as many as a package may have, in its
  /// order. Notes at the parameters behind which of them the program names
  /// arrays.
  std::vector<FieldInfo> take(std::vector<ParameterInfo> &Parameters);

private:
  /// An array that the program names.
  struct Array {
    uint32_t Parameter;
    uint64_t Offset, ElementBytes;
    std::optional<uint64_t> Count; ///< Nothing if only the launch knows it.
    uint64_t ReadBytes; ///< From its begin on, before the kernel may write; 0
                        ///< if it is not known where that is.

    bool operator==(const Array &) const = default;
  };

  static Array describe(uint32_t Parameter, const ArgumentMemory::NamedArray &,
                        const ArgumentMemory &);
  bool canBeField(const ArgumentMemory::Field &) const;
  uint16_t usesOf(const ArgumentMemory::Field &) const;
  void add(const FieldInfo &);
  void addNamed();
  bool addWords(std::vector<FieldInfo>);
  uint16_t addArray(const Array &);
  void addOpenArray(const Array &, size_t Most);
  void addChosen();
  size_t numFree() const;

  llvm::FunctionAnalysisManager &Analyses;
  const bool HasMarks;
  std::vector<FieldInfo> Reads; ///< All of the kernel.
  std::vector<Array> Arrays;
  std::vector<FieldInfo> Fields; ///< Those that are taken.
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_FIELDFACTS_H
