//===- ompjit/Remote/Connection.h - Talking to a remote cache ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions wait for the server, for as long as they are told. One thread at a
// time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_REMOTE_CONNECTION_H
#define OMPJIT_REMOTE_CONNECTION_H

#include "ompjit/Remote/Address.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace ompjit::remote {

class Connection {
public:
  virtual ~Connection() = default;

  /// The value of that name; nothing where there is none. After an error the
  /// connection is of no further use.
  virtual Result<std::optional<std::string>> get(const std::string &Name) = 0;
  virtual Status set(const std::string &Name, ByteView Value) = 0;

  /// False where the program has closed the socket, of which nothing is told to
  /// the server, nor to whoever has its number now.
  virtual bool isOpen() = 0;
};

/// Connects and logs in. \p AtMost holds for each step of that, and for each
/// later command; looking up the host's name may take longer.
Result<std::unique_ptr<Connection>>
connectToRedis(const Address &, std::chrono::milliseconds AtMost);

} // namespace ompjit::remote

#endif // OMPJIT_REMOTE_CONNECTION_H
