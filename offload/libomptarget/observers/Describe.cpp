//===- observers/Describe.cpp - Words for what observers are told ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

#include "data/MapArguments.h"

#include <cstdio>
#include <optional>

namespace ompjit {

namespace {

/// Field \p Index of ";a;b;c;;".
std::string_view field(std::string_view Text, int Index) {
  for (; Index >= 0; --Index) {
    size_t Start = Text.find(';');
    if (Start == std::string_view::npos)
      return {};
    Text.remove_prefix(Start + 1);
  }
  return Text.substr(0, Text.find(';'));
}

std::string place(std::string_view File, std::string_view Line,
                  std::string_view Column) {
  // Scripts expect the name without folders, as the packaged runtime prints it.
  File.remove_prefix(File.rfind('/') + 1);
  if (File.empty() || Line.empty() || Column.empty())
    return "unknown:0:0";
  std::string Text(File);
  return Text.append(":").append(Line).append(":").append(Column);
}

bool isEncoded(const char *Text) { return Text && *Text == ';'; }

std::optional<uint32_t> indexOf(const ConstructEvent *Construct,
                                HostAddress Host) {
  const MapArguments *All = Construct ? Construct->Arguments : nullptr;
  for (uint32_t I = 0; All && I < All->Count; ++I) {
    // Values, pointers to attach, and descriptors of strides are not ranges.
    if (All->has(I, MapLiteral | MapAttach | MapNonContig))
      continue;
    if (Host == All->begin(I) || Host - All->begin(I) < All->size(I))
      return I;
  }
  return std::nullopt;
}

} // namespace

std::string describePlace(const ident_t *Location) {
  if (!Location || !isEncoded(Location->Source))
    return "unknown:0:0";
  const char *Source = Location->Source;
  return place(field(Source, 0), field(Source, 2), field(Source, 3));
}

std::string itemName(const char *Encoded) {
  if (!isEncoded(Encoded))
    return Encoded && *Encoded ? Encoded : "unknown";
  return std::string(field(Encoded, 0));
}

std::string itemPlace(const char *Encoded) {
  if (!isEncoded(Encoded))
    return "unknown:0:0";
  return place(field(Encoded, 1), field(Encoded, 2), field(Encoded, 3));
}

std::string describeFull(const void *Address) {
  char Text[2 + 16 + 1];
  std::snprintf(Text, sizeof(Text), "0x%016zx",
                reinterpret_cast<uintptr_t>(Address));
  return Text;
}

std::string_view nameOf(ConstructKind Kind) {
  constexpr std::string_view Names[] = {"target", "enter data", "exit data",
                                        "update", "routine"};
  return Names[size_t(Kind)];
}

std::string_view nameOf(DataKind Kind) {
  constexpr std::string_view Names[] = {
      "allocate",       "free", "copy to device", "copy from device",
      "copy on device", "fill", "associate",      "disassociate"};
  return Names[size_t(Kind)];
}

std::string_view nameOf(MappingChange Change) {
  constexpr std::string_view Names[] = {"created", "found", "released",
                                        "removed", "empty"};
  return Names[size_t(Change)];
}

std::string_view mapKind(int64_t Type, int64_t Size) {
  if (Type & MapAttach)
    return "attach";
  if ((Type & MapTo) && (Type & MapFrom))
    return "tofrom";
  if (Type & MapTo)
    return "to";
  if (Type & MapFrom)
    return "from";
  if (Type & MapPrivate)
    return "private";
  if (Type & MapLiteral)
    return "firstprivate";
  return Size ? "alloc" : "use_address";
}

const char *findItem(const ConstructEvent *Construct, HostAddress Host) {
  std::optional<uint32_t> I = indexOf(Construct, Host);
  return I && Construct->Arguments->Names
             ? static_cast<const char *>(Construct->Arguments->Names[*I])
             : nullptr;
}

bool isDeleted(const ConstructEvent *Construct, HostAddress Host) {
  std::optional<uint32_t> I = indexOf(Construct, Host);
  return I && Construct->Arguments->has(*I, MapDelete);
}

HostAddress findBase(const ConstructEvent *Construct, HostAddress Host) {
  std::optional<uint32_t> I = indexOf(Construct, Host);
  return I ? Construct->Arguments->base(*I) : Host;
}

} // namespace ompjit
