//===- ompjit/Server/StartProcess.h - A process that nobody waits for ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a compile server without the program noticing. The server is no child
// of the program: a wait() for any child does not find it, no SIGCHLD comes
// when it ends, and it leaves no zombie. Of the program's it has neither
// descriptors nor signal handlers, mask and session, nor the working directory;
// its standard streams are /dev/null.
//
// A process in between starts it, and ends. That one runs in our memory while
// we wait, as after vfork(), and is of the kind that wait() finds only with
// __WCLONE or __WALL. (The server itself cannot be of that kind: execve() makes
// it an ordinary child.) Whoever adopts orphans gets the server: init, or the
// program itself if it is the init of its container.
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

/// The descriptor that the process finds its socket under.
constexpr int ServerSocket = 3;

/// Returns its process id. \p Socket stays the caller's. \p Arguments begin
/// with the program's name, \p Environment as programEnvironment().
Result<pid_t> startDetached(const std::string &Path,
                            const std::vector<std::string> &Arguments,
                            char **Environment, int Socket);

} // namespace ompjit::server

#endif // OMPJIT_SERVER_STARTPROCESS_H
