//===- NodeServer.h - Shares workers between the programs of a node ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process per user and node holds the socket that programs connect to. It
// reads nothing of what they say: it hands each connection to a worker, one at
// a time to each, and programs take turns. A worker that dies takes the
// connection along, which tells the program.
//
// Workers are forked from it, so that LLVM is opened once and what that wrote
// is shared. It compiles nothing and has one thread, so that a fork finds
// nothing half done.
//
// It ends after half a minute without work, or when its socket is removed, but
// never with a program waiting: with the lock held that programs start servers
// under it looks once more.
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
    std::string SocketPath; ///< Where \p Listening is bound.
    unsigned MaxWorkers;
  };
  NodeServer(Descriptor Listening, Options);

  void run();

private:
  /// Of a worker.
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
  dev_t Device = 0; ///< Of the socket's name, as the next.
  ino_t Inode = 0;
  FairQueue<pid_t, Channel> Waiting;
  std::list<Slot> Workers;
  server::Worker Pattern; ///< Of the workers.
  bool IsFull = false;    ///< No descriptor was left for who asked.
  Deadline End;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_NODESERVER_H
