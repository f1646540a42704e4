//===- CrashGuard.cpp - A crash of LLVM becomes an error ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a crash nothing can be relied on, least of all the heap: the code that
// runs then makes system calls and touches only its own memory.
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"

#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

using namespace llvm;
using ompjit::devicelink::WorkNote;

namespace ompjit::wrapper {

namespace {

/// A line of text in a fixed buffer.
class Line {
public:
  Line &operator<<(StringRef Text) {
    const size_t Room = sizeof(Bytes) - 1 - Size;
    const size_t Taken = std::min(Text.size(), Room);
    std::memcpy(Bytes + Size, Text.data(), Taken);
    Size += Taken;
    Bytes[Size] = 0;
    return *this;
  }
  StringRef text() const { return {Bytes, Size}; }
  char *data() { return Bytes; }

private:
  char Bytes[PATH_MAX + 1024] = {};
  size_t Size = 0;
};

/// Data that signal handlers need, which cannot be passed to them.
struct State {
  GuardSettings Settings;
  /// The command that restarts the tool. The second word says what happened.
  std::vector<char *> Command;
  sigset_t SignalsBefore;
  Line WhatHappened;
  std::atomic<bool> IsEnding = false;
  // The state of the main thread's note.
  uint64_t TickedNote = 0;
  uint64_t NumTicks = 0;
  uint64_t PeakBefore = 0; ///< Peak memory, in bytes, at the note's first tick.
};

struct CrashSignal {
  int Number;
  StringLiteral Name;
};

} // namespace

static State TheState;

static constexpr CrashSignal CrashSignals[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGABRT, "SIGABRT"},
    {SIGILL, "SIGILL"},   {SIGFPE, "SIGFPE"}, {SIGTRAP, "SIGTRAP"}};

static void print(StringRef Text) {
  while (!Text.empty()) {
    ssize_t Written = ::write(STDERR_FILENO, Text.data(), Text.size());
    if (Written < 0)
      return;
    Text = Text.drop_front(size_t(Written));
  }
}

/// Replaces the process by one that examines the inputs. Returns if that fails.
static void examineInputs(StringRef What) {
  TheState.WhatHappened << ExamineOption << "=" << What;
  TheState.Command[1] = TheState.WhatHappened.data();
  ::pthread_sigmask(SIG_SETMASK, &TheState.SignalsBefore, nullptr);
  ::execv("/proc/self/exe", TheState.Command.data());
}

/// Ends the process because of \p What.
[[noreturn]] static void end(StringRef What) {
  // A second thread that crashes waits for the first one's end of the process.
  while (TheState.IsEnding.exchange(true))
    ::pause();
  const WorkNote *Note = WorkNote::current();
  if (!Note && !TheState.Command.empty())
    examineInputs(What);
  Line Message;
  Message << "clang-linker-wrapper: error: ";
  if (Note)
    Message << Note->file() << ": ";
  Message
      << What
      << (Note ? " when this file was linked: is it damaged? Compile it again"
               : " during the device link")
      << "\n";
  print(Message.text());
  ::_exit(EXIT_FAILURE);
}

static void onCrash(int Signal) {
  Line What;
  What << "LLVM crashed";
  for (const CrashSignal &Each : CrashSignals)
    if (Each.Number == Signal)
      What << " (" << Each.Name << ")";
  end(What.text());
}

static void onFatalError(void *, const char *Reason, bool) {
  Line What;
  What << "LLVM gave up ("
       << StringRef(Reason).split('\n').first.take_front(500) << ")";
  end(What.text());
}

static void onLackOfMemory() { end("there was not enough memory"); }

static void onBadAlloc(void *, const char *, bool) { onLackOfMemory(); }

static uint64_t peakMemory() {
  rusage Usage = {};
  ::getrusage(RUSAGE_SELF, &Usage);
  return uint64_t(Usage.ru_maxrss) << 10;
}

/// Runs in the main thread. A number in a file may ask for more memory than the
/// machine has, for which the system would kill other processes.
static void onTick(int) {
  const WorkNote *Note = WorkNote::current();
  if (!Note || Note->number() != TheState.TickedNote) {
    TheState.TickedNote = Note ? Note->number() : 0;
    TheState.NumTicks = 0;
    TheState.PeakBefore = peakMemory();
    return;
  }
  const GuardSettings &Settings = TheState.Settings;
  constexpr unsigned BitsOfMiB = 20;
  const uint64_t MiB = Note->sizeBytes() >> BitsOfMiB;
  if (++TheState.NumTicks >= Settings.TicksPerFile + MiB * Settings.TicksPerMiB)
    end("LLVM came to no end");
  if ((peakMemory() - TheState.PeakBefore) >> BitsOfMiB >=
      Settings.MiBPerFile + MiB * Settings.MiBPerMiB)
    end("LLVM took too much memory");
}

static void handle(int Signal, void (*Handler)(int), int Flags) {
  struct sigaction Action = {};
  Action.sa_handler = Handler;
  Action.sa_flags = SA_ONSTACK | Flags;
  sigfillset(&Action.sa_mask);
  ::sigaction(Signal, &Action, nullptr);
}

/// Starts the timer, without which reading has no limit. An exec stops it.
static void startTicks(unsigned TickMs) {
  sigevent Event = {};
  Event.sigev_notify = SIGEV_THREAD_ID;
  Event.sigev_signo = SIGPROF;
  Event._sigev_un._tid = pid_t(::syscall(SYS_gettid));
  timer_t Timer;
  if (::timer_create(CLOCK_THREAD_CPUTIME_ID, &Event, &Timer) != 0)
    return;
  itimerspec Every = {};
  Every.it_interval.tv_sec = TickMs / 1000;
  Every.it_interval.tv_nsec = long(TickMs % 1000) * 1000000;
  Every.it_value = Every.it_interval;
  ::timer_settime(Timer, 0, &Every, nullptr);
}

void guardAgainstCrashes(const GuardSettings &Settings) {
  TheState.Settings = Settings;
  if (Settings.Argv) {
    TheState.Command = {Settings.Argv[0], nullptr};
    for (char **Word = Settings.Argv + 1; *Word; ++Word)
      TheState.Command.push_back(*Word);
    TheState.Command.push_back(nullptr);
  }
  ::pthread_sigmask(SIG_SETMASK, nullptr, &TheState.SignalsBefore);
  devicelink::provideSignalStack();
  for (const CrashSignal &Each : CrashSignals)
    handle(Each.Number, onCrash, 0);
  handle(SIGPROF, onTick, SA_RESTART);
  startTicks(Settings.TickMs);
  install_fatal_error_handler(onFatalError);
  install_bad_alloc_error_handler(onBadAlloc);
  std::set_new_handler(onLackOfMemory);
}

} // namespace ompjit::wrapper
