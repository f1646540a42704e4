//===- Key.cpp - The fields of a key and their digest ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Key.h"

#include "ompjit/Cache/Entry.h"

#include <blake2.h>

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

} // namespace

std::string Key::hex() const {
  constexpr char Digits[] = "0123456789abcdef";
  std::string Text;
  Text.reserve(2 * Bytes.size());
  for (uint8_t Byte : Bytes) {
    Text += Digits[Byte >> 4];
    Text += Digits[Byte & 15];
  }
  return Text;
}

std::span<const KeyFieldRow> cache::keyFieldTable() { return Fields; }

std::string cache::canonicalFields(const KeyFields &Values) {
  std::string Out;
  appendField(Out, "format", std::to_string(FormatVersion));
  for (const KeyFieldRow &Row : Fields)
    appendField(Out, Row.Name, Values.*Row.Member);
  return Out;
}

Key cache::keyOf(ByteView CanonicalFields) {
  Key K;
  // Fails only for sizes that are not legal, and these are constants.
  ::blake2b(K.Bytes.data(), CanonicalFields.data(), nullptr, K.Bytes.size(),
            CanonicalFields.size(), 0);
  return K;
}
