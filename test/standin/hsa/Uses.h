//===- Uses.h - What packets and copies still need ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that were told of and are not over. What a queue that stopped has in it
// needs nothing any more.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_USES_H
#define OMPJIT_STANDIN_HSA_USES_H

#include "Machine.h"

#include <string>

namespace ompjit::standin {

// Each names one user for messages, "packet 3 of queue 1"; empty: there is
// none.

std::string userOf(const Machine &M, const Signal &What);
/// As a kernel's arguments, or in a copy.
std::string userOf(const Machine &M, uintptr_t Begin, uint64_t Bytes);
/// Of its kernels.
std::string userOf(const Machine &M, const Executable &What);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_USES_H
