//===- LaunchValues.h - The values of the facts at a launch ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts that may count for a kernel, and their values at a launch.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LAUNCHVALUES_H
#define OMPJIT_JIT_LAUNCHVALUES_H

#include "MappedRanges.h"
#include "ValueClasses.h"
#include "ompjit/CompileService.h"
#include "ompjit/Package.h"
#include "ompjit/Plugin.h"

#include <bit>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace ompjit::jit {

/// A fact that images are compiled for.
struct CountedFact {
  FactName Name;
  uint64_t Mask; ///< Scalar: its demanded bits; the others may be garbage.
                 ///< Alignment: the powers of two that are worth knowing.
                 ///< Class: demanded bits, as well.
                 ///< KnownFields: those of the fields that are counted.
                 ///< Disjoint: pointers that the kernel accesses.
                 ///< NumDevices, DeviceNum, DebugKinds: the value itself.
  uint64_t Classes = 0; ///< Class: those that are distinguished.
                        ///< Disjoint: pointers that the kernel writes through.
  uint32_t Index = 0;   ///< Field: the package's number for it.

  bool operator==(const CountedFact &) const = default;
};

/// The reasons why facts do not count any more.
using Reasons = std::map<FactName, std::string>;

/// The values that a launch finds in its kernel's fields.
struct FieldValues {
  uint64_t Known = 0; ///< A bit for each of the package's fields.
  uint64_t Values[package::MaxFields]; ///< Only the known ones are set.

  uint64_t operator[](uint32_t Index) const {
    return Known >> Index & 1 ? Values[Index] : 0;
  }
};

/// The arguments and sizes that a launch passes.
class LaunchValues {
public:
  LaunchValues(void *const *Arguments, ompjit_launch_size Size,
               uint32_t DynamicBytes = 0,
               std::span<const MappedRange> Ranges = {},
               uint32_t NumArguments = 0)
      : Arguments(Arguments), Size(Size), DynamicBytes(DynamicBytes),
        NumArguments(NumArguments), Ranges(Ranges) {}

  /// The kernel's fields; none is known at first.
  FieldValues &fields() { return Fields; }

  /// How many iterations the launch has; 0 if that is not known.
  uint64_t tripCount() const { return TripCount; }
  void setTripCount(uint64_t Count) { TripCount = Count; }
  /// An argument as the launch passes it.
  uint64_t argument(uint32_t Index) const { return uint64_t(Arguments[Index]); }

  /// Whether the launch knows the field; its number is the package's.
  bool isKnown(uint32_t Field) const { return Fields.Known >> Field & 1; }

  /// The memory that an argument leads to, as far as that is known.
  MappedRange range(uint32_t Index) const {
    return Index < Ranges.size() ? Ranges[Index] : MappedRange{0, 0};
  }
  size_t numRanges() const { return Ranges.size(); }

  /// Whether the arguments and their ranges are all that facts depend on.
  bool isComparable() const { return NumArguments != 0 && Fields.Known == 0; }

  /// Launches with different fingerprints pass different arguments.
  uint64_t fingerprint() const {
    uint64_t Hash = Size.num_teams;
    for (uint32_t I = 0; I != NumArguments; ++I)
      Hash = std::rotl(Hash, 13) * 31 + uint64_t(Arguments[I]);
    return Hash;
  }

  /// Returns the fact's value. The kind's row says whether 0 means that nothing
  /// is known (FactTraits::Known). Called at every launch, and therefore no
  /// table.
  uint64_t of(const CountedFact &Fact) const {
    switch (Fact.Name.Kind) {
    case FactKind::Scalar:
      return uint64_t(Arguments[Fact.Name.Parameter]) & Fact.Mask;
    case FactKind::Alignment:
      return alignmentOf(Arguments[Fact.Name.Parameter], Fact.Mask);
    case FactKind::Class:
      return classOf(uint64_t(Arguments[Fact.Name.Parameter]) & Fact.Mask,
                     Fact.Classes);
    case FactKind::Teams:
      return Size.num_teams;
    case FactKind::Threads:
      return Size.num_threads;
    case FactKind::Field:
      return Fields[Fact.Index];
    case FactKind::KnownFields:
      return Fields.Known & Fact.Mask;
    case FactKind::Disjoint:
      return Ranges.empty() ? 0 : disjointOf(Ranges, Fact.Mask, Fact.Classes);
    case FactKind::Extent:
      return Ranges.empty() ? 0
                            : extentOf(Arguments[Fact.Name.Parameter],
                                       Ranges[Fact.Name.Parameter]);
    case FactKind::NumDevices:
    case FactKind::DeviceNum:
    case FactKind::DebugKinds:
      return Fact.Mask;
    case FactKind::DynamicMemory:
      return DynamicBytes;
    }
    return 0;
  }

private:
  friend class LaunchCopy;

  /// \p Allowed is a set of neighbouring powers of two.
  static uint64_t alignmentOf(const void *Pointer, uint64_t Allowed) {
    const uint64_t Most = Allowed & ~(Allowed >> 1);
    const uint64_t Bits = uint64_t(Pointer) | Most;
    return Bits & -Bits & Allowed;
  }

  void *const *Arguments;
  ompjit_launch_size Size;
  uint32_t DynamicBytes;
  uint32_t NumArguments; ///< 0: not known.
  uint64_t TripCount = 0;
  std::span<const MappedRange> Ranges; ///< One for each argument, or empty.
  FieldValues Fields;
};

/// The arguments and sizes that a launch passed. A launch that passes the same
/// has the same facts, and comparing words is quicker than computing facts.
class LaunchCopy {
public:
  /// \p Launch must be comparable.
  explicit LaunchCopy(const LaunchValues &Launch)
      : Size(Launch.Size), DynamicBytes(Launch.DynamicBytes),
        Arguments(Launch.Arguments, Launch.Arguments + Launch.NumArguments),
        Ranges(Launch.Ranges.begin(), Launch.Ranges.end()) {}

  bool isLike(const LaunchValues &Launch) const {
    return Launch.isComparable() && Size.num_teams == Launch.Size.num_teams &&
           Size.num_threads == Launch.Size.num_threads &&
           DynamicBytes == Launch.DynamicBytes &&
           hasSameBytes(Arguments, {Launch.Arguments, Launch.NumArguments}) &&
           hasSameBytes(Ranges, Launch.Ranges);
  }

private:
  template <typename T>
  static bool hasSameBytes(const std::vector<T> &Own,
                           std::span<const T> Others) {
    static_assert(std::has_unique_object_representations_v<T>);
    return Own.size() == Others.size() &&
           (Own.empty() ||
            std::memcmp(Own.data(), Others.data(), Others.size_bytes()) == 0);
  }

  const ompjit_launch_size Size;
  const uint32_t DynamicBytes;
  const std::vector<void *> Arguments;
  const std::vector<MappedRange> Ranges;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LAUNCHVALUES_H
