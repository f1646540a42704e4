//===- Fiber.h - A stack and what runs on it ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boost.Context switches between stacks in a few nanoseconds. A carrier runs
// lanes one after the other, as long as they do not wait; a lane that waits
// keeps its carrier until it ends.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_FIBER_H
#define OMPJIT_PLUGINS_VGPU_FIBER_H

#if defined(__has_feature)
#define OMPJIT_HAS_ASAN __has_feature(address_sanitizer)
#define OMPJIT_HAS_TSAN __has_feature(thread_sanitizer)
#else
#define OMPJIT_HAS_ASAN 0
#define OMPJIT_HAS_TSAN 0
#endif

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

namespace ompjit::vgpu {

/// Memory for a stack, with a guard page below.
class Stack {
public:
  explicit Stack(size_t Bytes);
  ~Stack();
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;

  bool isValid() const { return Lowest != nullptr; }
  char *top() const { return Lowest + Bytes; }
  bool contains(const void *Place) const {
    return Place >= Lowest && Place < top();
  }
  /// Whether \p Place is in the guard page.
  bool isBelow(const void *Place) const;
  size_t size() const { return Bytes; }

private:
  char *Lowest; ///< Begin of the usable part.
  size_t Bytes;
};

/// Receives the data of the first switch to it, and never returns.
using FiberMain = void (*)(void *Data);

/// Suspended code: a carrier's, or the code that resumed it. The sanitizers are
/// told about each switch.
struct Context {
  boost::context::detail::fcontext_t Handle = nullptr;
  FiberMain Main = nullptr; ///< The first function of a carrier.
#if OMPJIT_HAS_ASAN
  const void *StackBottom = nullptr;
  size_t StackBytes = 0;
  void *FakeStack = nullptr;
#endif
#if OMPJIT_HAS_TSAN
  void *Fiber = nullptr;
#endif
};

/// Runs \p To with \p Data until it switches back to \p From. Returns the data
/// that was passed when switching back.
void *switchContext(Context &From, Context &To, void *Data);
/// The same for code that is never resumed.
[[noreturn]] void leaveContext(Context &From, Context &To, void *Data);

/// A stack with the code that runs on it.
class Carrier {
public:
  explicit Carrier(size_t StackBytes) : Memory(StackBytes) {}
  ~Carrier();
  Carrier(const Carrier &) = delete;
  Carrier &operator=(const Carrier &) = delete;

  const Stack &stack() const { return Memory; }
  Context &context() { return Suspended; }

  /// Drops what ran on it, and makes the next switch call \p Main.
  void reset(FiberMain Main);

private:
  Stack Memory;
  Context Suspended;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_FIBER_H
