//===- Bytes.h - A view of bytes that somebody else owns ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ByteView is what the readers of packages, requests and cache entries take:
// a range of untrusted bytes without ownership. ByteReader takes values out of
// it in order and remembers a read past the end, so that a parser checks once,
// at its end or before it uses a count.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_BYTES_H
#define OMPJIT_SUPPORT_BYTES_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace ompjit {

/// Bytes that somebody else owns.
using ByteView = std::string_view;

/// Reads little-endian values, front to back. After a read past the end every
/// further read yields zero or an empty view, and failed() is true.
class ByteReader {
public:
  explicit ByteReader(ByteView Bytes) : Rest(Bytes) {}

  template <typename T> T read() {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    auto Value = static_cast<T>(0);
    if (ByteView Raw = take(sizeof(T)); !Raw.empty())
      std::memcpy(&Value, Raw.data(), sizeof(T));
    return Value;
  }

  /// The next \p Size bytes.
  ByteView take(uint64_t Size) {
    if (Size > Rest.size()) {
      Failed = true;
      Rest = {};
      return {};
    }
    ByteView Taken = Rest.substr(0, Size);
    Rest.remove_prefix(Size);
    return Taken;
  }

  /// The next string or blob, which follows its 64-bit length.
  ByteView readBlob() { return take(read<uint64_t>()); }

  bool failed() const { return Failed; }
  size_t remaining() const { return Rest.size(); }

private:
  ByteView Rest;
  bool Failed = false;
};

/// The counterpart of ByteReader.
class ByteWriter {
public:
  template <typename T> void write(T Value) {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    Buffer.append(reinterpret_cast<const char *>(&Value), sizeof(T));
  }
  void writeBlob(ByteView Blob) {
    write<uint64_t>(Blob.size());
    Buffer.append(Blob);
  }
  std::string take() { return std::move(Buffer); }

private:
  std::string Buffer;
};

/// Returns two lower-case digits for each byte.
inline std::string hexadecimal(ByteView Bytes) {
  constexpr char Digits[] = "0123456789abcdef";
  std::string Text;
  Text.reserve(2 * Bytes.size());
  for (unsigned char Byte : Bytes) {
    Text += Digits[Byte >> 4];
    Text += Digits[Byte & 15];
  }
  return Text;
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_BYTES_H
