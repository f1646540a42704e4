//===- Uses.h - Memory and code that are still in use ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By packets and copies that were announced and are not over. Packets of a
// stopped queue use nothing any more.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_USES_H
#define OMPJIT_STANDIN_HSA_USES_H

#include "Machine.h"

#include <string>

namespace ompjit::standin {

// Each returns the name of one user for messages, "packet 3 of queue 1"; empty
// if there is none.

std::string userOf(const Machine &M, const Signal &What);
/// A user of the memory as a kernel's arguments, or in a copy.
std::string userOf(const Machine &M, uintptr_t Begin, uint64_t Bytes);
/// A user of one of its kernels.
std::string userOf(const Machine &M, const Executable &What);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_USES_H
