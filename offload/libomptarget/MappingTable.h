//===- MappingTable.h - Which host memory has a counterpart on a device ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of one device: disjoint ranges of host addresses, each with its
// place on the device and its reference counts. Pure data: it knows neither
// devices nor copies nor locks; DataEnvironment owns one and guards it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_MAPPINGTABLE_H
#define OMPJIT_LIBOMPTARGET_MAPPINGTABLE_H

#include "Address.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ompjit {

/// Where a mapping is between its first `map` and its last release.
enum class MappingState : uint8_t {
  Arriving, ///< The construct that created it still copies its data.
  Present,
  Leaving, ///< The construct that released it last still copies data back.
  Failed,  ///< Its data never arrived.
};

struct Mapping {
  HostAddress Begin, End;
  DeviceAddress Device; ///< Of Begin.
  /// What to free at the end; null where the memory belongs to an image or to
  /// the program (omp_target_associate_ptr).
  void *Allocation = nullptr;

  uint64_t References = 0; ///< Dynamic reference count.
  uint64_t Holds = 0;      ///< Those of ompx_hold.
  /// `declare target` variables and associated pointers never leave by
  /// counting.
  bool IsPermanent = false;
  MappingState State = MappingState::Arriving;
  /// The construct that is bringing or removing the mapping; only compared.
  const void *Construct = nullptr;

  /// Host addresses of pointers inside the range whose device copies were
  /// attached: transfers must leave those alone. Ascending.
  std::vector<HostAddress> Attached;

  uint64_t size() const { return End - Begin; }
  DeviceAddress deviceAddress(HostAddress Host) const {
    return Device + (Host - Begin);
  }
  bool isUnreferenced() const {
    return !IsPermanent && References == 0 && Holds == 0;
  }
};

/// How a range relates to what is mapped.
enum class Overlap : uint8_t {
  None,
  Contained, ///< Entirely within one mapping.
  Partial,   ///< Some of its bytes are mapped, and some are not.
};

struct Match {
  Overlap Kind = Overlap::None;
  Mapping *Found = nullptr; ///< The first mapping that it touches.

  bool isContained() const { return Kind == Overlap::Contained; }
};

class MappingTable {
public:
  /// An empty range is contained in the mapping that its address lies in.
  Match find(HostAddress Begin, uint64_t Size);

  /// Adds a range that overlaps none. The reference stays valid until the
  /// mapping is erased.
  Mapping &insert(HostAddress Begin, uint64_t Size);

  void erase(Mapping &);

  size_t size() const { return Mappings.size(); }

  /// Calls \p Visit with every mapping in the order of host addresses.
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (const auto &[Begin, Each] : Mappings)
      Visit(Each);
  }

private:
  std::map<HostAddress, Mapping> Mappings; ///< By Begin.
};

/// Remembers that the pointer at \p Pointer, inside \p Where, is attached.
void addAttachment(Mapping &Where, HostAddress Pointer);

/// A part of a range that a transfer may touch.
struct Piece {
  HostAddress Host;
  uint64_t Size;
};

/// Cuts the attached pointers out of [\p Begin, \p Begin + \p Size), which lies
/// within \p Where, and appends what is left to \p Pieces.
void appendPieces(const Mapping &Where, HostAddress Begin, uint64_t Size,
                  std::vector<Piece> &Pieces);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_MAPPINGTABLE_H
