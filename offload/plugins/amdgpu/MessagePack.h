//===- MessagePack.h - Values of a code object's metadata -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library allocates as much as an array or a map claims to hold before it
// has seen an item: three nested maps in 15 bytes cost 6 GiB of address space.
// So the bytes are first walked without allocation: each item has to be there,
// and values with deeper nesting or more elements than any program has are
// refused.
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

/// Returns the length of the value at the beginning of the bytes. Nothing if it
/// is incomplete, is not MessagePack, or exceeds the limits.
std::optional<size_t> measureValue(std::string_view Bytes);

/// A decoded value with everything in it. Texts point into the decoded bytes.
class MessagePack {
public:
  MessagePack() { msgpack_unpacked_init(&Unpacked); }
  ~MessagePack() { msgpack_unpacked_destroy(&Unpacked); }
  MessagePack(const MessagePack &) = delete;
  MessagePack &operator=(const MessagePack &) = delete;

  /// May be called once. Ignores what follows the value.
  bool decode(std::string_view Bytes);
  const msgpack_object &root() const { return Unpacked.data; }

private:
  msgpack_unpacked Unpacked;
};

/// Returns the first value with this key. Null if there is none or \p Map is
/// not a map.
const msgpack_object *findValue(const msgpack_object &Map,
                                std::string_view Key);

std::optional<std::string_view> asText(const msgpack_object *Value);
/// True and false count as 1 and 0.
std::optional<uint64_t> asNumber(const msgpack_object *Value);
std::optional<std::span<const msgpack_object>>
asArray(const msgpack_object *Value);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_MESSAGEPACK_H
