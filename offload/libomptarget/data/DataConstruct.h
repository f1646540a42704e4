//===- DataConstruct.h - A construct in the data environment --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to DataEnvironment: what one begin(), end() or update() has found out
// under the lock and will do without it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_DATACONSTRUCT_H
#define OMPJIT_LIBOMPTARGET_DATA_DATACONSTRUCT_H

#include "DataEnvironment.h"

#include <absl/container/inlined_vector.h>

#include <memory>
#include <vector>

namespace ompjit {

/// A copy between the host and the device.
struct Transfer {
  HostAddress Host;
  uint64_t Size;
  DeviceAddress Device;
  /// Set where the place was not known yet when the copy was planned. The
  /// construct holds a reference to it.
  const Mapping *Unplaced;

  DeviceAddress device() const {
    return Unplaced ? Unplaced->deviceAddress(Host) : Device;
  }
};

/// A device pointer to be stored on the device.
struct PointerStore {
  DeviceAddress Pointer;
  DeviceAddress Value;
};

/// Few constructs map more than this: the others allocate nothing.
using TransferList = absl::InlinedVector<Transfer, 4>;

/// A pointer on the device that must point to device memory.
struct Attachment {
  HostAddress Pointer; ///< Within a mapping.
  HostAddress Pointee; ///< Within a mapping.
  uint64_t Offset;     ///< From where the host's pointer points to the pointee.
};

/// One list item of a construct.
struct DataEnvironment::Item {
  const MapArguments &Arguments;
  uint32_t Index;
  HostAddress Base, Begin;
  uint64_t Size;
  int64_t Type;
};

/// Everything in it stays empty, and allocates nothing, where all list items
/// are present already and nothing must be copied.
struct DataEnvironment::Construct {
  explicit Construct(Operation &Work, LaunchContents *Contents = nullptr)
      : Work(Work), Contents(Contents) {}

  /// A mapping to be allocated.
  struct NewMapping {
    Mapping *Where;
    uint64_t Padding; ///< Bytes before it, for the alignment of its base.
    uint32_t Index;   ///< The list item that created it.
  };

  /// A copy whose bytes the launch may tell.
  struct KeptCopy {
    const Mapping *Where;
    HostAddress Host;
    uint64_t Size;
    const void *Bytes;
  };

  Operation &Work;
  LaunchContents *const Contents; ///< Null where nobody wants to know.
  std::vector<KeptCopy> Kept;
  /// Empty sections that found their mapping only behind all other items.
  absl::InlinedVector<uint32_t, 2> Late;
  bool IsLaunch = false; ///< A kernel needs to know where its items are.
  absl::InlinedVector<NewMapping, 4> Created;
  MappingList Removed;
  /// Addresses in mappings that another construct is bringing in. Not the
  /// mappings themselves: a member holds no reference.
  absl::InlinedVector<HostAddress, 4> Foreign;
  /// Data on its way in other queues that this construct must not overtake.
  std::vector<std::shared_ptr<ArrivalEvent>> Arrivals;
  TransferList In, Out;
  std::vector<Attachment> Attachments;

  bool hasCreated(const Mapping &M) const {
    return M.Construct == this && (M.State == MappingState::Arriving ||
                                   M.State == MappingState::Placed);
  }
  bool isRemoving(const Mapping &M) const {
    return M.Construct == this && M.State == MappingState::Leaving;
  }
  /// Whether others have to hear of it, or it of others.
  bool concernsOthers() const { return !Created.empty() || !Foreign.empty(); }

  /// Adds the copies for a part of \p Where, around its attached pointers.
  static void planCopy(const Mapping &Where, HostAddress Begin, uint64_t Size,
                       TransferList &Transfers);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_DATACONSTRUCT_H
