//===- RemoteCache.cpp - Images that machines share -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemoteCache.h"

#include "ompjit/Cache/Entry.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <deque>
#include <new>
#include <vector>

using namespace ompjit;
using namespace ompjit::jit;
using cache::LoadOutcome;
using cache::StoreOutcome;

namespace {

constexpr size_t MaxWaiting = 256;
constexpr size_t MaxWaitingBytes = size_t(64) << 20;

/// A request of a launch, which may not wait any more when the answer comes.
struct Question {
  std::string Name;
  RemoteCache::Clock::time_point AskedAt = RemoteCache::Clock::now();
  std::optional<LoadOutcome> Outcome;
  std::string Sealed;
};

struct Delivery {
  std::string Name;
  std::string Sealed;
};

/// Returns the name of an entry, which all versions share that can read it.
std::string nameOf(const cache::Key &K) { return "omp-jit:1:" + K.hex(); }

} // namespace

/// The data of the thread. It may outlive the cache if the server does not
/// answer at the program's end.
struct RemoteCache::State {
  State(const Options &Wanted, bool HasWarned)
      : Wanted(Wanted), HasWarned(HasWarned), Pause(Wanted.FirstPause) {}

  const Options Wanted;
  cache::Counters Counts;
  std::atomic<bool> HasWarned;

  Mutex Guard;
  ConditionVariable ForThread, ForOthers;
  std::unique_ptr<BackgroundThread> Thread OMPJIT_GUARDED_BY(Guard);
  std::deque<std::shared_ptr<Question>> Questions OMPJIT_GUARDED_BY(Guard);
  std::deque<Delivery> Deliveries OMPJIT_GUARDED_BY(Guard);
  size_t DeliveryBytes OMPJIT_GUARDED_BY(Guard) = 0;
  bool IsEnding OMPJIT_GUARDED_BY(Guard) = false;
  bool HasEnded OMPJIT_GUARDED_BY(Guard) = false; ///< Whether the thread has
                                                  ///< ended.
  /// Whether the server has ever answered.
  bool HasAnswered OMPJIT_GUARDED_BY(Guard) = false;
  /// Whether the server is lost. Launches then do not wait for it, and one
  /// request checks it at NextTrial.
  bool IsLost OMPJIT_GUARDED_BY(Guard) = false;
  Clock::time_point NextTrial OMPJIT_GUARDED_BY(Guard);
  std::chrono::milliseconds Pause OMPJIT_GUARDED_BY(Guard);

  // Only for the thread.
  std::unique_ptr<remote::Connection> Server;

  bool startThread(const std::shared_ptr<State> &Self) OMPJIT_REQUIRES(Guard);
  bool lose() OMPJIT_REQUIRES(Guard);
  void tell(const std::string &What) const;
  void warn(const std::string &What);
  void work();
  void answer(Question &);
  void deliver(const Delivery &);
  Status connect();
  bool goWithout(Question *Asked);
  void breakOff(const std::string &Why);
};

/// Returns false if the system starts no thread.
bool RemoteCache::State::startThread(const std::shared_ptr<State> &Self) {
  if (!Thread)
    Thread = BackgroundThread::start(Priority::Normal, "ompjit-compile",
                                     [Self] { Self->work(); });
  return Thread != nullptr;
}

/// Makes launches not wait for a while. Returns whether they did before.
bool RemoteCache::State::lose() {
  NextTrial = Clock::now() + Pause;
  Pause = std::min(2 * Pause, Wanted.LongestPause);
  return !std::exchange(IsLost, true);
}

void RemoteCache::State::tell(const std::string &What) const {
  if (Wanted.Notify)
    Wanted.Notify(What);
}

/// Only the first trouble is worth a warning: the rest is what follows.
void RemoteCache::State::warn(const std::string &What) {
  if (HasWarned.exchange(true))
    tell(What);
  else if (Wanted.Warn)
    Wanted.Warn(What +
                "; check OMP_JIT_CACHE_REMOTE, and that the server runs");
}

