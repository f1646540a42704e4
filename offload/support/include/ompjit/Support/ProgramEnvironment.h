//===- ProgramEnvironment.h - Variables that may be trusted ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with privileges that its caller does not have (set-uid, set-gid or
// file capabilities: AT_SECURE, see getauxval(3)) must not let the caller's
// variables choose files, servers, plugins or libraries. It sees no variables,
// as with the C library's secure_getenv(3). All of the runtime reads variables
// through this header, and not while another thread changes them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_PROGRAMENVIRONMENT_H
#define OMPJIT_SUPPORT_PROGRAMENVIRONMENT_H

#include <cstdlib>
#include <sys/auxv.h>
#include <unistd.h>

namespace ompjit {

inline bool hasRaisedPrivileges() { return ::getauxval(AT_SECURE) != 0; }

/// All variables, as "NAME=value", terminated by a null pointer.
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
