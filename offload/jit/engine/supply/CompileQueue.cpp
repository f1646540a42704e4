//===- CompileQueue.cpp - Compiles that no launch waits for ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileQueue.h"

#include "ompjit/Support/IdleProcessors.h"
#include "ompjit/Support/NoMemory.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

using Clock = std::chrono::steady_clock;

/// The number of threads without OMP_JIT_THREADS. A compile takes some ten MiB.
constexpr unsigned ProcessorsPerThread = 4, MaxThreads = 4;

constexpr auto LongestWrite = std::chrono::seconds(1);
/// The same for threads that have nothing more to do.
constexpr auto LongestEnd = std::chrono::milliseconds(20);

/// The processor time of a run that is not short.
constexpr long LongRunNs = 400000000;
/// How long a launch waits for what other threads compile; compiles that take
/// longer do not have to be waited for.
constexpr auto LongestHelp = std::chrono::milliseconds(250);

constexpr auto ShortestPause = std::chrono::microseconds(500),
               LongestPause = std::chrono::microseconds(2000),
               LongestPauseForLater = std::chrono::microseconds(4000),
               LongestPauseForLaunches = std::chrono::microseconds(256000);

template <typename Handle>
bool contains(const std::vector<Handle> &All, const Handle &One) {
  return std::find(All.begin(), All.end(), One) != All.end();
}

/// Whether the end of the run should compile only what has paid for it: a short
/// run's end compiles something all the same, so that the next one has it.
bool hasRunLong() {
  timespec Used = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Used);
  return Used.tv_sec > 0 || Used.tv_nsec >= LongRunNs;
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
    wakeWorkers();
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
    {
      MutexLock Lock(Guard);
      IsAccepted = push(Wanted);
    }
    tellLength();
  });
  return IsAccepted;
}

bool CompileQueue::push(const Handle &Wanted) {
  Wanted->IsDropped = false;
  if (!Wanted->needsLaunches())
    wakeWorkers();
  if (Pending.contains(Wanted) || contains(Running, Wanted) ||
      Wanted->outcome())
    return true;
  if (IsEnding || !ensureWorker(Wanted->How))
    return false;
  Pending.push(Wanted, nowNs());
  return true;
}

void CompileQueue::wakeWorkers() {
  for (size_t I = 0; I != Workers.size(); ++I)
    Bell.wake();
}

void CompileQueue::drop(const Handle &Unwanted) {
  Process.withoutLinker([&] {
    {
      MutexLock Lock(Guard);
      Unwanted->IsDropped = true;
      Pending.remove(Unwanted);
    }
    tellLength();
  });
}

void CompileQueue::withdraw(const Handle &Queued) {
  Process.withoutLinker([&] {
    {
      MutexLock Lock(Guard);
      Pending.remove(Queued);
    }
    tellLength();
  });
}

void CompileQueue::tellLength() {
  if (!Events.isOn())
    return;
  size_t Length = 0;
  {
    MutexLock Lock(Guard);
    Length = Pending.size() + Running.size();
  }
  Events.setQueueLength(Length);
}

bool CompileQueue::isIdle() {
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  return Running.empty();
}

CompileQueue::Handle CompileQueue::take(Priority How) {
  Handle Next = NumTogether ? Pending.takeTogether() : nullptr;
  if (!Next)
    Next = Pending.take(How, nowNs(), IsFinishing);
  if (Next)
    beginRunning(Next);
  return Next;
}

void CompileQueue::beginRunning(const Handle &Next) {
  Running.push_back(Next);
  Next->Progress->change(ImageState::Compiling);
}

//===----------------------------------------------------------------------===//
// Several at a time
//===----------------------------------------------------------------------===//

void CompileQueue::compileTogether(WorkRef Own) {
  countTogether(1);
  try {
    startHelpers();
    Own();
    while (compileOneOfThem())
      ;
    waitWhile([this] { return isAnyHelping(); }, Clock::now() + LongestHelp);
  } catch (...) {
    countTogether(-1);
    throw;
  }
  countTogether(-1);
}

void CompileQueue::countTogether(int Change) {
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    NumTogether += unsigned(Change);
  });
}

/// As many as there are images, if the processors suffice: the program's
/// threads rest.
void CompileQueue::startHelpers() {
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    joinEnded();
    const size_t NumWanted = std::min(Pending.numTogether(), helperLimit());
    try {
      while (!IsEnding && numWorkers(Priority::Low) < NumWanted &&
             startWorker(Priority::Low))
        ;
      wakeWorkers();
    } catch (const std::bad_alloc &) {
      return; // The caller compiles them.
    }
  });
}

/// Returns false if there is none.
bool CompileQueue::compileOneOfThem() {
  Handle Next;
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    if (IsEnding)
      return;
    Running.reserve(Running.size() + 1);
    Next = Pending.takeTogether();
    if (Next)
      beginRunning(Next);
  });
  if (!Next)
    return false;
  Result<ObtainedImage> Got = Error("");
  try {
    Got = Source.get(Next->Want);
  } catch (const std::bad_alloc &) {
    Got = Error(NoMemoryText);
  }
  Process.withoutLinker([&] {
    settle(*Next, std::move(Got));
    MutexLock Lock(Guard);
    std::erase(Running, Next);
  });
  tellLength();
  return true;
}

/// Whether another thread compiles one of them.
bool CompileQueue::isAnyHelping() {
  bool IsAny = false;
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    IsAny = std::any_of(Running.begin(), Running.end(), [](const Handle &Each) {
      return Each->needsLaunches();
    });
  });
  return IsAny;
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

