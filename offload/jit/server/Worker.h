//===- Worker.h - Answers requests one after the other --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker holds LLVM and compiles one image at a time, so that a failure costs
// one compile only. It ends, and another one is started when it is needed,
//
//   - when the client closes the connection, even in the middle of a compile;
//   - after a compile that failed, since LLVM's state is not known then, nor
//     which locks it holds;
//   - after a compile that took more memory than permitted, or half of that,
//     with which the next one would begin;
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

/// Servers end after this time without work.
constexpr std::chrono::seconds IdleLimit(30);

class Worker {
public:
  explicit Worker(const std::string &LibraryPath)
      : Library(openCompilerLibrary(LibraryPath)) {}

  /// Answers the requests on a connection. Returns when the process is to end.
  void serveProgram(Channel);
  /// Answers one request on each connection that it receives through this one.
  void serveNode(Channel);

private:
  /// These two return false when the process is to end.
  bool answer(Channel &Client, const Frame &Asked);
  bool compile(Channel &Client, const ServerRequest &, ByteView Package);
  void tellFree();

  const Result<CompilerLibrary> Library;
  Channel Node; ///< Not open if there is only one program.
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_WORKER_H
