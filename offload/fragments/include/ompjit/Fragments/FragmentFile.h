//===- ompjit/Fragments/FragmentFile.h - Reads fragment files -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fragment file is a sequence of OffloadBinary records of LLVM, version 1,
// one for each target. Each holds bitcode, and in its string data, beside
// `triple` and `arch`, lists of names that are separated by one space and
// sorted:
//
//   defines   what other fragments can use
//   weak      those of them that may be defined several times; the code of one
//             definition is used then
//   needs     what other fragments or the device runtime have to define
//   entries   the kernels
//
// A record whose string `code` is "ltoir" holds code that nvcc has made for
// NVIDIA's linker, of one translation unit: a target may have several, and no
// bitcode besides. If `defines` is missing the names are not known.
//
// The bytes may be damaged or unaligned. Everything is checked except for the
// code, which is left to who compiles. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_FRAGMENTFILE_H
#define OMPJIT_FRAGMENTS_FRAGMENTFILE_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <string_view>
#include <vector>

namespace ompjit::fragments {

enum class CodeKind {
  Bitcode, ///< Of our clang.
  LtoIr,   ///< Of nvcc: a fat binary with one entry, or the entry itself.
};

/// The code of a record. Views lead into the file's bytes.
struct FragmentImage {
  std::string_view Triple;
  std::string_view Arch; ///< "generic" if it is for any of the triple.
  CodeKind Kind = CodeKind::Bitcode;
  ByteView Code;
  bool HasNames = true; ///< If not, only Entries may have any.
  std::vector<std::string_view> Defines;
  std::vector<std::string_view> Weak; ///< A part of Defines.
  std::vector<std::string_view> Needs;
  std::vector<std::string_view> Entries; ///< A part of Defines, if HasNames.
};

/// Returns at least one image. An error says what is damaged; the caller adds
/// which file it is.
Result<std::vector<FragmentImage>> parse(ByteView File);

} // namespace ompjit::fragments

#endif // OMPJIT_FRAGMENTS_FRAGMENTFILE_H
