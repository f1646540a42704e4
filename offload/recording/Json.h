//===- Json.h - Reading the JSON of descriptors ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the part of JSON that descriptors need: objects, arrays, strings and
// whole numbers. Anything else is an error that names its line.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_RECORDING_JSON_H
#define OMPJIT_RECORDING_JSON_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ompjit::recording {

struct JsonMember;

struct JsonValue {
  using Array = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;

  std::variant<uint64_t, std::string, Array, Object> Value;

  template <typename T> const T *as() const { return std::get_if<T>(&Value); }
  /// Returns null if this is not an object or has no such member.
  const JsonValue *member(std::string_view Key) const;
};

struct JsonMember {
  std::string Name;
  JsonValue Value;
};

Result<JsonValue> parseJson(ByteView Text);

/// The begin of the last line of a descriptor's members.
constexpr std::string_view ChecksumMember = "  \"checksum\": ";

} // namespace ompjit::recording

#endif // OMPJIT_RECORDING_JSON_H
