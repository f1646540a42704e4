//===- Servers.h - Connections to compile servers -------------------------===//
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

  /// Returns a connection to a server that is free, or will be. Fails if there
  /// can be no server.
  virtual Result<server::Channel> connect() = 0;
  /// Takes back the connection of a server that has answered, for further
  /// compiles.
  virtual void giveBack(server::Channel) {}
  /// To be called in the child of a fork(), since the servers belong to the
  /// parent.
  virtual void forget() {}
};

/// Returns servers that belong to this process.
std::unique_ptr<Servers> createProcessServers(const std::string &LibraryDir);

/// Returns the server of the user and the node. \p Identity is
/// Compiler::identity().
std::unique_ptr<Servers>
createNodeServers(const std::string &LibraryDir,
                  std::function<Result<std::string>()> Identity);

/// \p Warn receives a sentence for people; it may be called from any thread.
struct ServerCompilerOptions {
  bool BeginsHere = false;  ///< Compiles run in the program until LLVM crashes
                            ///< or hangs.
  uint64_t MemoryBytes = 0; ///< The limit of a compile; 0: none.
  std::function<void(const std::string &)> Warn;
};
/// Returns a compiler that uses servers, or \p InProcess if there are none.
std::unique_ptr<Compiler>
createServerCompiler(std::unique_ptr<Compiler> InProcess,
                     std::unique_ptr<Servers>, ServerCompilerOptions);

/// The file name of the server, which lies beside the compile service.
constexpr char CompileServerFile[] = "ompjit-compile-server";

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SERVERS_H
