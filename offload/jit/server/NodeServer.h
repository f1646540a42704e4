//===- NodeServer.h - Shares workers between the programs of a node ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process per user and node holds the socket that programs connect to. It
// does not read their requests: it passes each connection to a worker, one at a
// time to each, and programs take turns. When a worker dies its connection
// closes, which tells the program.
//
// Workers are forked from it, so that LLVM is opened once and the memory that
// this has written is shared. The server compiles nothing and has a single
// thread, so that a fork never finds anything half done.
//
// It ends after half a minute without work, or when its socket is removed, but
// never while a program waits: it looks once more while it holds the lock under
// which programs start servers.
//
// Private to the compile server, in a process of its own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_NODESERVER_H
#define OMPJIT_SERVER_NODESERVER_H

#include "FairQueue.h"
#include "Worker.h"

#include "ompjit/Server/Channel.h"

#include <list>
#include <string>
#include <sys/types.h>

namespace ompjit::server {

class NodeServer {
public:
  struct Options {
    std::string Library;    ///< The compile service.
    std::string SocketPath; ///< The path to which the listening socket is
                            ///< bound.
    unsigned MaxWorkers;
  };
  NodeServer(Descriptor Listening, Options);

  void run();

private:
  /// The server's data on a worker.
  struct Slot {
    Channel Control;
    bool IsBusy = true;
  };

  void wait();
  bool accept();
  void handOut();
  Slot *freeSlot();
  bool startWorker();
  void hear(Slot &);
  bool isIdle() const;
  bool mayEnd();
  bool isSocketThere() const;

  Descriptor Listening;
  const Options Chosen;
  dev_t Device = 0; ///< Device and inode of the socket's file.
  ino_t Inode = 0;
  FairQueue<pid_t, Channel> Waiting;
  std::list<Slot> Workers;
  server::Worker Pattern; ///< Copied for each worker.
  bool IsFull = false;    ///< There was no descriptor left for a program that
                          ///< connected.
  Deadline End;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_NODESERVER_H
