//===- OwnStack.cpp - Runs work on a large stack --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/OwnStack.h"

#include "ompjit/Support/NoMemory.h"

#include <cstdint>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

namespace ompjit {

namespace {

/// Memory for a stack, with a guard page below it.
class Stack {
public:
  explicit Stack(size_t Bytes)
      : Bytes(Bytes), Guard(size_t(::sysconf(_SC_PAGESIZE))),
        Begin(::mmap(nullptr, Guard + Bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
                     -1, 0)) {
    if (isThere())
      ::mprotect(Begin, Guard, PROT_NONE);
  }
  ~Stack() {
    if (isThere())
      ::munmap(Begin, Guard + Bytes);
  }
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;

  bool isThere() const { return Begin != MAP_FAILED; }
  void giveTo(ucontext_t &Context) const {
    Context.uc_stack.ss_sp = static_cast<char *>(Begin) + Guard;
    Context.uc_stack.ss_size = Bytes;
  }

private:
  const size_t Bytes, Guard;
  void *const Begin;
};

/// makecontext passes arguments of 32 bits.
void callWork(unsigned High, unsigned Low) {
  const auto *Work =
      reinterpret_cast<const WorkRef *>(uintptr_t(High) << 32 | Low);
  (*Work)();
}

/// The extent of a thread's stack. If it is unknown, no limits are assumed: the
/// main thread's stack grows, and finding its end would require reading a file.
struct Extent {
  uintptr_t Lowest = 0;
  size_t Size = 0;
};

Extent askForStack() {
  Extent Asked;
  pthread_attr_t Attributes;
  if (::gettid() == ::getpid() ||
      ::pthread_getattr_np(::pthread_self(), &Attributes) != 0)
    return Asked;
  void *End = nullptr;
  ::pthread_attr_getstack(&Attributes, &End, &Asked.Size);
  ::pthread_attr_destroy(&Attributes);
  Asked.Lowest = reinterpret_cast<uintptr_t>(End);
  return Asked;
}

bool hasLeft(size_t Bytes) {
  static thread_local const Extent Own = askForStack();
  const auto Here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  // Otherwise the program has made the current stack.
  const bool IsOnIt = Here >= Own.Lowest && Here - Own.Lowest <= Own.Size;
  return !IsOnIt || Here - Own.Lowest >= Bytes;
}

} // namespace

void runWithStack(size_t Bytes, WorkRef Work) {
  if (hasLeft(Bytes))
    return Work();
  sigset_t Mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &Mask);
  if (!runOnOwnStack(Bytes, Mask, Work))
    Work();
}

bool runOnOwnStack(size_t Bytes, const sigset_t &Blocked, WorkRef Work) {
  const Stack Own(Bytes);
  ucontext_t Context, Back;
  if (!Own.isThere() || ::getcontext(&Context) != 0)
    return false;
  Own.giveTo(Context);
  Context.uc_link = &Back;
  Context.uc_sigmask = Blocked;
  NoMemoryBeyond Stack;
  const auto Call = [&] { Stack.call(Work); };
  const WorkRef Carried = Call;
  const auto Address = reinterpret_cast<uintptr_t>(&Carried);
  ::makecontext(&Context, reinterpret_cast<void (*)()>(callWork), 2,
                unsigned(Address >> 32), unsigned(Address));
  int WasCancellable;
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &WasCancellable);
  const bool IsDone = ::swapcontext(&Back, &Context) == 0;
  ::pthread_setcancelstate(WasCancellable, nullptr);
  Stack.throwAgain();
  return IsDone;
}

} // namespace ompjit
