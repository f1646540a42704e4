//===- RemoteCache.h - Images that machines share -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remote layer of the cache. One thread talks to the server; a launch waits
// for it for a few milliseconds at most. Where that was in vain, nobody waits
// any more: after a second, then after longer and longer pauses, up to a
// minute, a question is put to the server to see whether it answers in time
// again. So a server that is down costs a program one such wait. Entries are
// written one after the other, some time later; where too many wait, they are
// dropped.
//
// Thread-safe. In the child of a fork() it begins anew.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_REMOTECACHE_H
#define OMPJIT_JIT_REMOTECACHE_H

#include "ompjit/Cache/RemoteStore.h"
#include "ompjit/Remote/Connection.h"
#include "ompjit/Remote/SealedEntry.h"
#include "ompjit/Support/BackgroundThread.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ompjit::jit {

class RemoteCache : public cache::RemoteStore {
public:
  using Clock = std::chrono::steady_clock;
  using Connect = std::function<Result<std::unique_ptr<remote::Connection>>()>;
  /// Told when the server is lost, and when it is there again.
  using Tell = std::function<void(const std::string &)>;

  struct Options {
    Connect Open;                           ///< Called by the thread; may wait.
    std::chrono::milliseconds Patience{10}; ///< Of a launch.
    std::chrono::milliseconds FirstPause{1000}, LongestPause{60000};
    std::optional<remote::Secret> Secret; ///< Required of all that is read.
    Tell Notify;
  };

  /// Connects at the first call of a function.
  explicit RemoteCache(Options);
  ~RemoteCache() override;

  cache::LoadOutcome get(const cache::Key &, cache::StoredImage &) override;
  void put(const cache::Key &, ByteView Entry) override;
  const cache::Counters &counters() const override;

  /// The program ends: lets entries be written for so long.
  void finish(Clock::time_point End) override;
  /// In the child of a fork().
  void forgetThread() override;

private:
  struct State;

  std::pair<cache::LoadOutcome, std::string> ask(const std::string &Name) const;

  const Options Wanted;
  std::shared_ptr<State> Now;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_REMOTECACHE_H
