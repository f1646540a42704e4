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

/// Refers to a callable without arguments and result, for a function that calls
/// it and does not keep it. Unlike std::function it never allocates: code
/// around launches must work without memory.
class WorkRef {
public:
  template <typename Callable>
    requires(!std::same_as<Callable, WorkRef>)
  WorkRef(const Callable &Function)
      : Object(&Function), Call([](const void *Object) {
          (*static_cast<const Callable *>(Object))();
        }) {}

  void operator()() const { Call(Object); }

private:
  const void *Object;
  void (*Call)(const void *);
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_WORKREF_H
