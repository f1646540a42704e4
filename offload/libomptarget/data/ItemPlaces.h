//===- ItemPlaces.h - Where list items are on the device ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the start of a launch finds out about each of its list items: where it
// begins, and which range of device memory it is in. Ranges are only given for
// memory that certainly nothing else in the table uses and that is not a
// variable: the JIT engine compiles kernels for arguments that lead to
// different ranges. So there is none for
//
//   - variables, which kernels reach without an argument, and associated
//     pointers, whose memory the program may use in other ways as well;
//   - what is not mapped: values, the program's own device pointers, memory
//     that is used in place;
//   - an empty section that is not inside of a mapping, and what an attached
//     pointer or a mapper brings in.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_ITEMPLACES_H
#define OMPJIT_LIBOMPTARGET_DATA_ITEMPLACES_H

#include "MapArguments.h"
#include "SettledIndex.h"

#include "ompjit/Jit/Engine.h"

namespace ompjit {

/// Arrays for the results, with an element for each list item. Owned by the
/// caller.
struct ItemPlaces {
  ItemPlaces(DeviceAddress *Addresses, jit::MappedRange *Ranges = nullptr)
      : Addresses(Addresses), Ranges(Ranges) {}

  DeviceAddress *Addresses; ///< Of the items' begins; an element is null if an
                            ///< item has none. The array is null if nobody
                            ///< wants to know.
  jit::MappedRange *Ranges; ///< Null if nobody wants to know.

  void set(uint32_t I, DeviceAddress Address,
           jit::MappedRange Range = {0, 0}) const {
    if (Addresses)
      Addresses[I] = Address;
    if (Ranges)
      Ranges[I] = Range;
  }
};

/// Returns the range for an item that begins at \p Begin in \p M.
inline jit::MappedRange rangeFor(const Mapping &M, HostAddress Begin) {
  if (M.IsPermanent || Begin < M.Begin || Begin >= M.End)
    return {0, 0};
  return {M.Device.Value, M.size()};
}

/// The same, without access to the mapping.
inline jit::MappedRange rangeFor(const SettledPlace &P) {
  if (P.IsPermanent)
    return {0, 0};
  return {P.Device.Value, P.Size};
}

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_ITEMPLACES_H