/// Questions go first, since launches wait for them.
void RemoteCache::State::work() {
  MutexLock Lock(Guard);
  for (;;) {
    while (!IsEnding && Questions.empty() && Deliveries.empty())
      ForThread.wait(Guard);
    if (!Questions.empty()) {
      const std::shared_ptr<Question> Next = std::move(Questions.front());
      Questions.pop_front();
      Lock.unlock();
      try {
        answer(*Next);
      } catch (const std::bad_alloc &) {
        goWithout(Next.get());
      }
      Lock.lock();
    } else if (!Deliveries.empty()) {
      const Delivery Next = std::move(Deliveries.front());
      Deliveries.pop_front();
      DeliveryBytes -= Next.Sealed.size();
      Lock.unlock();
      try {
        deliver(Next);
      } catch (const std::bad_alloc &) {
        Counts.Stores.add(StoreOutcome::Unreachable);
        goWithout(nullptr);
      }
      Lock.lock();
    } else {
      HasEnded = true;
      ForOthers.notifyAll();
      return;
    }
  }
}

Status RemoteCache::State::connect() {
  if (Server && Server->isOpen())
    return Done();
  Server.reset();
  Result<std::unique_ptr<remote::Connection>> Opened = Wanted.Open();
  if (!Opened)
    return Opened.takeError();
  Server = std::move(*Opened);
  return Done();
}

/// The server is back if it answers within the time that a launch would wait.
void RemoteCache::State::answer(Question &Asked) {
  Result<std::optional<std::string>> Got = std::optional<std::string>();
  if (Status S = connect())
    Got = Server->get(Asked.Name);
  else
    Got = S.takeError();
  bool IsBack = false;
  {
    MutexLock Lock(Guard);
    Asked.Outcome = !Got   ? LoadOutcome::Unreachable
                    : *Got ? LoadOutcome::Hit
                           : LoadOutcome::Absent;
    HasAnswered |= bool(Got);
    if (Got && *Got)
      Asked.Sealed = std::move(**Got);
    if (Got && Clock::now() - Asked.AskedAt <= Wanted.Patience) {
      IsBack = std::exchange(IsLost, false);
      Pause = Wanted.FirstPause;
    }
  }
  ForOthers.notifyAll();
  if (!Got)
    breakOff(Got.error().message());
  else if (IsBack)
    tell("the remote cache answers again");
}

void RemoteCache::State::deliver(const Delivery &What) {
  Status S = connect();
  if (S)
    S = Server->set(What.Name, What.Sealed);
  Counts.Stores.add(S ? StoreOutcome::Stored : StoreOutcome::Unreachable);
  if (!S)
    breakOff(S.error().message());
}

/// Drops the connection and all pending questions and deliveries. \p Asked is
/// the question that is being answered, or null. Returns whether the server was
/// not lost before. Allocates nothing.
bool RemoteCache::State::goWithout(Question *Asked) {
  Server.reset();
  bool IsNews = false;
  {
    MutexLock Lock(Guard);
    IsNews = lose();
    if (Asked && !Asked->Outcome)
      Asked->Outcome = LoadOutcome::Unreachable;
    for (const std::shared_ptr<Question> &Each : Questions)
      Each->Outcome = LoadOutcome::Unreachable;
    Questions.clear();
    Counts.Stores.add(StoreOutcome::Unreachable, Deliveries.size());
    Deliveries.clear();
    DeliveryBytes = 0;
  }
  ForOthers.notifyAll();
  return IsNews;
}

void RemoteCache::State::breakOff(const std::string &Why) {
  // Launches may have stopped waiting before the reason was known.
  if (goWithout(nullptr) || !HasWarned)
    warn("the remote cache cannot be used: " + Why);
}

RemoteCache::RemoteCache(Options Chosen)
    : Wanted(std::move(Chosen)),
      Now(std::make_shared<State>(Wanted, /*HasWarned=*/false)) {}

RemoteCache::~RemoteCache() { finish(Clock::now()); }

const cache::Counters &RemoteCache::counters() const { return Now->Counts; }

