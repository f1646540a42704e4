//===- ompjit/Server/NodeFolder.h - Finds the node's server ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The socket of a user's compile server is in a folder that nobody else can
// write: <XDG_RUNTIME_DIR>/omp-jit, or else /tmp/omp-jit-<uid>. Its name holds
// the versions of the protocol and of the compiler, so that a different
// compiler is never asked.
//
// Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_NODEFOLDER_H
#define OMPJIT_SERVER_NODEFOLDER_H

#include "ompjit/Server/Descriptor.h"
#include "ompjit/Support/Result.h"

#include <string>

namespace ompjit::server {

/// Returns the path of the socket for a compiler with that source id. Makes
/// the folder. \p RuntimeDir is the value of XDG_RUNTIME_DIR; empty if it is
/// not set. An error names the folder and says what is wrong with it.
Result<std::string> nodeSocketPath(const std::string &RuntimeDir,
                                   const std::string &SourceId);

/// Takes the lock under which servers for that socket start and end. It is held
/// as long as the descriptor; no descriptor if another process holds it.
Result<Descriptor> tryLock(const std::string &SocketPath);

} // namespace ompjit::server

#endif // OMPJIT_SERVER_NODEFOLDER_H
