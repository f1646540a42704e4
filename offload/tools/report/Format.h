//===- Format.h - Figures for people -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_FORMAT_H
#define OMPJIT_TOOLS_REPORT_FORMAT_H

#include <cstdint>
#include <string>

namespace ompjit::report {

/// "12.3 us", "4.56 ms", "1.20 s": three digits.
std::string formatTime(uint64_t Ns);
/// "8.00 MiB": three digits.
std::string formatBytes(uint64_t Bytes);
/// "12,345".
std::string formatCount(uint64_t Number);
/// "45 %"; less than one is "0.3 %".
std::string formatShare(uint64_t Part, uint64_t Whole);
/// "1 launch", "1,000 launches".
std::string formatCount(uint64_t Number, const std::string &One,
                        const std::string &Many);

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_FORMAT_H
