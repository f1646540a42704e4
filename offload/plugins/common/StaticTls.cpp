//===- StaticTls.cpp - Where a plugin's thread-local variables are --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a library that is opened late keeps for each thread is allocated when a
// thread first uses it, and where that fails the dynamic linker ends the
// process. The C++ library in each plugin keeps a few bytes about exceptions,
// which it uses first when memory runs out. One variable of this model has the
// dynamic linker place all of them beforehand.
//
//===----------------------------------------------------------------------===//

namespace {

[[gnu::tls_model("initial-exec")]] thread_local volatile bool IsPlaced;

[[gnu::constructor]] void place() { IsPlaced = true; }

} // namespace
