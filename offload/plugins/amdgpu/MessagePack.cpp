//===- MessagePack.cpp - Values of a code object's metadata ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessagePack.h"

namespace ompjit::amdgpu {

//===----------------------------------------------------------------------===//
// Before decoding
//===----------------------------------------------------------------------===//

namespace {

/// Metadata needs 5 levels: the map, kernels, a kernel, its arguments, an
/// argument. The library's limit is 32.
constexpr size_t MaxDepth = 16;
/// A kernel with 20 arguments has 250 values, and the library needs 24 bytes
/// for each.
constexpr size_t MaxValues = size_t(1) << 22;

/// What follows the first byte of a value: a length of so many bytes, a fixed
/// number of bytes, and then either as many bytes as the length says or, for
/// each unit of the length, so many values.
struct Form {
  uint8_t LengthBytes = 0;
  uint8_t FixedBytes = 0;
  uint8_t ValuesPerItem = 0;
};

/// For first bytes from 0xc0 on. 0xc1 is not valid and is refused before.
constexpr Form Forms[] = {
    {},        {},        {},        {},                    // nil, -, booleans
    {1, 0, 0}, {2, 0, 0}, {4, 0, 0},                        // bytes
    {1, 1, 0}, {2, 1, 0}, {4, 1, 0},                        // extensions
    {0, 4, 0}, {0, 8, 0},                                   // floating point
    {0, 1, 0}, {0, 2, 0}, {0, 4, 0}, {0, 8, 0},             // unsigned
    {0, 1, 0}, {0, 2, 0}, {0, 4, 0}, {0, 8, 0},             // signed
    {0, 2, 0}, {0, 3, 0}, {0, 5, 0}, {0, 9, 0}, {0, 17, 0}, // extensions
    {1, 0, 0}, {2, 0, 0}, {4, 0, 0},                        // texts
    {2, 0, 1}, {4, 0, 1},                                   // arrays
    {2, 0, 2}, {4, 0, 2},                                   // maps
};
static_assert(std::size(Forms) == 0x20);

/// Steps over one value after the other, and into arrays and maps.
class Walker {
public:
  explicit Walker(std::string_view Bytes) : Rest(Bytes) {}

  std::string_view rest() const { return Rest; }

  /// Returns the number of values in the current one. Nothing at the end, and
  /// for invalid bytes.
  std::optional<uint64_t> step() {
    if (Rest.empty())
      return std::nullopt;
    const auto First = uint8_t(Rest.front());
    Rest.remove_prefix(1);
    if (First < 0x80 || First >= 0xe0)
      return 0;
    if (First < 0x90)
      return 2 * (First & 0xf);
    if (First < 0xa0)
      return First & 0xf;
    if (First < 0xc0)
      return skip(First & 0x1f);
    if (First == 0xc1)
      return std::nullopt;
    return stepInto(Forms[First - 0xc0]);
  }

private:
  std::optional<uint64_t> stepInto(const Form &F) {
    if (Rest.size() < F.LengthBytes)
      return std::nullopt;
    uint64_t Length = 0;
    for (unsigned I = 0; I != F.LengthBytes; ++I)
      Length = Length << 8 | uint8_t(Rest[I]);
    Rest.remove_prefix(F.LengthBytes);
    if (F.ValuesPerItem)
      return Length * F.ValuesPerItem;
    return skip(Length + F.FixedBytes);
  }

  std::optional<uint64_t> skip(uint64_t Length) {
    if (Length > Rest.size())
      return std::nullopt;
    Rest.remove_prefix(Length);
    return 0;
  }

  std::string_view Rest;
};

} // namespace

std::optional<size_t> measureValue(std::string_view Bytes) {
  Walker Position(Bytes);
  uint64_t Missing[MaxDepth + 1] = {1}; // Values missing at the top, and at
                                        // each level.
  size_t Depth = 0;
  for (size_t NumValues = 0; NumValues != MaxValues; ++NumValues) {
    --Missing[Depth];
    const std::optional<uint64_t> NumInside = Position.step();
    if (!NumInside)
      return std::nullopt;
    if (*NumInside) {
      if (Depth == MaxDepth)
        return std::nullopt;
      Missing[++Depth] = *NumInside;
    }
    while (Depth && !Missing[Depth])
      --Depth;
    if (!Depth && !Missing[0])
      return Bytes.size() - Position.rest().size();
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool MessagePack::decode(std::string_view Bytes) {
  const std::optional<size_t> Length = measureValue(Bytes);
  size_t Offset = 0;
  return Length && msgpack_unpack_next(&Unpacked, Bytes.data(), *Length,
                                       &Offset) == MSGPACK_UNPACK_SUCCESS;
}

const msgpack_object *findValue(const msgpack_object &Map,
                                std::string_view Key) {
  if (Map.type != MSGPACK_OBJECT_MAP)
    return nullptr;
  for (const msgpack_object_kv &Pair :
       std::span(Map.via.map.ptr, Map.via.map.size))
    if (asText(&Pair.key) == Key)
      return &Pair.val;
  return nullptr;
}

std::optional<std::string_view> asText(const msgpack_object *Value) {
  if (!Value || Value->type != MSGPACK_OBJECT_STR)
    return std::nullopt;
  return std::string_view(Value->via.str.ptr, Value->via.str.size);
}

std::optional<uint64_t> asNumber(const msgpack_object *Value) {
  if (Value && Value->type == MSGPACK_OBJECT_POSITIVE_INTEGER)
    return Value->via.u64;
  if (Value && Value->type == MSGPACK_OBJECT_BOOLEAN)
    return Value->via.boolean;
  return std::nullopt;
}

std::optional<std::span<const msgpack_object>>
asArray(const msgpack_object *Value) {
  if (!Value || Value->type != MSGPACK_OBJECT_ARRAY)
    return std::nullopt;
  return std::span<const msgpack_object>(Value->via.array.ptr,
                                         Value->via.array.size);
}

} // namespace ompjit::amdgpu
