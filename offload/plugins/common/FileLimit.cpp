//===- FileLimit.cpp - The process's limit of file sizes ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileLimit.h"

#include "ompjit/Plugins/Error.h"

#include <cerrno>
#include <cstring>
#include <sys/resource.h>

namespace ompjit::plugins {

int checkFileLimit(size_t Size, ompjit_error *Error) {
  rlimit Limit;
  if (getrlimit(RLIMIT_FSIZE, &Limit) || Limit.rlim_cur == RLIM_INFINITY ||
      Size <= Limit.rlim_cur)
    return 0;
  return plugins::fail(Error,
                       "cannot write the image of %zu bytes to memory: %s",
                       Size, std::strerror(EFBIG));
}

} // namespace ompjit::plugins
