//===- FunctionNames.h - The names that people call functions -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_FUNCTIONNAMES_H
#define OMPJIT_LIBOMPTARGET_DEVICE_FUNCTIONNAMES_H

#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// Returns the names by which a user may call a function: its symbol, and for
/// C++ "scope::name(int, double*)" and "scope::name", with arguments of
/// templates, and with or without the result where the symbol has it.
std::vector<std::string> functionNames(std::string_view Symbol);

/// The same for the kernel of a target region: its symbol, "name(int), line
/// 57", and the names of the function that it is in.
std::vector<std::string> regionNames(std::string_view Symbol);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_FUNCTIONNAMES_H
