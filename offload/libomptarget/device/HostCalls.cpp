//===- HostCalls.cpp - Calls of the host's functions by kernels -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"

#include "LoadedLibrary.h"
#include "support/Diagnostics.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <thread>
#include <utility>

namespace ompjit {

namespace {

constexpr char VariableName[] = "__ompjit_host_calls";

/// Whether \p Address is in code of this process, as far as that is known.
bool isCode(uintptr_t Address) {
  std::FILE *Maps = std::fopen("/proc/self/maps", "re");
  if (!Maps)
    return true;
  bool Found = false;
  char Line[512];
  bool IsBegin = true;
  while (!Found && std::fgets(Line, sizeof(Line), Maps)) {
    uintptr_t Begin = 0, End = 0;
    char Execute = 0;
    if (IsBegin &&
        std::sscanf(Line, "%lx-%lx %*c%*c%c", &Begin, &End, &Execute) == 3)
      Found = Begin <= Address && Address < End && Execute == 'x';
    IsBegin = std::string_view(Line).ends_with('\n');
  }
  std::fclose(Maps);
  return Found;
}

/// Checks addresses: a call through that of a variable, or of a function on a
/// device, would crash.
class CodeCheck {
public:
  const char *operator()(const void *Function) {
    if (!Known.contains(Function)) {
      if (!Function || !isCode(reinterpret_cast<uintptr_t>(Function))) {
        Reason = describeAddress(Function) + " is no function of the host's";
        return Reason.c_str();
      }
      Known.insert(Function);
    }
    return nullptr;
  }

private:
  std::set<const void *> Known;
  std::string Reason;
};

/// Sleeps a sixteenth of the time since the last call, within bounds.
class Patience {
public:
  void pause(bool WasCalled) {
    using namespace std::chrono_literals;
    constexpr std::chrono::nanoseconds Shortest = 5us, Longest = 500us;
    const auto Now = std::chrono::steady_clock::now();
    if (WasCalled)
      Last = Now;
    std::this_thread::sleep_for(std::clamp<std::chrono::nanoseconds>(
        (Now - Last) / 16, Shortest, Longest));
  }

private:
  std::chrono::steady_clock::time_point Last = std::chrono::steady_clock::now();
};

} // namespace

HostCalls::~HostCalls() { release(); }

Status HostCalls::tell(const PluginDevice &Target, LoadedLibrary &Library,
                       const Fail &End) {
  Result<DeviceAddress> Place = Library.find(VariableName);
  if (!Place)
    return Place.takeError();
  if (!*Place)
    return Done{};
  if (!Mailbox)
    if (Status S = connect(Target, End); !S) {
      release();
      return diagnose(Diagnostic::HostCallFailed, {S.error().message()});
    }
  if (Status S = Target.copyTo(*Place, &Memory, sizeof(Memory)); !S)
    return diagnose(Diagnostic::TransferFailed,
                    {std::to_string(sizeof(Memory)), S.error().message()});
  return Done{};
}

Status HostCalls::connect(const PluginDevice &To, const Fail &End) {
  Device = To;
  EndProgram = End;
  Result<void *> Space =
      Device.allocate(HostMailbox::bytes(), OMPJIT_MEMORY_HOST);
  if (!Space)
    return Space.takeError();
  Memory = *Space;
  Result<void *> Words =
      Device.allocate(HostMailbox::LockBytes, OMPJIT_MEMORY_DEVICE);
  if (!Words)
    return Words.takeError();
  Locks = *Words;
  if (Status S = Device.fill(DeviceAddress(Locks), 0, HostMailbox::LockBytes);
      !S)
    return S;
  Mailbox.emplace(Memory, Locks, CodeCheck());
  IsConnected.store(true, std::memory_order_release);
  return Done{};
}

Status HostCalls::wake() {
  {
    MutexLock Lock(ThreadMutex);
    if (std::exchange(IsForked, false))
      if (Status S =
              Device.fill(DeviceAddress(Locks), 0, HostMailbox::LockBytes);
          !S)
        return diagnose(Diagnostic::HostCallFailed, {S.error().message()});
    if (!Thread)
      Thread = BackgroundThread::start(Priority::Normal, "ompjit-calls",
                                       [this] { run(); });
    if (!Thread)
      return diagnose(Diagnostic::HostCallFailed,
                      {"the system starts no thread for it"});
  }
  IsWanted.store(true, std::memory_order_release);
  IsWanted.notify_one();
  return Done{};
}

void HostCalls::run() {
  // Makes short sleeps precise.
  (void)::prctl(PR_SET_TIMERSLACK, 1000);
  for (;;) {
    IsWanted.wait(false, std::memory_order_acquire);
    if (IsEnding.load(std::memory_order_acquire))
      return;
    // Launches that were counted before it was set are visible then.
    IsWanted.exchange(false, std::memory_order_acq_rel);
    serve();
  }
}

/// A launch that wakes the thread is already counted among the running ones.
void HostCalls::serve() {
  Patience Now;
  while (Running.any()) {
    const Result<bool> Called = Mailbox->serve();
    if (!Called)
      EndProgram(Called.error());
    Now.pause(Called && *Called);
  }
}

void HostCalls::endThread() {
  MutexLock Lock(ThreadMutex);
  if (!Thread)
    return;
  IsEnding = true;
  IsWanted = true;
  IsWanted.notify_one();
  Thread = nullptr;
}

void HostCalls::forgetThread() {
  if (Thread)
    Thread->forget();
  Thread = nullptr;
  IsWanted = false;
  IsForked = Mailbox.has_value();
  if (Mailbox)
    Mailbox->clear();
}

void HostCalls::release() {
  endThread();
  IsConnected = false;
  Mailbox.reset();
  if (Memory)
    (void)Device.free(std::exchange(Memory, nullptr), OMPJIT_MEMORY_HOST);
  if (Locks)
    (void)Device.free(std::exchange(Locks, nullptr), OMPJIT_MEMORY_DEVICE);
}

} // namespace ompjit
