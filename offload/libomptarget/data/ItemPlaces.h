//===- ItemPlaces.h - Where list items are on the device ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the start of a launch finds out about each of its list items: where it
// begins, and which piece of device memory it is in. Pieces are told only where
// they are certain to be memory that nothing else in the table has, and no
// variable: the JIT engine compiles kernels for arguments that lead to
// different pieces. So there is none for
//
//   - variables, which kernels reach without an argument, and associated
//     pointers, whose memory the program may use in other ways as well;
//   - what is not mapped: values, device pointers of the program's own, memory
//     that is used in place;
//   - an empty section that is not inside of a mapping, and what an attached
//     pointer or a mapper brings.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_ITEMPLACES_H
#define OMPJIT_LIBOMPTARGET_DATA_ITEMPLACES_H

#include "MapArguments.h"
#include "SettledIndex.h"

#include "ompjit/Jit/Engine.h"

namespace ompjit {

/// Room for what is found out, an element for each list item. The caller's.
struct ItemPlaces {
  ItemPlaces(DeviceAddress *Addresses, jit::MappedRange *Ranges = nullptr)
      : Addresses(Addresses), Ranges(Ranges) {}

  DeviceAddress *Addresses; ///< Of the items' begins, null where an item has
                            ///< none; or nobody wants to know.
  jit::MappedRange *Ranges; ///< The pieces; or nobody wants to know.

  void set(uint32_t I, DeviceAddress Address,
           jit::MappedRange Range = {0, 0}) const {
    if (Addresses)
      Addresses[I] = Address;
    if (Ranges)
      Ranges[I] = Range;
  }
};

/// The piece for an item that begins at \p Begin in \p M.
inline jit::MappedRange rangeFor(const Mapping &M, HostAddress Begin) {
  if (M.IsPermanent || Begin < M.Begin || Begin >= M.End)
    return {0, 0};
  return {M.Device.Value, M.size()};
}

/// The same, without touching the mapping.
inline jit::MappedRange rangeFor(const SettledPlace &P) {
  if (P.IsPermanent)
    return {0, 0};
  return {P.Device.Value, P.Size};
}

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_ITEMPLACES_H
