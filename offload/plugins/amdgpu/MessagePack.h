//===- MessagePack.h - Values of a code object's metadata -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library allocates what an array or a map claims to hold before it has
// seen an item: three nested maps in 15 bytes cost 6 GiB of address space. So
// the bytes are walked first, without any memory: each item has to be there,
// and what is nested deeper or has more values than any program is refused.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_MESSAGEPACK_H
#define OMPJIT_PLUGINS_AMDGPU_MESSAGEPACK_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <msgpack.h>

namespace ompjit::amdgpu {

/// The length of the value at the beginning of the bytes. Nothing where it is
/// not all there, is no MessagePack, or is more than may be decoded.
std::optional<size_t> measureValue(std::string_view Bytes);

/// A decoded value, with all that is in it. Texts lie in the bytes that were
/// decoded.
class MessagePack {
public:
  MessagePack() { msgpack_unpacked_init(&Unpacked); }
  ~MessagePack() { msgpack_unpacked_destroy(&Unpacked); }
  MessagePack(const MessagePack &) = delete;
  MessagePack &operator=(const MessagePack &) = delete;

  /// Once. What follows the value is not looked at.
  bool decode(std::string_view Bytes);
  const msgpack_object &root() const { return Unpacked.data; }

private:
  msgpack_unpacked Unpacked;
};

/// The value of a map, the first one of this key. Null where there is none, and
/// where it is no map.
const msgpack_object *findValue(const msgpack_object &Map,
                                std::string_view Key);

std::optional<std::string_view> asText(const msgpack_object *Value);
/// True and false are 1 and 0 as well.
std::optional<uint64_t> asNumber(const msgpack_object *Value);
std::optional<std::span<const msgpack_object>>
asArray(const msgpack_object *Value);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_MESSAGEPACK_H
