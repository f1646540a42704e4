//===- ompjit/FactTraits.h - The kinds of facts ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the kinds of facts about a launch. Encoded requests, keys and
// texts, the options of ompjit-compile, OMP_JIT_SPECIALIZE, the facts that the
// compile service accepts and the passes of opt follow from the rows. A row
// does not say how a launch determines the value (the engine) and how code uses
// it (llvm/lib/Specialize); docs/adding-a-specialisation.md describes these.
//
// Only constants; needs no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FACTTRAITS_H
#define OMPJIT_FACTTRAITS_H

#include <cstdint>
#include <string_view>

namespace ompjit {

/// The kinds of facts. Their numbers are part of encoded requests.
enum class FactKind : uint32_t {
  Scalar = 0,      ///< Value: the parameter's demanded bits, all others 0.
  Alignment = 1,   ///< Value: a power of two from 8 to 128 that divides the
                   ///< pointer.
  Teams = 2,       ///< Value: the number of teams.
  Threads = 3,     ///< Value: the number of threads in a team, as
                   ///< ompjit_launch_size counts them.
  Class = 4,       ///< Value: the class of the parameter's number, a sum of
                   ///< ValueClass.
  Field = 5,       ///< Value: the integer at a place behind a pointer.
  KnownFields = 6, ///< Value: a bit for each field that the package lists for
                   ///< the kernel. Only in keys of launches; requests have the
                   ///< fields themselves.
  Disjoint = 7,    ///< Value: a bit for each parameter, below 64, that leads to
                   ///< a piece of memory which no other one leads to, and which
                   ///< has no variable of the device.
  Extent = 8,      ///< Value: the number of bytes that are at least behind the
                   ///< pointer, a power of two up to MaxExtentBytes.
  NumDevices = 9,  ///< Value: the result of omp_get_num_devices in the kernel.
  DeviceNum = 10,  ///< Value: the result of omp_get_device_num in the kernel.
  DebugKinds = 11, ///< Value: what the device runtime checks and reports, as in
                   ///< LIBOMPTARGET_DEVICE_RTL_DEBUG.
  DynamicMemory = 12, ///< Value: bytes that the launch adds to the memory of a
                      ///< team.
};
constexpr uint32_t NumFactKinds = 13;

/// The groups of kinds that OMP_JIT_SPECIALIZE names. A group's facts are
/// determined together, and one pass uses them. Bits of Settings::Specialize.
enum Specialization : uint32_t {
  SpecializeScalars = 1,
  SpecializeAlignment = 2,
  SpecializeLaunch = 4,
  SpecializeFields = 8,
  SpecializeDisjoint = 16,
  SpecializeExtents = 32,
  SpecializeDevice = 64,
};

struct SpecializationTraits {
  Specialization Bit;
  std::string_view Word;    ///< In the setting, and in the name of the pass,
                            ///< ompjit-<Word>.
  std::string_view Meaning; ///< For the setting's documentation.
  std::string_view OldWord = {}; ///< An earlier word of the setting, which is
                                 ///< still accepted.
};

constexpr SpecializationTraits SpecializationTable[] = {
    {SpecializeScalars, "scalars", "the values of scalar arguments"},
    {SpecializeAlignment, "alignment", "how pointers are aligned"},
    {SpecializeLaunch, "launch", "on GPUs, the number of teams and of threads"},
    {SpecializeFields, "fields",
     "the sizes and modes in small structures that a launch maps"},
    {SpecializeDisjoint, "disjoint",
     "which pointers lead to different mappings", "aliases"},
    {SpecializeExtents, "extents", "how much memory is behind a pointer",
     "bounds"},
    {SpecializeDevice, "device",
     "on GPUs, what a kernel asks its device and its launch for"},
};

/// The subject of a fact.
enum class FactSubject {
  Launch,   ///< The launch as a whole.
  Scalar,   ///< A parameter that is a scalar.
  Pointer,  ///< A parameter that is a pointer.
  Place,    ///< A number of bits at an offset behind a pointer.
  Pointers, ///< Several parameters: the value has a bit for each.
};

/// The source of a fact's value at a launch.
enum class FactSource {
  Arguments, ///< The argument itself.
  Launch,    ///< The size of the launch.
  Memory,    ///< The bytes behind an argument, as far as the launch knows them.
  Mappings,  ///< The mappings that the arguments lead to.
  Device,    ///< The device; the same at every launch.
};

/// When a fact's value is known.
enum class FactKnown {
  Always,
  UnlessZero,
  IfListed, ///< If the value of KnownFields has its bit.
};

/// A row of the table. In Key, Text and Form, P stands for the parameter's
/// number, OFFSET and WIDTH for those of a place.
struct FactTraits {
  FactKind Kind;
  /// The word in options of ompjit-compile and in passes.
  std::string_view Word;
  /// The name in lists, and in keys of the cache. No two facts have the same.
  std::string_view Key;
  /// The name in sentences.
  std::string_view Text;
  Specialization Group;
  FactSubject Subject;
  FactSource Source;
  FactKnown Known;
  /// The number of bits that a value may have.
  unsigned ValueBits = 64;
  /// The form of a fact of this kind in an option or a pass; the last word
  /// stands for the value. Empty if images are not compiled for the kind.
  std::string_view Form = {};
  /// What the kernel is specialised for by the option, for the help.
  std::string_view Meaning = {};
  /// An earlier word of the option, which is still accepted.
  std::string_view OldWord = {};

  bool isInRequests() const { return !Form.empty(); }

  /// Whether the fact's name has a parameter.
  bool hasParameter() const {
    return Subject == FactSubject::Scalar || Subject == FactSubject::Pointer ||
           Subject == FactSubject::Place;
  }

