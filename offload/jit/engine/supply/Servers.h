//===- Servers.h - Where compile servers come from -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SERVERS_H
#define OMPJIT_JIT_SERVERS_H

#include "Compiler.h"

#include "ompjit/Server/Channel.h"

#include <functional>

namespace ompjit::jit {

class Servers {
public:
  virtual ~Servers() = default;

  /// A connection to a server that is free, or will be. An error says that
  /// there can be none.
  virtual Result<server::Channel> connect() = 0;
  /// The server has answered, and may have more to do.
  virtual void giveBack(server::Channel) {}
  /// In the child of a fork(): the servers are the parent's.
  virtual void forget() {}
};

/// Processes that belong to this one.
std::unique_ptr<Servers> createProcessServers(const std::string &LibraryDir);

/// The one of the user and the node. \p Identity is Compiler::identity().
std::unique_ptr<Servers>
createNodeServers(const std::string &LibraryDir,
                  std::function<Result<std::string>()> Identity);

/// Compiles on servers, or where there are none on \p Here. \p Warn gets a
/// sentence for people; it may be called from any thread.
struct ServerCompilerOptions {
  bool BeginsHere = false;  ///< Until something goes wrong there.
  uint64_t MemoryBytes = 0; ///< That a compile may take; 0: no limit.
  std::function<void(const std::string &)> Warn;
};
std::unique_ptr<Compiler> createServerCompiler(std::unique_ptr<Compiler> Here,
                                               std::unique_ptr<Servers>,
                                               ServerCompilerOptions);

/// The file name of the server, which lies beside the compile service.
constexpr char CompileServerFile[] = "ompjit-compile-server";

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SERVERS_H
