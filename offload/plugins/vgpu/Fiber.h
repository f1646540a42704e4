//===- Fiber.h - A stack and what runs on it ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boost.Context switches between stacks in a few nanoseconds. A carrier runs
// lanes, one after the other as long as they do not wait; a lane that waits
// keeps its carrier until it ends.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_FIBER_H
#define OMPJIT_PLUGINS_VGPU_FIBER_H

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

namespace ompjit::vgpu {

/// Memory for a stack, with a page below that must not be touched.
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
  size_t size() const { return Bytes; }

private:
  char *Lowest; ///< Of the part that can be used.
  size_t Bytes;
};

using Context = boost::context::detail::fcontext_t;
using Transfer = boost::context::detail::transfer_t;

/// Gets the context that switched to it, and never returns.
using FiberMain = void (*)(Transfer);

struct Carrier {
  explicit Carrier(size_t StackBytes) : Memory(StackBytes) {}

  /// Forgets what ran on it.
  void reset(FiberMain Main) {
    Where = boost::context::detail::make_fcontext(Memory.top(), Memory.size(),
                                                  Main);
  }

  Stack Memory;
  Context Where = nullptr;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_FIBER_H