  /// Whether a request may have this value.
  bool hasValue(uint64_t Value) const {
    return (Value != 0 || Known != FactKnown::UnlessZero) &&
           (ValueBits == 64 || Value >> ValueBits == 0);
  }
};

/// In the order of FactKind.
constexpr FactTraits FactTable[NumFactKinds] = {
    {.Kind = FactKind::Scalar,
     .Word = "scalar",
     .Key = "P",
     .Text = "parameter P",
     .Group = SpecializeScalars,
     .Subject = FactSubject::Scalar,
     .Source = FactSource::Arguments,
     .Known = FactKnown::Always,
     .Form = "P=VALUE",
     .Meaning = "the value of its parameter P, counted from 0"},
    {.Kind = FactKind::Alignment,
     .Word = "align",
     .Key = "align(P)",
     .Text = "the alignment of parameter P",
     .Group = SpecializeAlignment,
     .Subject = FactSubject::Pointer,
     .Source = FactSource::Arguments,
     .Known = FactKnown::UnlessZero,
     .ValueBits = 32,
     .Form = "P=BYTES",
     .Meaning = "how the pointer P is aligned"},
    {.Kind = FactKind::Teams,
     .Word = "teams",
     .Key = "teams",
     .Text = "the number of teams",
     .Group = SpecializeLaunch,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Launch,
     .Known = FactKnown::UnlessZero,
     .ValueBits = 32,
     .Form = "N",
     .Meaning = "launches of N teams"},
    {.Kind = FactKind::Threads,
     .Word = "threads",
     .Key = "threads",
     .Text = "the number of threads",
     .Group = SpecializeLaunch,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Launch,
     .Known = FactKnown::UnlessZero,
     .ValueBits = 32,
     .Form = "N",
     .Meaning = "teams of N threads"},
    {.Kind = FactKind::Class,
     .Word = "class",
     .Key = "class(P)",
     .Text = "the class of parameter P",
     .Group = SpecializeScalars,
     .Subject = FactSubject::Scalar,
     .Source = FactSource::Arguments,
     .Known = FactKnown::UnlessZero,
     .ValueBits = 7,
     .Form = "P=CLASS",
     .Meaning = "what kind of number parameter P is: 32 for 0, 64 for 1, else "
                "how many of its lower bits are 0, and 16 if it fits 32 bits"},
    {.Kind = FactKind::Field,
     .Word = "field",
     .Key = "field(P+OFFSET:WIDTH)",
     .Text = "the WIDTH bits at offset OFFSET behind parameter P",
     .Group = SpecializeFields,
     .Subject = FactSubject::Place,
     .Source = FactSource::Memory,
     .Known = FactKnown::IfListed,
     .Form = "P+OFFSET:WIDTH=VALUE",
     .Meaning = "an integer that the package lists as a field: which pointer, "
                "bytes behind it, width in bits"},
    {.Kind = FactKind::KnownFields,
     .Word = "fields",
     .Key = "fields",
     .Text = "the set of known fields",
     .Group = SpecializeFields,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Memory,
     .Known = FactKnown::UnlessZero},
    {.Kind = FactKind::Disjoint,
     .Word = "disjoint",
     .Key = "disjoint",
     .Text = "the set of pointers that do not overlap",
     .Group = SpecializeDisjoint,
     .Subject = FactSubject::Pointers,
     .Source = FactSource::Mappings,
     .Known = FactKnown::UnlessZero,
     .Form = "P,P...",
     .Meaning = "pointers that do not overlap"},
    {.Kind = FactKind::Extent,
     .Word = "extent",
     .Key = "extent(P)",
     .Text = "the memory behind parameter P",
     .Group = SpecializeExtents,
     .Subject = FactSubject::Pointer,
     .Source = FactSource::Mappings,
     .Known = FactKnown::UnlessZero,
     .Form = "P=BYTES",
     .Meaning = "how much memory is behind the pointer P"},
    {.Kind = FactKind::NumDevices,
     .Word = "devices",
     .Key = "devices",
     .Text = "the number of devices",
     .Group = SpecializeDevice,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Device,
     .Known = FactKnown::Always,
     .ValueBits = 32,
     .Form = "N",
     .Meaning = "how many devices a GPU's code finds in its environment"},
    {.Kind = FactKind::DeviceNum,
     .Word = "device",
     .Key = "device",
     .Text = "the number of the device",
     .Group = SpecializeDevice,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Device,
     .Known = FactKnown::Always,
     .ValueBits = 32,
     .Form = "N",
     .Meaning = "its device's number there"},
    {.Kind = FactKind::DebugKinds,
     .Word = "debug",
     .Key = "debug",
     .Text = "what the device runtime tells",
     .Group = SpecializeDevice,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Device,
     .Known = FactKnown::Always,
     .ValueBits = 32,
     .Form = "N",
     .Meaning = "what the device runtime shall tell, as in "
                "LIBOMPTARGET_DEVICE_RTL_DEBUG",
     .OldWord = "debug-kinds"},
    {.Kind = FactKind::DynamicMemory,
     .Word = "dynamic",
     .Key = "dynamic",
     .Text = "the size of dynamic memory",
     .Group = SpecializeDevice,
     .Subject = FactSubject::Launch,
     .Source = FactSource::Launch,
     .Known = FactKnown::Always,
     .ValueBits = 32,
     .Form = "N",
     .Meaning = "launches with N bytes of dynamic memory for each team",
     .OldWord = "dynamic-memory"},
};

constexpr const FactTraits &traitsOf(FactKind Kind) {
  return FactTable[static_cast<uint32_t>(Kind)];
}

} // namespace ompjit

#endif // OMPJIT_FACTTRAITS_H
