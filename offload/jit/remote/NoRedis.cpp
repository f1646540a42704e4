//===- NoRedis.cpp - A build without a client for Redis -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Remote/Connection.h"

using namespace ompjit;
using namespace ompjit::remote;

Result<std::unique_ptr<Connection>>
ompjit::remote::connectToRedis(const Address &, std::chrono::milliseconds) {
  return Error("this build has no client for Redis (hiredis)");
}
