//===- ompjit/Server/NodeFolder.h - Where the node's server is found -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The socket of a user's compile server lies in a folder that nobody else can
// write: <XDG_RUNTIME_DIR>/omp-jit, else /tmp/omp-jit-<uid>. Its name holds the
// versions of what is said and of the compiler, so that another compiler is
// never asked.
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

/// The path of the socket for a compiler of that build id. Makes the folder.
/// \p RuntimeDir is the value of XDG_RUNTIME_DIR, empty if it has none. An
/// error names the folder and what is wrong with it.
Result<std::string> nodeSocketPath(const std::string &RuntimeDir,
                                   const std::string &BuildId);

/// The lock under which servers for that socket begin and end, held as long as
/// the descriptor; none if somebody else holds it.
Result<Descriptor> tryLock(const std::string &SocketPath);

} // namespace ompjit::server

#endif // OMPJIT_SERVER_NODEFOLDER_H
