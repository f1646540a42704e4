//===- ProgramEnvironment.h - Variables that are obeyed -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that runs with privileges that its caller has not (set-uid, set-gid
// or file capabilities: AT_SECURE, see getauxval(3)) must not be led by the
// caller's variables to files, servers, plugins or libraries. It gets none of
// them, as from the C library's secure_getenv(3). All of the runtime reads
// variables here. Not while another thread changes them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_PROGRAMENVIRONMENT_H
#define OMPJIT_SUPPORT_PROGRAMENVIRONMENT_H

#include <cstdlib>
#include <sys/auxv.h>

extern "C" char **environ;

namespace ompjit {

inline bool hasRaisedPrivileges() { return ::getauxval(AT_SECURE) != 0; }

/// All variables, as "NAME=value", and a null pointer behind them.
inline char **programEnvironment() {
  static char *None[] = {nullptr};
  return hasRaisedPrivileges() ? None : environ;
}

/// Null if it is not set.
inline const char *programVariable(const char *Name) {
  return hasRaisedPrivileges() ? nullptr : std::getenv(Name);
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_PROGRAMENVIRONMENT_H
