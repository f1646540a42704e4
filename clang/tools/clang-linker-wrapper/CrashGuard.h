//===- CrashGuard.h - A crash of LLVM becomes an error --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers trust their files. Where a damaged one makes LLVM crash, give
// up, run out of memory or read for ever, the link ends with an error that
// names the file (WorkNote.h) and with the status 1. Nothing is left behind, as
// nothing is in files: the wrapper's results are in memory, and nvlink's files
// have a process of their own that removes them.
//
// Handlers of signals do that, and no process that watches another: they cost
// nothing, and the host linker still gets the wrapper's process. Where no file
// has been noted, as in code that LTO made of many, the process begins again as
// one that only examines the inputs. What the system kills cannot be reported
// here; clang says so.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_CRASHGUARD_H
#define OMPJIT_LINKERWRAPPER_CRASHGUARD_H

namespace ompjit::wrapper {

/// The option, with "=" and what happened, of a process that examines inputs.
inline constexpr char ExamineOption[] = "--examine-inputs";

struct GuardSettings {
  /// The command to begin again with; null: the process reports in any case.
  /// Has to stay.
  char **Argv = nullptr;
  /// How much processor time the main thread may take for one file. A file of
  /// 1 MiB takes a tenth of a second.
  unsigned TickMs = 1000;
  unsigned TicksPerFile = 60;
  unsigned TicksPerMiB = 10;
  /// How much memory the process may take meanwhile, as far as that is seen:
  /// what takes less than two ticks is not. A file of 1 MiB takes 50.
  unsigned MiBPerFile = 4096;
  unsigned MiBPerMiB = 500;
};

/// From now on to the end of the process, or to an exec. Call it once, in the
/// main thread.
void guardAgainstCrashes(const GuardSettings &Settings);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_CRASHGUARD_H
