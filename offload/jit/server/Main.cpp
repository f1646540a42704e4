//===- Main.cpp - ompjit-compile-server ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program in which compiles run outside of the programs that need them. The
// runtime library starts it, with a socket as descriptor 3:
//
// - `ompjit-compile-server worker LIBRARY` serves the program at its other end.
// - `ompjit-compile-server node LIBRARY SOCKET` serves all programs of the
// user,
//   and listens at SOCKET.
//
// LIBRARY is the compile service, libompjit-compiler.so.
//
//===----------------------------------------------------------------------===//

#include "NodeServer.h"
#include "Worker.h"

#include "ompjit/Server/StartProcess.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <sched.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit::server;

/// Lets the server run on all processors. The process that started it may be
/// bound to one.
static unsigned useAllProcessors() {
  constexpr unsigned Max = 16;
  cpu_set_t All;
  std::fill_n(reinterpret_cast<char *>(&All), sizeof(All), char(-1));
  (void)::sched_setaffinity(0, sizeof(All), &All);
  if (::sched_getaffinity(0, sizeof(All), &All) != 0)
    return 1;
  return std::clamp(unsigned(CPU_COUNT(&All)), 1u, Max);
}

/// Uses one heap arena only, because one thread of a server works at a time.
static void keepHeapSmall() { (void)::mallopt(M_ARENA_MAX, 1); }

static bool hasSocket() {
  struct stat Info;
  return ::fstat(ServerSocket, &Info) == 0 && S_ISSOCK(Info.st_mode);
}

int main(int Count, char **Arguments) {
  const std::string_view As = Count > 1 ? Arguments[1] : "";
  const bool IsNode = As == "node" && Count == 4;
  const bool IsWorker = As == "worker" && Count == 3;
  if ((!IsNode && !IsWorker) || !hasSocket()) {
    std::fputs("ompjit-compile-server: error: programs start it when they "
               "compile (OMP_JIT_COMPILER=process or node)\n",
               stderr);
    return 2;
  }
  keepHeapSmall();
  Descriptor Socket(ServerSocket);
  if (IsNode)
    NodeServer(std::move(Socket),
               {Arguments[2], Arguments[3], useAllProcessors()})
        .run();
  else
    Worker(Arguments[2]).serveProgram(Channel(std::move(Socket)));
  // A compile whose result is not needed any more may still be running.
  ::_exit(0);
}
