//===- Text.h - Values as text --------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_TEXT_H
#define OMPJIT_TOOLS_CACHE_TEXT_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::cachetool {

/// "1 image", "2 images".
std::string counted(uint64_t Count, const char *One);
/// "12 bytes", "3.4 KiB".
std::string sizeText(uint64_t Bytes);
/// "0.3 ms", "12.0 s".
std::string durationText(uint64_t Ns);
/// How long ago: "3 minutes ago", "in the future".
std::string ageText(int64_t Seconds, int64_t NowSeconds);

/// Returns the bytes as they are if they can be printed, otherwise in
/// hexadecimal.
std::string printable(std::string_view Bytes);

/// Returns the parts of a list "a=b,c=d,...", as in the field `specialization`,
/// that \p Other lacks.
std::vector<std::string> partsWithout(std::string_view List,
                                      std::string_view Other);

/// Returns one line for each row, with aligned columns; the last column is not
/// padded.
std::string table(const std::vector<std::vector<std::string>> &Rows);

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_TEXT_H
