//===- LateBound.h - The late-bound functions of the program --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out which of them a user means. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LATEBOUND_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LATEBOUND_H

#include "Bindings.h"

#include "ompjit/Package.h"
#include "ompjit/Support/Result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// A function that a kernel reaches.
struct LateFunction {
  std::string Kernel, Symbol;
};

void addLateFunctions(const PackageView &From, std::vector<LateFunction> &To);

/// Returns the symbol of the function that the user calls \p Function, in
/// regions that he calls \p Region, or in any if that is empty. An error says
/// which there are.
Result<std::string> findLateFunction(std::span<const LateFunction> All,
                                     std::string_view Region,
                                     std::string_view Function);

/// Fails if the fragment does not define the function, and says what it
/// defines.
Status checkDefines(const BoundFragment &Fragment, const std::string &Symbol);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LATEBOUND_H
