//===- MapArguments.h - The list of what a construct maps -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel arrays as clang passes them to every data and kernel entry point,
// and the expansion of user-defined mappers into such arrays.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_MAPARGUMENTS_H
#define OMPJIT_LIBOMPTARGET_DATA_MAPARGUMENTS_H

#include "support/Address.h"

#include "ompjit/Abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit {

/// Whether an item of the type is part of another item and shares its count.
inline bool isMember(int64_t Type) {
  return (uint64_t(Type) >> MapMemberOfShift) != 0;
}

/// A view of the arrays of one construct. What a field means depends on the
/// map type: a pointer, an address or a value; see docs/abi.md.
struct MapArguments {
  uint32_t Count = 0;
  void **Bases = nullptr;
  void **Begins = nullptr;
  int64_t *Sizes = nullptr; ///< Bytes; for a non-contiguous item, the number of
                            ///< dimensions.
  int64_t *Types = nullptr; ///< MapType bits.
  void **Names = nullptr;   ///< Null without debug information.
  void **Mappers = nullptr; ///< Null, or one entry (maybe null) per item.

  bool has(uint32_t I, int64_t Bits) const { return Types[I] & Bits; }
  HostAddress base(uint32_t I) const { return HostAddress(Bases[I]); }
  HostAddress begin(uint32_t I) const { return HostAddress(Begins[I]); }
  uint64_t size(uint32_t I) const { return uint64_t(Sizes[I]); }
  bool hasMapper(uint32_t I) const { return Mappers && Mappers[I]; }
  bool hasMappers() const;

  /// Index of the parent of a member, or -1.
  int parent(uint32_t I) const {
    return int(uint64_t(Types[I]) >> MapMemberOfShift) - 1;
  }
  bool isMember(uint32_t I) const { return parent(I) >= 0; }
  /// Whether the item is a variable that a lambda captured: the lambda's
  /// private copy on the device must point to it.
  bool isLambdaCapture(uint32_t I) const {
    constexpr int64_t Bits = MapPtrAndObj | MapLiteral | MapImplicit;
    return (Types[I] & Bits) == Bits && isMember(I);
  }

  /// Returns the list item for messages: "'a[0:n]' (a.cpp:7)", or "data" if the
  /// program has no debug information.
  std::string describe(uint32_t I) const;
};

/// Extends structs to all of their mapped members. clang 22 passes too small,
/// or even negative sizes for a struct whose members are in structs inside of
/// it; members outside of that size would be mapped separately and never be
/// released.
class StructExtents {
public:
  /// Returns \p Arguments as they are, or with corrected begins and sizes,
  /// which this object owns.
  MapArguments cover(const MapArguments &Arguments);

private:
  MapArguments extend(MapArguments Arguments);
  std::vector<void *> Begins;
  std::vector<int64_t> Sizes;
};

/// The components that a mapper function pushes, in order.
struct MapperComponents {
  std::vector<void *> Bases, Begins, Names;
  std::vector<int64_t> Sizes, Types;

  void push(void *Base, void *Begin, int64_t Size, int64_t Type, void *Name);
  size_t size() const { return Types.size(); }
  /// Valid until the next push.
  MapArguments arguments();
};

/// Returns \p Arguments with every argument that has a mapper replaced by what
/// the mapper pushes. Mappers are the program's code, so no lock may be held.
MapperComponents expandMappers(const MapArguments &Arguments);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_MAPARGUMENTS_H
