//===- ompjit/Facts.h - What an image takes for granted of a launch -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image may be compiled for facts about the launches that it serves: the
// value of an argument, how a pointer is aligned, the number of teams. The
// engine finds them at a launch, the cache's key holds them, the tracker counts
// them, and the compile service has a pass for each kind. This header is what
// they have in common; it needs no LLVM.
//
// Values, not objects: copyable, and safe to use from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FACTS_H
#define OMPJIT_FACTS_H

#include <compare>
#include <cstdint>
#include <string>

namespace ompjit {

/// The numbers are part of encoded requests.
enum class FactKind : uint32_t {
  Scalar = 0,      ///< Value: the parameter's demanded bits, all others 0.
  Alignment = 1,   ///< Value: a power of two from 8 to 128 that divides the
                   ///< pointer.
  Teams = 2,       ///< Value: the number of teams.
  Threads = 3,     ///< Value: the number of threads in a team, as
                   ///< ompjit_launch_size counts them.
  Class = 4,       ///< Value: what kind of number the parameter is, as a sum of
                   ///< ValueClass.
  Field = 5,       ///< Value: the integer at a place behind a pointer.
  KnownFields = 6, ///< Value: a bit for each field that the package lists for
                   ///< the kernel. In keys of launches only; requests have the
                   ///< fields themselves.
  Disjoint = 7,    ///< Value: a bit for each parameter, below 64, that leads to
                   ///< a piece of memory which no other of them leads to, and
                   ///< which holds no variable of the device.
  Extent = 8,      ///< Value: a power of two up to MaxExtentBytes; so much
                   ///< memory is behind the pointer at least.
  NumDevices = 9,  ///< Value: what omp_get_num_devices says in the kernel.
  DeviceNum = 10,  ///< Value: what omp_get_device_num says in the kernel.
  DebugKinds = 11, ///< Value: what the device runtime checks and tells, as in
                   ///< LIBOMPTARGET_DEVICE_RTL_DEBUG.
  DynamicMemory = 12, ///< Value: bytes that the launch adds to the memory of a
                      ///< team.
};
constexpr uint32_t NumFactKinds = 13;

/// What is known of a number whose value is not. The first two stand alone.
enum ValueClass : uint64_t {
  ClassZero = 0x20,
  ClassOne = 0x40,
  ClassNarrow = 0x10,  ///< No bit beyond the lower 32 is set.
  ClassDivisor = 0x0f, ///< Its lower bits that are 0: 1 to 4, or 0.
};
constexpr uint64_t MaxDivisorBits = 4;

/// As much as code without a loop is likely to read.
constexpr uint64_t MaxExtentBytes = 4096;

/// What a fact is about.
struct FactName {
  FactKind Kind = FactKind::Scalar;
  /// Index as in the package, without the launch environment; 0 where the fact
  /// is about no parameter.
  uint32_t Parameter = 0;
  /// Of a field; otherwise 0.
  uint32_t OffsetBytes = 0, WidthBits = 0;

  friend auto operator<=>(const FactName &, const FactName &) = default;

  /// Whether it is about a parameter.
  bool hasParameter() const {
    return Kind == FactKind::Scalar || Kind == FactKind::Alignment ||
           Kind == FactKind::Class || Kind == FactKind::Field ||
           Kind == FactKind::Extent;
  }

  /// For sentences: "parameter 3", "the alignment of parameter 3", "the class
  /// of parameter 3", "the number of teams", "the 32 bits at offset 8 behind
  /// parameter 3", "the memory behind parameter 3".
  std::string describe() const;

  /// For lists, and for keys of the cache, where two facts never share a name:
  /// "3", "align(3)", "class(3)", "teams", "field(3+8:32)", "disjoint",
  /// "extent(3)".
  std::string shortName() const;
};

struct Fact {
  FactName Name;
  uint64_t Value = 0;

  friend bool operator==(const Fact &, const Fact &) = default;
};

} // namespace ompjit

#endif // OMPJIT_FACTS_H
