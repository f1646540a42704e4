//===- FileLimit.h - The process's limit of file sizes ----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image is loaded from a file, and the limit of file sizes (`ulimit -f`)
// applies to files in memory, too. A write past it ends the program with
// SIGXFSZ, so this checks beforehand whether the image fits. Blocking the
// signal is not possible: the image's constructors and the threads that they
// start have the program's signal mask.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_HOST_FILELIMIT_H
#define OMPJIT_HOST_FILELIMIT_H

#include "ompjit/Plugin.h"

#include <cstddef>

namespace ompjit::plugins {

/// Fails if a file of \p Size bytes exceeds the limit. Thread-safe.
int checkFileLimit(size_t Size, ompjit_error *Error);

} // namespace ompjit::plugins

#endif // OMPJIT_HOST_FILELIMIT_H
