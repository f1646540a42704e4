//===- ThreadId.cpp - Who the calling thread is --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ThreadId.h"

#include <atomic>
#include <sys/mman.h>

using namespace ompjit;

namespace {

using Number = std::atomic<pid_t>;

/// Returns memory that is zero again in the child of a fork; null if the system
/// cannot do that.
Number *makeProcessNumber() {
  const auto PageBytes = size_t(::sysconf(_SC_PAGESIZE));
  void *Page = ::mmap(nullptr, PageBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Page == MAP_FAILED)
    return nullptr;
  // An emulator that takes any advice, as that which does not exist, follows
  // none.
  constexpr int NoAdvice = -1;
  if (::madvise(Page, PageBytes, MADV_WIPEONFORK) != 0 ||
      ::madvise(Page, PageBytes, NoAdvice) == 0) {
    ::munmap(Page, PageBytes);
    return nullptr;
  }
  return static_cast<Number *>(Page);
}

} // namespace

pid_t ompjit::currentProcess() {
  static Number *const Known = makeProcessNumber();
  if (!Known)
    return ::getpid();
  pid_t Process = Known->load(std::memory_order_relaxed);
  if (!Process) {
    Process = ::getpid();
    Known->store(Process, std::memory_order_relaxed);
  }
  return Process;
}

ThreadId ompjit::currentThread() {
  thread_local ThreadId Known = {0, 0};
  const pid_t Process = currentProcess();
  if (Known.Process != Process)
    Known = {Process, ::gettid()};
  return Known;
}
