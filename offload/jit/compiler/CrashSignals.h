//===- CrashSignals.h - Take over the signals of a crash for a while ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a CrashSignals object exists, the signals of a crash go to a recovery
// routine if the thread that raised them requested it; else to the handlers
// from before. Only for Guard.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_CRASHSIGNALS_H
#define OMPJIT_COMPILER_CRASHSIGNALS_H

#include <csignal>

namespace ompjit::jit {

constexpr int NumCrashSignals = 6;
constexpr int CrashSignalNumbers[NumCrashSignals] = {SIGSEGV, SIGBUS,  SIGILL,
                                                     SIGFPE,  SIGTRAP, SIGABRT};

/// Called on the thread that crashed, in the signal handler. Returns only if it
/// does not handle the crash.
using CrashRecovery = void (*)(int Signal);

/// Objects may overlap in time, on several threads; the destructor of the last
/// one restores the program's handlers.
class CrashSignals {
public:
  explicit CrashSignals(CrashRecovery Recover);
  ~CrashSignals();
  CrashSignals(const CrashSignals &) = delete;
  CrashSignals &operator=(const CrashSignals &) = delete;
};

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_CRASHSIGNALS_H
