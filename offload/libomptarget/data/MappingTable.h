//===- MappingTable.h - Which host memory has a counterpart on a device ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of one device: disjoint ranges of host addresses, each with its
// place on the device and its reference counts. It is data only and knows
// neither devices nor copies nor locks; DataEnvironment owns one and guards it.
// Under a shared lock only the counts may change.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_MAPPINGTABLE_H
#define OMPJIT_LIBOMPTARGET_DATA_MAPPINGTABLE_H

#include "AddressTree.h"
#include "ObjectPool.h"
#include "support/Address.h"

#include "ompjit/Abi.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ompjit {

/// Where a mapping is between its first `map` and its last release.
enum class MappingState : uint8_t {
  Arriving, ///< The construct that created it has not allocated its place yet.
  Placed,   ///< Its place is known; its data is still being copied.
  Present,
  Leaving, ///< The construct that released it last still copies data back.
  Failed,  ///< Its data never arrived.
};

class ArrivalEvent;
class Operation;

/// Aligned to a cache line: threads that launch with different data must not
/// count in the same line.
struct alignas(64) Mapping {
  HostAddress Begin, End;
  /// Where the variable or the pointer's target begins of which this is a
  /// section: for p[50:10] that is p. Never after Begin.
  HostAddress Base;
  DeviceAddress Device; ///< Of Begin. Must not be read while Arriving.
  std::atomic<uint64_t> References = 0; ///< Dynamic reference count.
  std::atomic<uint64_t> Holds = 0;      ///< References of ompx_hold.
  /// Set for `declare target` variables and associated pointers: their counts
  /// never remove them.
  bool IsPermanent = false;
  bool IsAssociated = false; ///< Set for associated pointers.
  bool IsInPlace = false; ///< Kernels use the host's memory (DataInPlace.cpp).
  MappingState State = MappingState::Arriving;
  /// The memory to free at the end; null if it belongs to an image or to the
  /// program (omp_target_associate_ptr).
  void *Allocation = nullptr;

  /// The name of the list item that created it, as clang encodes it, or a
  /// variable's name; null if it is not known. Points into the program or
  /// library that mapped it, or to a copy once that is closed.
  const char *Name = nullptr;

  /// The construct that is bringing or removing the mapping; only compared.
  const void *Construct = nullptr;
  /// How many references are given up by the construct that is ending right
  /// now; zero when the lock is not held.
  struct {
    uint64_t References = 0, Holds = 0;

    void add(int64_t Type, const Mapping &M) {
      const bool IsAll = Type & MapDelete;
      if (Type & MapOmpxHold)
        Holds += IsAll ? M.Holds.load() : 1;
      else
        References += IsAll ? M.References.load() : 1;
    }
  } Ending;
  /// What few mappings have, so that the others fit in two lines of the cache.
  struct Extra {
    /// Set while it is Present but its data is still on its way in a queue.
    std::shared_ptr<ArrivalEvent> Arrival;
    /// Removes it when it is Leaving, unless a thread does that already.
    std::shared_ptr<Operation> Remover;
    /// Host addresses of pointers inside the range whose device copies were
    /// attached, ascending. Transfers must not overwrite these.
    std::vector<HostAddress> Attached;
  };
  std::unique_ptr<Extra> Extras;

  const Extra &extra() const {
    static const Extra &None = *new Extra;
    return Extras ? *Extras : None;
  }
  Extra &makeExtra() {
    if (!Extras)
      Extras = std::make_unique<Extra>();
    return *Extras;
  }
  uint64_t size() const { return End - Begin; }
  DeviceAddress deviceAddress(HostAddress Host) const {
    return Device + (Host - Begin);
  }
  bool isUnreferenced() const {
    return !IsPermanent && References.load(std::memory_order_relaxed) == 0 &&
           Holds.load(std::memory_order_relaxed) == 0;
  }
  bool isArriving() const { return State == MappingState::Arriving; }
  bool isLeaving() const { return State == MappingState::Leaving; }
  bool isUnderway() const {
    return isArriving() || State == MappingState::Placed;
  }
  bool isChanging() const { return isUnderway() || isLeaving(); }
  /// Whether kernels can use it right now.
  bool isSettled() const {
    return State == MappingState::Present && !(Extras && Extras->Arrival);
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
  /// Whether the mapping serves for the range: a variable that the program maps
  /// implicitly may be mapped in part.
  bool holds(bool IsImplicit) const {
    return IsImplicit ? Found != nullptr : isContained();
  }
};

class MappingTable {
public:
  MappingTable() = default;
  ~MappingTable();
  MappingTable(const MappingTable &) = delete;
  MappingTable &operator=(const MappingTable &) = delete;

  /// An empty range is contained in the mapping that its address lies in.
  Match find(HostAddress Begin, uint64_t Size) const;

  /// As find(), but an empty range in no mapping is also contained in the next
  /// mapping if it is not before that mapping's base. So a kernel that uses
  /// p[50:10] through p gets its p translated if only the section is mapped.
  Match findSection(HostAddress Begin, uint64_t Size) const;

  /// Adds a range, which must overlap no other. The reference stays valid until
  /// the mapping is erased.
  Mapping &insert(HostAddress Begin, uint64_t Size);

  void erase(Mapping &);

  size_t size() const { return Mappings.size(); }

  /// Calls \p Visit with every mapping in the order of host addresses.
  template <typename Visitor> void forEach(Visitor Visit) const {
    Mappings.forEach(Visit);
  }

private:
  ObjectPool<Mapping> Pool;
  AddressTree<Mapping> Mappings; ///< By Begin.
};

/// Notes that the pointer at \p Pointer, inside \p M, is attached.
void addAttachment(Mapping &M, HostAddress Pointer);

/// A part of a range that a transfer may touch.
struct Piece {
  HostAddress Host;
  uint64_t Size;
};

/// Cuts the attached pointers out of [\p Begin, \p Begin + \p Size), which lies
/// within \p M, and appends what is left to \p Pieces.
void appendPieces(const Mapping &M, HostAddress Begin, uint64_t Size,
                  std::vector<Piece> &Pieces);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_MAPPINGTABLE_H
