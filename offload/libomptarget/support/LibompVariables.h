//===- LibompVariables.h - Variables that libomp may read later -*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of libomp's variables are about threads and the regions that these form.
// If the value is a usual one, libomp has nothing to say about it when it
// starts, and may do so when it is first needed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_LIBOMPVARIABLES_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_LIBOMPVARIABLES_H

#include <string_view>

namespace ompjit {

/// Whether the variable can wait. Not so one that is about devices or tools,
/// makes libomp print something or is not known here.
bool canWaitForLibomp(std::string_view Name, std::string_view Value);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_LIBOMPVARIABLES_H