/// Waits for an answer, but no longer than a launch should.
std::pair<LoadOutcome, std::string>
RemoteCache::ask(const std::string &Name) const {
  State &S = *Now;
  bool IsLate = false;
  auto Asked = std::make_shared<Question>();
  Asked->Name = Name;
  {
    MutexLock Lock(S.Guard);
    if (S.IsEnding || (S.IsLost && Clock::now() < S.NextTrial) ||
        !S.startThread(Now))
      return {LoadOutcome::Unreachable, ""};
    S.Questions.push_back(Asked);
    S.ForThread.notifyOne();
    if (S.IsLost) {
      S.lose();
      return {LoadOutcome::Unreachable, ""};
    }
    const Clock::time_point End = Asked->AskedAt + S.Wanted.Patience;
    while (!Asked->Outcome && S.ForOthers.waitUntil(S.Guard, End))
      ;
    if (Asked->Outcome)
      return {*Asked->Outcome, std::move(Asked->Sealed)};
    IsLate = S.lose();
  }
  if (IsLate)
    S.tell(
        "the remote cache is not used for a while: it did not answer within " +
        std::to_string(S.Wanted.Patience.count()) + " ms");
  return {LoadOutcome::Unreachable, ""};
}

LoadOutcome RemoteCache::get(const cache::Key &K, cache::StoredImage &Out) {
  auto [Outcome, Sealed] = ask(nameOf(K));
  ByteView Entry;
  if (Outcome == LoadOutcome::Hit)
    Outcome = remote::unseal(Sealed, Wanted.Secret, Entry);
  if (Outcome == LoadOutcome::Hit) {
    auto Bytes = std::make_unique_for_overwrite<char[]>(Entry.size());
    Entry.copy(Bytes.get(), Entry.size());
    Outcome = cache::takeEntry(std::move(Bytes), Entry.size(), K, Out);
  }
  Now->Counts.Loads.add(Outcome);
  return Outcome;
}

void RemoteCache::put(const cache::Key &K, ByteView Entry) {
  State &S = *Now;
  Delivery What{nameOf(K), remote::seal(Entry, Wanted.Secret)};
  MutexLock Lock(S.Guard);
  if (What.Sealed.size() > MaxWaitingBytes) {
    S.Counts.Stores.add(StoreOutcome::TooLarge);
    return;
  }
  if (S.IsEnding || S.IsLost || S.Deliveries.size() >= MaxWaiting ||
      S.DeliveryBytes + What.Sealed.size() > MaxWaitingBytes ||
      !S.startThread(Now)) {
    S.Counts.Stores.add(StoreOutcome::Unreachable);
    return;
  }
  S.DeliveryBytes += What.Sealed.size();
  S.Deliveries.push_back(std::move(What));
  S.ForThread.notifyOne();
}

/// A thread that the server keeps waiting is abandoned: it owns its data.
void RemoteCache::finish(Clock::time_point End) {
  State &S = *Now;
  std::unique_ptr<BackgroundThread> Thread;
  bool IsSilent = false;
  {
    MutexLock Lock(S.Guard);
    S.IsEnding = true;
    S.ForThread.notifyOne();
    while (S.Thread && !S.HasEnded && S.ForOthers.waitUntil(S.Guard, End))
      ;
    Thread = std::move(S.Thread);
    if (Thread && !S.HasEnded) {
      Thread->leave();
      S.Counts.Stores.add(StoreOutcome::Unreachable, S.Deliveries.size());
      IsSilent = !S.HasAnswered && !S.HasWarned;
    }
  }
  if (IsSilent)
    S.warn("the remote cache never answered");
}

/// A thread that the child does not have may hold the lock, so the data that it
/// guards is never freed.
void RemoteCache::forgetThread() {
  static auto &Abandoned = *new std::vector<std::shared_ptr<State>>;
  const bool HasWarned = Now->HasWarned;
  Abandoned.push_back(std::move(Now));
  Now = std::make_shared<State>(Wanted, HasWarned);
}
