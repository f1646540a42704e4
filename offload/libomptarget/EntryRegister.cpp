//===- EntryRegister.cpp - Entry points: registration and life cycle ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

using namespace ompjit;

OMPJIT_EXPORT void __tgt_register_lib(__tgt_bin_desc *Description) {
  runtime().registerLibrary(*Description);
}

OMPJIT_EXPORT void __tgt_unregister_lib(__tgt_bin_desc *Description) {
  runtime().unregisterLibrary(*Description);
}

/// Programs of older compilers; `requires` clauses are offload entries now.
OMPJIT_EXPORT void __tgt_register_requires(int64_t) {}

/// Opens the plugins now instead of at the first use.
OMPJIT_EXPORT void __tgt_init_all_rtls() { (void)runtime().deviceCount(); }

// Programs that bring the runtime up and down themselves; it does both alone.
OMPJIT_EXPORT void __tgt_rtl_init() {}
OMPJIT_EXPORT void __tgt_rtl_deinit() {}

namespace {

/// Runs after the program's own atexit handlers.
[[gnu::destructor]] void finishRuntime() { runtime().finish(); }

} // namespace