/// Other processors that the program has, since its threads rest meanwhile.
size_t CompileQueue::helperLimit() const {
  if (Chosen.Threads)
    return Chosen.Threads;
  return std::clamp(std::thread::hardware_concurrency(), 2u, MaxThreads + 1) -
         1;
}

void CompileQueue::joinEnded() {
  std::erase_if(Workers, [](const auto &Each) { return Each->IsOver; });
}

size_t CompileQueue::numWorkers(Priority How) {
  return size_t(
      std::count_if(Workers.begin(), Workers.end(), [&](const auto &Each) {
        return Each->How == How && !Each->IsOver;
      }));
}

/// Returns false if no thread will take the compiles of that priority.
bool CompileQueue::ensureWorker(Priority How) {
  joinEnded();
  const size_t NumSame = numWorkers(How);
  const size_t NumAll =
      numWorkers(Priority::Normal) + numWorkers(Priority::Low);
  // Counting processors reads a file, which a first launch must not wait for.
  if (NumAll) {
    // A setting says how many there are.
    const std::optional<unsigned> NumIdle =
        Chosen.Threads ? std::nullopt : idleProcessors();
    // The threads that there are start another one when they end.
    if (!mayStart(NumSame, NumAll, workerLimit(How), NumIdle))
      return true;
  }
  return startWorker(How) || NumAll != 0;
}

bool CompileQueue::startWorker(Priority How) {
  // Reserved before the thread starts, as this may throw. A worker runs one
  // compile at a time.
  Workers.reserve(Workers.size() + 1);
  Running.reserve(Workers.size() + 1);
  auto New = std::make_unique<Worker>();
  New->How = How;
  New->Thread = BackgroundThread::start(How, "ompjit-compile",
                                        [this, W = New.get()] { work(*W); });
  if (!New->Thread)
    return false;
  Workers.push_back(std::move(New));
  return true;
}

/// Returns how long a thread rests that has nothing to do; 0 if it has.
std::chrono::microseconds CompileQueue::longestPause(Step How) {
  switch (How) {
  case Step::NothingYet:
    return LongestPause;
  case Step::NothingForNow:
    return LongestPauseForLater;
  case Step::NothingDue:
    return LongestPauseForLaunches;
  default:
    return {};
  }
}

void CompileQueue::work(Worker &Self) {
  for (auto Pause = ShortestPause;;) {
    Step How = Step::Done;
    Process.withoutLinker([&] { How = step(Self); });
    if (How == Step::NothingToDo)
      return;
    const auto Longest = longestPause(How);
    if (Longest.count() != 0) {
      Bell.restFor(std::min<decltype(Pause)>(Pause, Longest));
      Pause = std::min<decltype(Pause)>(2 * Pause, Longest);
    } else {
      Pause = ShortestPause;
    }
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
  tellLength();
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
    std::exchange(Self.Held, nullptr)->putBack();
  }
  if (!Self.Held && !IsEnding)
    Self.Held = take(Self.How);
  if (!Self.Held && !IsEnding && !numWorkers(Priority::Normal))
    Self.Held = take(Priority::Normal);
  if (Self.Held)
    return std::nullopt;
  if (!IsEnding && Pending.hasAny(Self.How))
    return Pending.needsOnlyLaunches() ? Step::NothingDue
           : Pending.hasWanted()       ? Step::NothingYet
                                       : Step::NothingForNow;
  leaveRest(Self);
  return Step::NothingToDo;
}

/// Lets the thread end. Another one may be needed: none was started for
/// compiles of the other priority while no processor was idle.
void CompileQueue::leaveRest(Worker &Self) {
  const Priority Other =
      Self.How == Priority::Low ? Priority::Normal : Priority::Low;
  if (!IsEnding && Pending.hasAny(Other) && !numWorkers(Other)) {
    bool IsStarted = false;
    try {
      IsStarted = startWorker(Other);
    } catch (const std::bad_alloc &) {
      IsStarted = false;
    }
    // The next launches that want the images request them again.
    if (!IsStarted)
      Pending.removeAll();
  }
  Self.IsOver = true;
}

void CompileQueue::settle(QueuedCompile &Ended, Result<ObtainedImage> Got) {
  if (Got && Got->Origin == ImageOrigin::Compiler) {
    Ended.Counts.countQueuedCompile(Got->CompileNs);
    if (Got->IsKnownCode)
      Ended.Counts.countKnownCode();
    if (Ended.Compiled)
      Ended.Compiled(*Got);
    if (Ended.isOptional()) {
      MutexLock Lock(Guard);
      Pending.noteForLater(Got->CompileNs, nowNs());
    }
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
    if (hasRunLong())
      Pending.dropUnpaid();
    wakeWorkers();
  });
  // Without this, nothing would ever be compiled for a short program.
  waitWhile([this] { return isAboutToBegin(); }, End);
  Process.withoutLinker([&] {
    MutexLock Lock(Guard);
    IsEnding = true;
    Pending.removeAll();
    wakeWorkers();
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
    Holds = Running.empty() && Pending.hasWanted();
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
  for (std::unique_ptr<Worker> &Each : Workers)
    Each->Thread->forget();
  for (const Handle &Each : Running)
    Each->putBack();
  Running.clear();
  NumTogether = 0;
  Bell.forgetThreads();
  Workers.clear();
  Pending.removeAll();
}
