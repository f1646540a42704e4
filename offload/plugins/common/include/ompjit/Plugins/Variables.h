//===- ompjit/Plugins/Variables.h - Numbers that the user sets ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VARIABLES_H
#define OMPJIT_PLUGINS_VARIABLES_H

#include <cstdint>
#include <optional>

namespace ompjit::plugins {

/// Returns the value of \p Name; nothing if it is not set to a decimal number.
std::optional<uint64_t> readNumber(const char *Name);

/// LIBOMPTARGET_DEVICE_RTL_DEBUG.
uint32_t runtimeDebugKinds();

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_VARIABLES_H
