//===- Worker.h - Answers one request after the other --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker holds LLVM and compiles one image at a time, so that whatever goes
// wrong costs one compile. It ends, and whoever needs one starts another,
//
//   - when who asked closes the connection, in the middle of a compile as well;
//   - after a compile that failed, since nobody knows what LLVM's state is
//     worth then, or which locks it holds;
//   - after one that took more memory than it may, or half of that, which the
//     next one would begin with;
//   - after half a minute without a request.
//
// Private to the compile server, in a process of its own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_WORKER_H
#define OMPJIT_SERVER_WORKER_H

#include "ompjit/Server/Channel.h"
#include "ompjit/Server/CompilerLibrary.h"

#include <string>

namespace ompjit::server {

/// After that long without work, servers end.
constexpr std::chrono::seconds IdleLimit(30);

class Worker {
public:
  explicit Worker(const std::string &LibraryPath)
      : Library(openCompilerLibrary(LibraryPath)) {}

  /// Answers what comes on that connection. Returns when the process is to end.
  void serveProgram(Channel);
  /// Answers a request of each connection that comes on this one.
  void serveNode(Channel);

private:
  /// These two are false when the process is to end.
  bool answer(Channel &Client, const Frame &Asked);
  bool compile(Channel &Client, const ServerRequest &, ByteView Package);
  void tellFree();

  const Result<CompilerLibrary> Library;
  Channel Node; ///< None where there is one program.
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_WORKER_H
