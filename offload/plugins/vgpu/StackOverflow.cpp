//===- StackOverflow.cpp - Stack overflow of lanes ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackOverflow.h"

#include "Block.h"
#include "PerThread.h"
#include "ompjit/LibompRegistration.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <unistd.h>

namespace ompjit::vgpu {

namespace {

/// The stack for the handler, because the lane has none left.
class HandlerStack {
public:
  HandlerStack() {
    stack_t Before;
    if (sigaltstack(nullptr, &Before) || !(Before.ss_flags & SS_DISABLE))
      return;
    // The size of the kernel's frame depends on the processor's registers.
    const size_t Bytes = 64l * 1024 + std::max(sysconf(_SC_MINSIGSTKSZ), 0l);
    Memory = std::make_unique_for_overwrite<char[]>(Bytes);
    stack_t Mine = {};
    Mine.ss_sp = Memory.get();
    Mine.ss_size = Bytes;
    sigaltstack(&Mine, nullptr);
  }
  ~HandlerStack() {
    stack_t Now;
    if (!Memory || sigaltstack(nullptr, &Now) || Now.ss_sp != Memory.get())
      return;
    Now.ss_flags = SS_DISABLE;
    sigaltstack(&Now, nullptr);
  }
  HandlerStack(const HandlerStack &) = delete;
  HandlerStack &operator=(const HandlerStack &) = delete;

private:
  std::unique_ptr<char[]> Memory;
};

/// Only does what is permitted in a signal handler.
[[noreturn]] void die(const Launch &L) {
  char Digits[20];
  const auto End =
      std::to_chars(Digits, std::end(Digits), L.StackBytes / 1024).ptr;
  for (std::string_view Part :
       {std::string_view("omptarget: error OT108: kernel "),
        std::string_view(L.Kernel->Name),
        std::string_view(" needs more than the "),
        std::string_view(Digits, End),
        std::string_view(" KiB of a thread's stack on a virtual GPU; "
                         "OMP_JIT_VGPU_STACK makes it larger\n")})
    if (write(STDERR_FILENO, Part.data(), Part.size()) < 0)
      break;
  removeLibompRegistration();
  abort();
}

struct sigaction Previous;

/// Passes a signal on. Signals may also come from other processes, and these
/// are not repeated.
void passOn(int Signal, siginfo_t *What, void *Code) {
  const bool IsFault = What->si_code > 0;
  if (Previous.sa_flags & SA_SIGINFO) {
    Previous.sa_sigaction(Signal, What, Code);
  } else if (Previous.sa_handler == SIG_DFL ||
             (Previous.sa_handler == SIG_IGN && IsFault)) {
    signal(Signal, SIG_DFL);
    raise(Signal);
  } else if (Previous.sa_handler != SIG_IGN) {
    Previous.sa_handler(Signal);
  }
}

void handle(int Signal, siginfo_t *What, void *Code) {
  if (const Block *Running = Block::overflown(What->si_addr))
    die(Running->launch());
  passOn(Signal, What, Code);
}

bool install() {
  struct sigaction Mine = {};
  Mine.sa_sigaction = handle;
  Mine.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&Mine.sa_mask);
  // Read first, because the handler may be called as soon as it is installed.
  sigaction(SIGSEGV, nullptr, &Previous);
  return sigaction(SIGSEGV, &Mine, nullptr) == 0;
}

} // namespace

void catchStackOverflows() {
  [[maybe_unused]] static const bool Once = install();
  static PerThread<const HandlerStack> Stacks;
  Stacks.get();
}

} // namespace ompjit::vgpu
