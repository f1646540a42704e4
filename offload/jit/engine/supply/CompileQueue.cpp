//===- CompileQueue.cpp - Compiles that no launch waits for ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileQueue.h"

#include "ompjit/Support/NoMemory.h"

#include <algorithm>
#include <chrono>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

using Clock = std::chrono::steady_clock;

/// The maximum number of queued images: of one kernel, and of all together.
constexpr size_t LimitPerKernel = 4, LimitOfAll = 64;

/// The number of threads without OMP_JIT_THREADS. A compile takes some ten MiB.
constexpr unsigned ProcessorsPerThread = 4, MaxThreads = 4;

constexpr auto LongestWrite = std::chrono::seconds(1);
/// The same for threads that have nothing more to do.
constexpr auto LongestEnd = std::chrono::milliseconds(20);

/// How long an image stays queued that no second launch wants: ten launches,
/// one of which waits for a quick compile, take less than that.
constexpr uint64_t MinAgeNs = 10000000;
/// The same for an image that only other runs may want.
constexpr uint64_t MinAgeForLaterNs = 100000000;
constexpr auto ShortestPause = std::chrono::microseconds(500),
               LongestPause = std::chrono::microseconds(2000);

template <typename Handle>
bool contains(const std::vector<Handle> &All, const Handle &One) {
  return std::find(All.begin(), All.end(), One) != All.end();
}

/// Polls, because a condition variable would still count the waiting thread in
/// the child of a fork.
void waitWhile(const std::function<bool()> &Condition, Clock::time_point End) {
  while (Condition() && Clock::now() < End)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

} // namespace

CompileQueue::~CompileQueue() {
  std::vector<std::unique_ptr<Worker>> Last;
  {
    MutexLock Lock(Guard);
    IsEnding = true;
    Last.swap(Workers);
  }
  for (std::unique_ptr<Worker> &Each : Last)
    Each->Thread.reset();
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

bool CompileQueue::ask(const Handle &Wanted) {
  bool IsAccepted = false;
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    IsAccepted = push(Wanted);
  });
  return IsAccepted;
}

bool CompileQueue::push(const Handle &Wanted) {
  Wanted->IsDropped = false;
  if (contains(Queue, Wanted) || contains(Running, Wanted) || Wanted->outcome())
    return true;
  if (IsEnding || !ensureWorker(Wanted->How))
    return false;
  makeRoom(*Wanted);
  Queue.push_back(Wanted);
  Wanted->QueuedNs = nowNs();
  Wanted->Progress->setNews(false);
  Wanted->Progress->change(ImageState::Queued);
  return true;
}

void CompileQueue::makeRoom(const QueuedCompile &New) {
  std::vector<Handle> Siblings;
  for (const Handle &Each : Queue)
    if (&Each->Counts == &New.Counts)
      Siblings.push_back(Each);
  makeRoomIn(std::move(Siblings), LimitPerKernel);
  makeRoomIn(Queue, LimitOfAll);
}

/// Removes the candidate with the fewest launches, the oldest one if several
/// have as few, so that one more fits.
void CompileQueue::makeRoomIn(std::vector<Handle> Candidates, size_t Limit) {
  if (Candidates.size() < Limit)
    return;
  const Handle Victim = *std::min_element(
      Candidates.begin(), Candidates.end(), [](const auto &A, const auto &B) {
        return A->launches() < B->launches();
      });
  remove(Victim);
}

/// Makes the next launch that wants the image request it again.
void CompileQueue::putBack(QueuedCompile &Unmade) {
  Unmade.Progress->change(ImageState::Absent);
  Unmade.Progress->setNews(true);
}

void CompileQueue::remove(const Handle &Queued) {
  std::erase(Queue, Queued);
  putBack(*Queued);
}

void CompileQueue::removeAll() {
  for (const Handle &Each : Queue)
    putBack(*Each);
  Queue.clear();
}

void CompileQueue::drop(const Handle &Unwanted) {
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    Unwanted->IsDropped = true;
    if (contains(Queue, Unwanted))
      remove(Unwanted);
  });
}

void CompileQueue::withdraw(const Handle &Queued) {
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    if (contains(Queue, Queued))
      remove(Queued);
  });
}

/// Whether a queued compile may begin. One of normal priority may at once,
/// since a launch is likely to wait for it soon.
bool CompileQueue::isDue(const QueuedCompile &Queued) const {
  const uint64_t Age = nowNs() - Queued.QueuedNs;
  if (Queued.isOptional())
    return Age >= MinAgeForLaterNs;
  return IsFinishing || Queued.How == Priority::Normal || Queued.launches() ||
         Age >= MinAgeNs;
}

bool CompileQueue::isQueued(Priority How) const {
  return std::any_of(Queue.begin(), Queue.end(),
                     [&](const Handle &Each) { return Each->How == How; });
}

bool CompileQueue::isIdle() {
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  return Running.empty();
}

/// Takes the compile of that priority with the most launches, the newest one if
/// several have as many; null if there is none.
CompileQueue::Handle CompileQueue::take(Priority How) {
  Handle Next;
  for (const Handle &Each : Queue)
    if (Each->How == How && isDue(*Each) &&
        (!Next || Each->launches() >= Next->launches()))
      Next = Each;
  if (!Next)
    return nullptr;
  Running.push_back(Next);
  std::erase(Queue, Next);
  Next->Progress->change(ImageState::Compiling);
  return Next;
}

//===----------------------------------------------------------------------===//
// The threads
//===----------------------------------------------------------------------===//

size_t CompileQueue::workerLimit(Priority How) const {
  if (How == Priority::Normal)
    return 1;
  if (Chosen.Threads)
    return Chosen.Threads;
  return std::clamp(std::thread::hardware_concurrency() / ProcessorsPerThread,
                    1u, MaxThreads);
}

