//===- IdleProcessors.h - Processors that nothing runs on -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says how many more threads could run now without taking a processor from
// others. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_IDLEPROCESSORS_H
#define OMPJIT_SUPPORT_IDLEPROCESSORS_H

#include <optional>
#include <string_view>

namespace ompjit {

/// Returns the number of threads that run or could run, the caller's included,
/// from the content of /proc/loadavg; nothing if it has another form.
std::optional<unsigned> runnableThreads(std::string_view LoadAverage);

/// Returns how many of the machine's processors run no thread; nothing if that
/// cannot be found out. Takes some 20 us.
std::optional<unsigned> idleProcessors();

} // namespace ompjit

#endif // OMPJIT_SUPPORT_IDLEPROCESSORS_H
