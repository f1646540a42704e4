//===- Fiber.cpp - A stack and what runs on it ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#if OMPJIT_HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#if OMPJIT_HAS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace ompjit::vgpu {

static size_t pageBytes() {
  static const size_t Bytes = size_t(sysconf(_SC_PAGESIZE));
  return Bytes;
}

Stack::Stack(size_t Wanted)
    : Lowest(nullptr),
      Bytes((Wanted + pageBytes() - 1) / pageBytes() * pageBytes()) {
  void *Memory = mmap(nullptr, Bytes + pageBytes(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return;
  mprotect(Memory, pageBytes(), PROT_NONE);
  Lowest = static_cast<char *>(Memory) + pageBytes();
}

Stack::~Stack() {
  if (Lowest)
    munmap(Lowest - pageBytes(), Bytes + pageBytes());
}

bool Stack::isBelow(const void *Place) const {
  return Place < Lowest && Place >= Lowest - pageBytes();
}

namespace {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

/// These functions begin on one stack and end on another, which
/// ThreadSanitizer's shadow stack does not support.
#if OMPJIT_HAS_TSAN
#define OMPJIT_SWITCHES_STACKS                                                 \
  __attribute__((disable_sanitizer_instrumentation))
#else
#define OMPJIT_SWITCHES_STACKS
#endif

/// What is passed with a switch.
struct Parcel {
  Context *From, *To;
  void *Data;
};

thread_local Parcel Sent;

OMPJIT_SWITCHES_STACKS void beforeSwitch(Context &From, Context &To, void *Data,
                                         [[maybe_unused]] bool ComesBack) {
  Sent = {&From, &To, Data};
#if OMPJIT_HAS_ASAN
  __sanitizer_start_switch_fiber(ComesBack ? &From.FakeStack : nullptr,
                                 To.StackBottom, To.StackBytes);
#endif
#if OMPJIT_HAS_TSAN
  if (!From.Fiber)
    From.Fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(To.Fiber, 0);
#endif
}

/// Runs on the stack that was switched to; \p From is the one that was left.
OMPJIT_SWITCHES_STACKS void *afterSwitch(transfer_t From) {
  Sent.From->Handle = From.fctx;
#if OMPJIT_HAS_ASAN
  __sanitizer_finish_switch_fiber(Sent.To->FakeStack, &Sent.From->StackBottom,
                                  &Sent.From->StackBytes);
#endif
  return Sent.Data;
}

OMPJIT_SWITCHES_STACKS void begin(transfer_t From) {
  void *Data = afterSwitch(From);
  Sent.To->Main(Data);
}

} // namespace

OMPJIT_SWITCHES_STACKS void *switchContext(Context &From, Context &To,
                                           void *Data) {
  beforeSwitch(From, To, Data, /*ComesBack=*/true);
  return afterSwitch(jump_fcontext(To.Handle, nullptr));
}

OMPJIT_SWITCHES_STACKS void leaveContext(Context &From, Context &To,
                                         void *Data) {
  beforeSwitch(From, To, Data, /*ComesBack=*/false);
  jump_fcontext(To.Handle, nullptr);
  __builtin_unreachable();
}

void Carrier::reset(FiberMain Main) {
  Suspended.Main = Main;
  Suspended.Handle = make_fcontext(Memory.top(), Memory.size(), begin);
#if OMPJIT_HAS_ASAN
  Suspended.StackBottom = Memory.top() - Memory.size();
  Suspended.StackBytes = Memory.size();
  Suspended.FakeStack = nullptr;
#endif
#if OMPJIT_HAS_TSAN
  // The fibre remembers the calls that were left.
  if (Suspended.Fiber)
    __tsan_destroy_fiber(Suspended.Fiber);
  Suspended.Fiber = __tsan_create_fiber(0);
#endif
}

Carrier::~Carrier() {
#if OMPJIT_HAS_TSAN
  if (Suspended.Fiber)
    __tsan_destroy_fiber(Suspended.Fiber);
#endif
}

} // namespace ompjit::vgpu
