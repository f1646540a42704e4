//===- DataConstruct.h - A construct in the data environment --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to DataEnvironment: what one begin(), end() or update() has decided
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
  /// Set if the place was not known yet when the copy was planned. The
  /// construct holds a reference to the mapping.
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

/// No memory is ever mapped there, and a copy would end the program without a
/// message.
constexpr uintptr_t FirstPageBytes = 4096;

/// Few constructs map more items than this; those that do not allocate nothing.
using TransferList = absl::InlinedVector<Transfer, 4>;

/// A pointer on the device that must point to device memory.
struct Attachment {
  HostAddress Pointer; ///< Within a mapping.
  HostAddress Pointee; ///< Within a mapping.
  uint64_t Offset;     ///< From the pointee to where the host's pointer points.
};

/// A set of list items; those from the 65th on are never in it.
class ItemSet {
public:
  bool has(uint32_t I) const { return I < 64 && (Bits >> I & 1); }
  bool empty() const { return !Bits; }
  void add(uint32_t I) { Bits |= I < 64 ? uint64_t(1) << I : 0; }
  void drop(uint32_t I) { Bits &= ~(I < 64 ? uint64_t(1) << I : 0); }

private:
  uint64_t Bits = 0;
};

/// One list item of a construct.
struct DataEnvironment::Item {
  const MapArguments &Arguments;
  uint32_t Index;
  HostAddress Base, Begin;
  uint64_t Size;
  int64_t Type;
};

/// Stays empty and allocates nothing if all list items are present already and
/// nothing must be copied.
struct DataEnvironment::Construct {
  explicit Construct(Operation &Work, LaunchContents *Contents = nullptr)
      : Work(Work), Contents(Contents) {}

  /// A mapping to be allocated.
  struct NewMapping {
    Mapping *Created;
    uint64_t Padding; ///< Bytes before it that align its base.
    uint32_t Index;   ///< The list item that created it.
  };

  /// A copy whose bytes may be reported to the launch.
  struct KeptCopy {
    const Mapping *Owner;
    HostAddress Host;
    uint64_t Size;
    const void *Bytes;
  };

  Operation &Work;
  LaunchContents *const Contents; ///< Null if nobody wants to know.
  std::vector<KeptCopy> Kept;
  /// Empty sections, which are looked up again after all other items.
  absl::InlinedVector<uint32_t, 2> Late;
  bool IsLaunch = false; ///< A kernel needs to know where its items are.
  /// Which of its new data stays where it is.
  enum class InPlace : uint8_t {
    None,
    Some, ///< What is copied back, and what StaysRead says.
    All
  } Stays = InPlace::None;
  ItemSet StaysRead; ///< What is only brought in.
  absl::InlinedVector<NewMapping, 4> Created;
  MappingList Removed;
  /// Addresses in mappings that another construct is bringing in. These are not
  /// pointers to the mappings, because members hold no references.
  absl::InlinedVector<HostAddress, 4> Foreign;
  /// Data that is on its way in other queues and that this construct must not
  /// overtake.
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
  bool mapsInPlace(int64_t Type, uint32_t I) const;
  /// Whether other constructs must wait for it, or it for them.
  bool concernsOthers() const { return !Created.empty() || !Foreign.empty(); }

  /// Adds the copies for a part of \p M, leaving out its attached pointers.
  static void planCopy(const Mapping &M, HostAddress Begin, uint64_t Size,
                       TransferList &Transfers);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_DATACONSTRUCT_H
