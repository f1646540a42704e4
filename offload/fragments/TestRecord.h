//===- TestRecord.h - Fragment files for tests ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_TESTRECORD_H
#define OMPJIT_FRAGMENTS_TESTRECORD_H

#include "ompjit/Support/Bytes.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::fragments::test {

struct Strings {
  std::string Triple = "nvptx64-nvidia-cuda";
  std::string Arch = "sm_90";
  std::string Defines = "a b main";
  std::string Weak = "b";
  std::string Needs = "c";
  std::string Entries = "main";
  std::string Kind = ""; ///< "ltoir" for LTO-IR.
  bool HasDefines = true;
};

/// A record of LLVM's format, written by hand.
inline std::string record(const Strings &S = {},
                          const std::string &Bitcode = "BC12") {
  std::vector<std::pair<std::string, std::string>> Pairs = {
      {"triple", S.Triple},   {"arch", S.Arch},   {"other", "x"},
      {"weak", S.Weak},       {"needs", S.Needs}, {"defines", S.Defines},
      {"entries", S.Entries}, {"code", S.Kind}};
  std::erase_if(Pairs, [&S](const auto &Each) {
    return (Each.first == "code" && S.Kind.empty()) ||
           (Each.first == "defines" && !S.HasDefines);
  });
  const bool IsBitcode = S.Kind != "ltoir";
  const uint64_t TableOffset = 72;
  const uint64_t TextOffset = TableOffset + 16 * Pairs.size();
  ByteWriter Table;
  std::string Text;
  for (const auto &[Key, Value] : Pairs) {
    Table.write<uint64_t>(TextOffset + Text.size());
    Text += Key + std::string(1, '\0');
    Table.write<uint64_t>(TextOffset + Text.size());
    Text += Value + std::string(1, '\0');
  }
  Text.resize((Text.size() + 7) & ~size_t(7));
  const uint64_t ImageOffset = TextOffset + Text.size();
  ByteWriter Out;
  Out.write<uint32_t>(0xAD10FF10);
  Out.write<uint32_t>(1);
  Out.write<uint64_t>((ImageOffset + Bitcode.size() + 7) & ~uint64_t(7));
  Out.write<uint64_t>(32);
  Out.write<uint64_t>(40);
  Out.write<uint16_t>(IsBitcode ? 2 : 4);
  Out.write<uint16_t>(IsBitcode ? 1 : 2);
  Out.write<uint32_t>(0);
  Out.write<uint64_t>(TableOffset);
  Out.write<uint64_t>(Pairs.size());
  Out.write<uint64_t>(ImageOffset);
  Out.write<uint64_t>(Bitcode.size());
  std::string All = Out.take() + Table.take() + Text + Bitcode;
  All.resize((All.size() + 7) & ~size_t(7));
  return All;
}

} // namespace ompjit::fragments::test

#endif // OMPJIT_FRAGMENTS_TESTRECORD_H
