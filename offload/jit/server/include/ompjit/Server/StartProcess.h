//===- ompjit/Server/StartProcess.h - Starts a detached process -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a compile server without the program noticing. The server is no child
// of the program: a wait() for any child does not find it, no SIGCHLD comes
// when it ends, and it leaves no zombie. It inherits neither descriptors nor
// signal handlers, signal mask, session or working directory from the program;
// its standard streams are /dev/null.
//
// An intermediate process starts it, and ends. That process runs in our memory
// while we wait, as after vfork(), and is of the kind that wait() finds only
// with __WCLONE or __WALL. Emulators as qemu-user know no such process: there
// it is a fork, whose end the program may see as a SIGCHLD. (The server itself
// cannot be of that kind: execve() makes it an ordinary child.) The process
// that adopts orphans becomes the server's parent: init, or the program itself
// if it is the init of its container.
//
// Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_STARTPROCESS_H
#define OMPJIT_SERVER_STARTPROCESS_H

#include "ompjit/Support/Result.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace ompjit::server {

/// The number of the server's socket in its process.
constexpr int ServerSocket = 3;

/// Starts the process and returns its id. The caller keeps \p Socket. \p
/// Arguments begin with the program's name; \p Environment is as from
/// programEnvironment().
Result<pid_t> startDetached(const std::string &Path,
                            const std::vector<std::string> &Arguments,
                            char **Environment, int Socket);

} // namespace ompjit::server

#endif // OMPJIT_SERVER_STARTPROCESS_H
