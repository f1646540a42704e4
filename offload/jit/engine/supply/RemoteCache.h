//===- RemoteCache.h - Images that machines share -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remote layer of the cache. One thread communicates with the server; a
// launch waits for it for a few milliseconds at most. If there is no answer in
// time, launches stop waiting: after a second, then after longer pauses of up
// to a minute, one request checks whether the server answers in time again. So
// a server that is down costs a program one such wait. Entries are written one
// after the other in the background; if too many are pending, further ones are
// dropped.
//
// Thread-safe. In the child of a fork() it starts again.
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
  /// Receives a message.
  using Tell = std::function<void(const std::string &)>;

  struct Options {
    Connect Open;                           ///< Called by the thread; may
                                            ///< block.
    std::chrono::milliseconds Patience{10}; ///< The longest wait of a launch.
    std::chrono::milliseconds FirstPause{1000}, LongestPause{60000};
    std::optional<remote::Secret> Secret; ///< Signs entries; unsigned ones are
                                          ///< rejected.
    Tell Notify; ///< Hears when the server is lost, and when it answers again.
    Tell Warn;   ///< Hears of the first time that the server fails, instead of
                 ///< Notify, or that it never answered.
  };

  /// The first call of get() or put() connects.
  explicit RemoteCache(Options);
  ~RemoteCache() override;

  cache::LoadOutcome get(const cache::Key &, cache::StoredImage &) override;
  void put(const cache::Key &, ByteView Entry) override;
  const cache::Counters &counters() const override;

  /// To be called when the program ends. Writes pending entries until \p End.
  void finish(Clock::time_point End) override;
  /// To be called in the child of a fork().
  void forgetThread() override;

private:
  struct State;

  std::pair<cache::LoadOutcome, std::string> ask(const std::string &Name) const;

  const Options Wanted;
  std::shared_ptr<State> Now;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_REMOTECACHE_H
