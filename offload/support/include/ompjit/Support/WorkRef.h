//===- WorkRef.h - Work to do before a call returns -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_WORKREF_H
#define OMPJIT_SUPPORT_WORKREF_H

#include <concepts>

namespace ompjit {

/// Refers to something that takes and returns nothing, for a function that
/// calls it and keeps nothing of it. Unlike std::function it never allocates:
/// what is done around launches may find no memory.
class WorkRef {
public:
  template <typename Callable>
    requires(!std::same_as<Callable, WorkRef>)
  WorkRef(const Callable &Do)
      : Object(&Do), Call([](const void *Object) {
          (*static_cast<const Callable *>(Object))();
        }) {}

  void operator()() const { Call(Object); }

private:
  const void *Object;
  void (*Call)(const void *);
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_WORKREF_H
