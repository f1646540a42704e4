//===- Key.cpp - The fields of a key and their digest ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Key.h"

#include "ompjit/Support/Bytes.h"

#include <blake2.h>
#include <charconv>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

constexpr KeyFieldRow Fields[] = {
    {"toolchain", &KeyFields::Toolchain},
    {"package", &KeyFields::Package},
    {"image", &KeyFields::Image},
    {"kernel", &KeyFields::Kernel},
    {"triple", &KeyFields::Triple},
    {"arch", &KeyFields::Arch},
    {"features", &KeyFields::Features},
    {"driver", &KeyFields::Driver},
    {"options", &KeyFields::Options},
    {"specialization", &KeyFields::Specialization},
};
static_assert(sizeof(KeyFields) == std::size(Fields) * sizeof(std::string),
              "every field has a row");

template <typename T> void appendNumber(std::string &Out, T Number) {
  Out.append(reinterpret_cast<const char *>(&Number), sizeof(T));
}

void appendField(std::string &Out, std::string_view Name, ByteView Value) {
  appendNumber<uint32_t>(Out, Name.size());
  Out += Name;
  appendNumber<uint64_t>(Out, Value.size());
  Out += Value;
}

/// Takes a size and that number of bytes from the front of \p Rest.
template <typename T> bool takeSized(ByteView &Rest, std::string &Out) {
  T Size;
  if (Rest.size() < sizeof(T))
    return false;
  std::memcpy(&Size, Rest.data(), sizeof(T));
  Rest.remove_prefix(sizeof(T));
  if (Size > Rest.size())
    return false;
  Out = Rest.substr(0, Size);
  Rest.remove_prefix(Size);
  return true;
}

} // namespace

std::string Key::hex() const {
  return hexadecimal(
      {reinterpret_cast<const char *>(Bytes.data()), Bytes.size()});
}

std::optional<Key> Key::fromHex(std::string_view Digits) {
  Key K;
  if (Digits.size() != 2 * K.Bytes.size() ||
      Digits.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return std::nullopt;
  for (size_t I = 0; I != K.Bytes.size(); ++I)
    std::from_chars(&Digits[2 * I], &Digits[2 * I] + 2, K.Bytes[I], 16);
  return K;
}

std::span<const KeyFieldRow> cache::keyFieldTable() { return Fields; }

std::string cache::canonicalFields(const KeyFields &Values) {
  std::string Out;
  appendField(Out, "format", std::to_string(FormatVersion));
  for (const KeyFieldRow &Row : Fields)
    appendField(Out, Row.Name, Values.*Row.Member);
  return Out;
}

std::string cache::profileFields(const std::string &Triple,
                                 const std::string &Arch) {
  KeyFields Values;
  Values.Image = "profile";
  Values.Triple = Triple;
  Values.Arch = Arch;
  return canonicalFields(Values);
}

std::string cache::countsFields(const std::string &Triple,
                                uint64_t CodeDigest) {
  KeyFields Values;
  Values.Package.assign(reinterpret_cast<const char *>(&CodeDigest),
                        sizeof(CodeDigest));
  Values.Image = "counts";
  Values.Triple = Triple;
  return canonicalFields(Values);
}

std::optional<std::vector<NamedField>> cache::parseFields(ByteView Rest) {
  std::vector<NamedField> Fields;
  while (!Rest.empty()) {
    NamedField Field;
    if (!takeSized<uint32_t>(Rest, Field.Name) ||
        !takeSized<uint64_t>(Rest, Field.Value))
      return std::nullopt;
    Fields.push_back(std::move(Field));
  }
  return Fields;
}

Key cache::keyOf(ByteView CanonicalFields) {
  Key K;
  // This fails only for invalid sizes, and the sizes here are constants.
  ::blake2b(K.Bytes.data(), CanonicalFields.data(), nullptr, K.Bytes.size(),
            CanonicalFields.size(), 0);
  return K;
}
