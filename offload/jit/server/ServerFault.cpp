//===- ServerFault.cpp - Injected failures of a server --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ServerFault.h"

#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

/// Hangs, but ends like any server when the client does not wait any more.
[[noreturn]] static void hang(Channel &Client) {
  pollfd Look = {Client.descriptor(), POLLRDHUP, 0};
  while (::poll(&Look, 1, -1) <= 0)
    ;
  ::_exit(0);
}

void server::strikeServerFault(std::string_view Fault, std::string_view Point,
                               Channel &Client, ByteView Next) {
  const size_t At = Fault.find('@');
  if (At == std::string_view::npos || Fault.substr(At + 1) != Point)
    return;
  std::string_view Kind = Fault.substr(0, At);
  Kind = Kind.substr(0, Kind.find("-always"));
  constexpr size_t FewBytes = 7;
  if (Kind == "short")
    Client.limitSteps(FewBytes);
  if (Kind == "kill")
    (void)::raise(SIGKILL);
  if (Kind == "hang")
    hang(Client);
  if (Kind == "cut")
    (void)Client.sendBytes(Next.substr(0, Next.size() / 2), Deadline::max());
  if (Kind == "garbage")
    (void)Client.sendBytes(std::string(Next.size(), 'x'), Deadline::max());
  if (Kind == "cut" || Kind == "garbage")
    ::_exit(0);
}
