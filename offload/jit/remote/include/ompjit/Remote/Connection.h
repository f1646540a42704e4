//===- ompjit/Remote/Connection.h - Talking to a remote cache ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A connection to a remote cache. Functions wait for the server within their
// limits. To be used by one thread at a time.
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

  /// Returns the value of \p Name; nothing if there is none. After an error the
  /// connection must not be used any more.
  virtual Result<std::optional<std::string>> get(const std::string &Name) = 0;
  virtual Status set(const std::string &Name, ByteView Value) = 0;

  /// Returns false if the program has closed the socket. Nothing is then sent
  /// to the file that has its descriptor now.
  virtual bool isOpen() = 0;
};

/// Connects and logs in. \p StepLimit limits each step of this and each later
/// command; looking up the host's name may take longer.
Result<std::unique_ptr<Connection>>
connectToRedis(const Address &, std::chrono::milliseconds StepLimit);

} // namespace ompjit::remote

#endif // OMPJIT_REMOTE_CONNECTION_H
