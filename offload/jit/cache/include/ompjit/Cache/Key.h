//===- ompjit/Cache/Key.h - What identifies an image in the cache ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key of an image is a BLAKE2b-256 digest over the canonical form of a list
// of named fields. One table (Key.cpp) defines the fields: canonical form,
// documentation and the test of completeness all iterate over it, so that no
// field can be missing in one of them.
//
// Used by the engine, which fills the fields, and by the entry format, which
// stores them for people. Only the engine knows what a field means; here each
// one is a string of bytes.
//
//   fields = field*
//   field  = name-size:u32 name value-size:u64 value
//
// The first field is "format", the version of this list and of the entries.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_KEY_H
#define OMPJIT_CACHE_KEY_H

#include "ompjit/Support/Bytes.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::cache {

/// Version of the entries' format; part of their keys.
constexpr uint32_t FormatVersion = 1;

/// Identity of an image. Equal keys mean interchangeable images.
struct Key {
  std::array<uint8_t, 32> Bytes{};

  /// 64 lower-case hexadecimal digits.
  std::string hex() const;
  /// The reverse; nothing if \p Digits is not exactly such a string.
  static std::optional<Key> fromHex(std::string_view Digits);

  friend auto operator<=>(const Key &, const Key &) = default;
};

/// For unordered containers. A key is a digest, so any part of it is a hash.
struct KeyHash {
  size_t operator()(const Key &K) const {
    size_t Hash;
    std::memcpy(&Hash, K.Bytes.data(), sizeof(Hash));
    return Hash;
  }
};

/// Everything that determines an image. A time stamp or a version text must
/// not appear here: two builds of one version differ, and equal files may have
/// different dates.
struct KeyFields {
  std::string Toolchain; ///< Source id of the compile service.
  std::string Package;   ///< Digest of the package, 32 raw bytes.
  std::string Image;     ///< Kind of image: "kernel", "base", "whole".
  std::string Kernel;    ///< Symbol; empty unless a kernel.
  std::string Triple;
  std::string Arch;
  std::string Features;
  std::string Driver;         ///< Its version, if the image depends on it.
  std::string Options;        ///< Optimisation options.
  std::string Specialization; ///< What was made constant.
};

struct KeyFieldRow {
  const char *Name;
  std::string KeyFields::*Member;
};

/// The fields in canonical order.
std::span<const KeyFieldRow> keyFieldTable();

/// The canonical form, as the grammar says.
std::string canonicalFields(const KeyFields &);

/// The canonical form of the name of a note: what was chosen for the kernels of
/// all programs on such devices (ompjit/TuningProfile.h).
std::string profileFields(const std::string &Triple, const std::string &Arch);
/// The same for what runs counted in kernels with this code
/// (ompjit/KernelCounts.h).
std::string countsFields(const std::string &Triple, uint64_t CodeDigest);

/// A field of an entry, which may have been written by another version.
struct NamedField {
  std::string Name;
  std::string Value; ///< Any bytes.

  friend bool operator==(const NamedField &, const NamedField &) = default;
};

/// Parses fields in canonical form; nothing if they are malformed.
std::optional<std::vector<NamedField>> parseFields(ByteView CanonicalFields);

/// The key of fields in canonical form.
Key keyOf(ByteView CanonicalFields);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_KEY_H
