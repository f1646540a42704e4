//===- FirstLaunches.cpp - Background work of first launches --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstLaunches.h"

#include "ompjit/Support/NoMemory.h"

#include <algorithm>
#include <thread>

using namespace ompjit::jit;

namespace {

/// The pauses between two checks of the list.
constexpr auto ShortestPause = std::chrono::milliseconds(1),
               LongestPause = std::chrono::milliseconds(256);

} // namespace

FirstLaunches::FirstLaunches(ProcessLocks &Process, Period Quiet)
    : Process(Process), LongestQuiet(Quiet) {}

FirstLaunches::~FirstLaunches() {
  std::unique_ptr<BackgroundThread> Last;
  {
    MutexLock Lock(Guard);
    IsEnding = true;
    Last.swap(Thread);
  }
  lookNow();
  Last.reset();
}

void FirstLaunches::expect(size_t NumKernels) {
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  NumExpected += NumKernels;
  Waiting.reserve(NumExpected);
  if (IsRunning || IsEnding || !NumExpected)
    return;
  Thread.reset(); // An earlier thread that has ended.
  Thread = BackgroundThread::start(Priority::Normal, "ompjit-compile",
                                   [this] { run(); });
  IsRunning = Thread != nullptr;
}

void FirstLaunches::expectFewer() {
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  if (!--NumExpected)
    wake();
}

bool FirstLaunches::add(FirstLaunchClient &New) {
  MutexLock Lock(Guard);
  --NumExpected;
  if (!IsRunning || IsEnding)
    return false;
  Waiting.push_back(&New);
  wake();
  return true;
}

void FirstLaunches::wake() {
  if (std::exchange(IsAsleep, false))
    lookNow();
}

void FirstLaunches::lookNow() { Bell.wake(); }

void FirstLaunches::remove(FirstLaunchClient &Old) {
  for (;;) {
    {
      const ProcessLocks::Moment Gate(Process);
      MutexLock Lock(Guard);
      std::erase(Waiting, &Old);
      if (Current != &Old)
        return;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void FirstLaunches::run() {
  Period Pause = ShortestPause, Quiet(0);
  for (Step Next = Step::Wait; Next != Step::End;) {
    if (Next == Step::Sleep)
      Bell.rest();
    else
      Bell.restFor(Pause);
    Process.withoutLinker([&] {
      const bool HasBegun = serveSome();
      Quiet = HasBegun ? Period(0) : Quiet + Pause;
      Pause = HasBegun ? ShortestPause : std::min(2 * Pause, LongestPause);
      Next = step(Quiet >= LongestQuiet);
    });
  }
}

bool FirstLaunches::serveSome() {
  bool IsAny = false;
  while (FirstLaunchClient *Next = next()) {
    IsAny = true;
    try {
      Next->lookForImage();
    } catch (const std::bad_alloc &) {
      Next->leaveToNextLaunch();
    }
    MutexLock Lock(Guard);
    Current = nullptr;
  }
  return IsAny;
}

FirstLaunchClient *FirstLaunches::next() {
  MutexLock Lock(Guard);
  if (Waiting.empty())
    return nullptr;
  Current = Waiting.front();
  Waiting.erase(Waiting.begin());
  return Current;
}

FirstLaunches::Step FirstLaunches::step(bool IsQuiet) {
  MutexLock Lock(Guard);
  IsRunning = !IsEnding && (NumExpected || !Waiting.empty());
  IsAsleep = IsRunning && IsQuiet && Waiting.empty();
  return IsAsleep ? Step::Sleep : IsRunning ? Step::Wait : Step::End;
}

bool FirstLaunches::isAsleep() {
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  return IsAsleep;
}

//===----------------------------------------------------------------------===//
// Exit and fork
//===----------------------------------------------------------------------===//

bool FirstLaunches::isBusy() {
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  return Current || !Waiting.empty();
}

void FirstLaunches::finish(Period AtMost) {
  const auto End = std::chrono::steady_clock::now() + AtMost;
  lookNow();
  while (isBusy() && std::chrono::steady_clock::now() < End)
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  const ProcessLocks::Moment Gate(Process);
  MutexLock Lock(Guard);
  IsEnding = true;
  Waiting.clear();
}

void FirstLaunches::forgetThread() {
  MutexLock Lock(Guard);
  if (Thread)
    Thread->forget();
  Thread.reset();
  IsRunning = IsAsleep = false;
  Bell.forgetThreads();
  for (FirstLaunchClient *Each : Waiting)
    Each->leaveToNextLaunch();
  Waiting.clear();
}
