//===- Items.h - Lists of map arguments for tests -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_UNITTESTS_ITEMS_H
#define OMPJIT_LIBOMPTARGET_UNITTESTS_ITEMS_H

#include "data/DataEnvironment.h"
#include "data/MapArguments.h"

namespace ompjit::test {

/// The map arguments of one construct.
class Items {
public:
  Items &add(void *Base, void *Begin, int64_t Size, int64_t Type) {
    Components.push(Base, Begin, Size, Type, nullptr);
    return *this;
  }
  Items &add(void *Begin, int64_t Size, int64_t Type) {
    return add(Begin, Begin, Size, Type);
  }
  operator MapArguments() { return Components.arguments(); }

  MapperComponents Components;
};

constexpr int64_t memberOf(int Parent) {
  return int64_t(Parent + 1) << MapMemberOfShift;
}

/// Ends a launch as the runtime does.
inline Status endLaunch(DataEnvironment &Data, const MapArguments &Arguments,
                        Operation &Work, LaunchReferences::Row *Noted) {
  if (Noted && Noted->giveUp())
    return Done{};
  return Data.end(Arguments, Work);
}

} // namespace ompjit::test

#endif // OMPJIT_LIBOMPTARGET_UNITTESTS_ITEMS_H
