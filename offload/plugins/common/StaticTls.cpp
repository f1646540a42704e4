//===- StaticTls.cpp - Where a plugin's thread-local variables are --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread-local variables of a library that is opened late are allocated
// when a thread first uses them, and if that fails the dynamic linker ends the
// process. The C++ library in each plugin has a few bytes for exceptions, which
// it first uses when memory runs out. One variable of this model makes the
// dynamic linker allocate all of them beforehand.
//
//===----------------------------------------------------------------------===//

namespace {

[[gnu::tls_model("initial-exec")]] thread_local volatile bool IsPlaced;

[[gnu::constructor]] void place() { IsPlaced = true; }

} // namespace