void CompileQueue::joinEnded() {
  std::erase_if(Workers, [](const auto &Each) { return Each->IsOver; });
}

/// Returns whether a thread will serve the queue.
bool CompileQueue::ensureWorker(Priority How) {
  joinEnded();
  const auto NumRunning =
      size_t(std::count_if(Workers.begin(), Workers.end(),
                           [&](const auto &Each) { return Each->How == How; }));
  // Counting processors reads a file, which a first launch must not wait for.
  if (NumRunning && NumRunning >= workerLimit(How))
    return true;
  // Reserved before the thread starts, as this may throw. A worker runs one
  // compile at a time.
  Workers.reserve(Workers.size() + 1);
  Running.reserve(Workers.size() + 1);
  auto New = std::make_unique<Worker>();
  New->How = How;
  New->Thread = BackgroundThread::start(How, "ompjit-compile",
                                        [this, W = New.get()] { work(*W); });
  if (!New->Thread)
    return NumRunning != 0;
  Workers.push_back(std::move(New));
  return true;
}

void CompileQueue::work(Worker &Self) {
  for (auto Pause = ShortestPause;;) {
    Step How = Step::Done;
    Process.withoutLinker([&] { How = step(Self); });
    if (How == Step::NothingToDo)
      return;
    if (How == Step::NothingYet)
      std::this_thread::sleep_for(std::exchange(
          Pause, std::min<decltype(Pause)>(2 * Pause, LongestPause)));
    else
      Pause = ShortestPause;
    if (How == Step::NeedsOpenCompiler)
      openCompiler(Self);
  }
}

CompileQueue::Step CompileQueue::step(Worker &Self) {
  {
    MutexLock Lock(Guard);
    if (std::optional<Step> Other = chooseNext(Self))
      return *Other;
  }
  if (!obtain(*Self.Held))
    return Step::NeedsOpenCompiler;
  release(Self);
  return Step::Done;
}

void CompileQueue::openCompiler(Worker &Self) {
  try {
    Source.openCompiler();
  } catch (const std::bad_alloc &) {
    Process.withoutLinker([&] {
      Self.Held->settle(Error(NoMemoryText));
      release(Self);
    });
  }
}

void CompileQueue::release(Worker &Self) {
  MutexLock Lock(Guard);
  std::erase(Running, std::exchange(Self.Held, nullptr));
}

/// Returns false if the compile service must be opened first.
bool CompileQueue::obtain(QueuedCompile &Held) {
  try {
    Attempt Got = Source.tryGet(Held.Want);
    if (Got.hasEnded())
      settle(Held, Got.takeOutcome());
    return Got.hasEnded();
  } catch (const std::bad_alloc &) {
    Held.settle(Error(NoMemoryText));
    return true;
  }
}

/// Sets the compile that the worker holds, or returns what it must do instead.
std::optional<CompileQueue::Step> CompileQueue::chooseNext(Worker &Self) {
  // It was dropped while the compile service was opened for it.
  if (Self.Held && Self.Held->IsDropped) {
    std::erase(Running, Self.Held);
    putBack(*std::exchange(Self.Held, nullptr));
  }
  if (!Self.Held && !IsEnding)
    Self.Held = take(Self.How);
  if (Self.Held)
    return std::nullopt;
  if (!IsEnding && isQueued(Self.How))
    return Step::NothingYet;
  Self.IsOver = true;
  return Step::NothingToDo;
}

void CompileQueue::settle(QueuedCompile &Ended, Result<ObtainedImage> Got) {
  if (Got && Got->Origin == ImageOrigin::Compiler) {
    Ended.Counts.countQueuedCompile(Got->CompileNs);
    if (Got->IsKnownCode)
      Ended.Counts.countKnownCode();
    if (Ended.Compiled)
      Ended.Compiled(*Got);
  }
  Ended.settle(std::move(Got));
}

//===----------------------------------------------------------------------===//
// Exit and fork
//===----------------------------------------------------------------------===//

void CompileQueue::finish() {
  const auto End = Clock::now() + std::chrono::milliseconds(Chosen.ExitWaitMs);
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    IsFinishing = true;
  });
  // Without this, nothing would ever be compiled for a short program.
  waitWhile([this] { return isAboutToBegin(); }, End);
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    IsEnding = true;
    removeAll();
  });
  waitWhile([this] { return isWantedRunning(); }, End);
  waitWhile([this] { return Source.isStoring(); }, Clock::now() + LongestWrite);
  // Other threads end with the process.
  waitWhile([this] { return isWorkerEnding(); }, Clock::now() + LongestEnd);
}

bool CompileQueue::isAboutToBegin() {
  bool Holds = false;
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    Holds = Running.empty() &&
            std::any_of(Queue.begin(), Queue.end(),
                        [](const Handle &Each) { return !Each->isOptional(); });
  });
  return Holds;
}

bool CompileQueue::isWantedRunning() {
  bool IsSome = false;
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    IsSome =
        std::any_of(Running.begin(), Running.end(), [](const Handle &Each) {
          return !Each->IsDropped && !Each->isOptional();
        });
  });
  return IsSome;
}

bool CompileQueue::isWorkerEnding() {
  bool Holds = false;
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    joinEnded();
    Holds = std::any_of(Workers.begin(), Workers.end(),
                        [](const auto &Each) { return !Each->Held; });
  });
  return Holds;
}

void CompileQueue::forgetThreads() {
  MutexLock Lock(Guard);
  for (std::unique_ptr<Worker> &Each : Workers) {
    Each->Thread->forget();
    if (Each->Held) {
      std::erase(Running, Each->Held);
      putBack(*Each->Held);
    }
  }
  Workers.clear();
  removeAll();
}
