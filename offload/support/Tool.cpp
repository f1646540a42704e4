//===- Tool.cpp - What all tools do ---------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/Tool.h"

using namespace ompjit;

void Tool::warn(const std::string &What) const {
  std::fprintf(stderr, "%s: warning: %s\n", Name, What.c_str());
}

void Tool::complain(const std::string &What) const {
  std::fprintf(stderr, "%s: error: %s\n", Name, What.c_str());
}

int Tool::fail(const std::string &What, int Status) const {
  complain(What);
  return Status;
}

static constexpr char LostOutput[] = "the output cannot be written";

int Tool::print(const std::string &Text, int Status, std::FILE *To) const {
  const bool IsWritten =
      std::fputs(Text.c_str(), To) >= 0 && std::fflush(To) == 0;
  return IsWritten ? Status : fail(LostOutput);
}

int Tool::finish(int Status) const {
  const bool IsWritten = std::fflush(stdout) == 0 && !std::ferror(stdout);
  return IsWritten || Status == Unusable ? Status : fail(LostOutput);
}

std::string Tool::version() const {
  return std::string(Name) + " " OMPJIT_VERSION +
         (MoreVersion ? MoreVersion() : "") + "\n";
}
