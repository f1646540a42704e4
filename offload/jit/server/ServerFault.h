//===- ServerFault.h - Injected failures of a server ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To test what a program does when its compile server is killed or sends
// garbage, a server can be told to do so: CompileRequest::Fault names the kind
// and the point.
//
//   kill     the server ends without a word, as after SIGKILL
//   hang     it says nothing any more
//   cut      it sends a half of what it has to say, and ends
//   garbage  it sends other bytes instead
//   short    it sends a few bytes at a time; not a failure
//
// The points: "receive", when the request has arrived; "begin", when that was
// said and the compile begins; "answer", when it is over. Faults strike at the
// first try only, "kill-always@receive" at each.
//
// Private to the compile server.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_SERVERFAULT_H
#define OMPJIT_SERVER_SERVERFAULT_H

#include "ompjit/Server/Channel.h"

#include <string_view>

namespace ompjit::server {

/// To be called at \p Point, before \p Next is sent. Might not return.
void strikeServerFault(std::string_view Fault, std::string_view Point,
                       Channel &Client, ByteView Next);

} // namespace ompjit::server

#endif // OMPJIT_SERVER_SERVERFAULT_H
