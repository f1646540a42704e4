//===- WorkNote.cpp - The file that is being read -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the notes in thread-local variables.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/WorkNote.h"

#include <csignal>
#include <memory>

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// The thread's notes, for handlers that have no other way to them.
struct Notes {
  const WorkNote *Innermost = nullptr;
  uint64_t NumMade = 0;
};

/// The signal stack of a thread, which is unregistered before its memory is
/// freed.
class SignalStack {
public:
  SignalStack() : Memory(new char[Size]) {
    stack_t Ours = {};
    Ours.ss_sp = Memory.get();
    Ours.ss_size = Size;
    ::sigaltstack(&Ours, nullptr);
  }
  ~SignalStack() {
    stack_t None = {};
    None.ss_flags = SS_DISABLE;
    ::sigaltstack(&None, nullptr);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  /// The registers alone take 3 KiB, or 11 KiB on processors with matrix units.
  static constexpr size_t Size = 64 << 10;
  std::unique_ptr<char[]> Memory;
};

} // namespace

static thread_local Notes OfThread;

WorkNote::WorkNote(StringRef File, uint64_t SizeBytes)
    : File(File), SizeBytes(SizeBytes), Number(++OfThread.NumMade),
      Outer(OfThread.Innermost) {
  OfThread.Innermost = this;
}

WorkNote::~WorkNote() { OfThread.Innermost = Outer; }

const WorkNote *WorkNote::current() { return OfThread.Innermost; }

void provideSignalStack() { static thread_local SignalStack Stack; }

} // namespace ompjit::devicelink
