//===- FairQueue.h - A queue with a turn for each client ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests that wait for a worker of the node's compile server. Clients take
// turns, however many requests each of them has; the requests of one client are
// served in order.
//
// Private to the compile server. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_FAIRQUEUE_H
#define OMPJIT_SERVER_FAIRQUEUE_H

#include <deque>
#include <list>
#include <utility>

namespace ompjit::server {

template <typename ClientId, typename Request> class FairQueue {
public:
  bool isEmpty() const { return Clients.empty(); }

  void push(ClientId Client, Request What) {
    for (auto &[Known, Waiting] : Clients)
      if (Known == Client)
        return void(Waiting.push_back(std::move(What)));
    Clients.emplace_back(Client, std::deque<Request>());
    Clients.back().second.push_back(std::move(What));
  }

  /// Removes and returns the next request; the queue must not be empty. The
  /// client's next turn comes after those of all others.
  Request pop() {
    Request Next = std::move(Clients.front().second.front());
    Clients.front().second.pop_front();
    if (Clients.front().second.empty())
      Clients.pop_front();
    else
      Clients.splice(Clients.end(), Clients, Clients.begin());
    return Next;
  }

private:
  /// In the order of their turns. Clients without a request are not in the
  /// list.
  std::list<std::pair<ClientId, std::deque<Request>>> Clients;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_FAIRQUEUE_H
