//===- Events.h - Reports faults to the program ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_EVENTS_H
#define OMPJIT_STANDIN_HSA_EVENTS_H

#include "Machine.h"

#include <mutex>
#include <string>

namespace ompjit::standin {

/// Reports that a kernel used memory that it must not use. Calls the program's
/// handler, without the lock, or ends the program if there is none.
void tellOfFault(Machine &M, const Agent &On, const std::string &Failure,
                 std::unique_lock<std::mutex> &Lock);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_EVENTS_H
