//===- CrashGuard.h - A crash of LLVM becomes an error --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers trust their files. If a damaged one makes LLVM crash, give up,
// run out of memory or read for ever, the link ends with an error that names
// the file (WorkNote.h) and with the status 1. No files are left behind: the
// wrapper's results are in memory, and a separate process removes nvlink's
// files.
//
// Signal handlers do this rather than a watching process: they cost nothing,
// and the host linker can still replace the wrapper's process. If no file was
// noted, as in code that LTO made of many, the process starts again and only
// examines the inputs. If the system kills the process, clang reports that.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_CRASHGUARD_H
#define OMPJIT_LINKERWRAPPER_CRASHGUARD_H

namespace ompjit::wrapper {

/// The option of a process that examines inputs, followed by "=" and what
/// happened.
inline constexpr char ExamineOption[] = "--examine-inputs";

struct GuardSettings {
  /// The command to start again with; must stay valid. If null, the process
  /// reports without examining.
  char **Argv = nullptr;
  /// Processor time that the main thread may take for one file, in ticks. A
  /// file of 1 MiB takes a tenth of a second.
  unsigned TickMs = 1000;
  unsigned TicksPerFile = 60;
  unsigned TicksPerMiB = 10;
  /// Memory that the process may take meanwhile. Only files that take two ticks
  /// or more are checked. A file of 1 MiB takes 50.
  unsigned MiBPerFile = 4096;
  unsigned MiBPerMiB = 500;
};

/// Guards the process from now on, until it ends or calls exec. To be called
/// once, in the main thread.
void guardAgainstCrashes(const GuardSettings &Settings);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_CRASHGUARD_H
