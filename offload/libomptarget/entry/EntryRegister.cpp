//===- EntryRegister.cpp - Entry points: registration and life cycle ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deferred.h"
#include "Entry.h"

#include "ompjit/Support/ProcessExit.h"

#include <atomic>
#include <dlfcn.h>
#include <link.h>

using namespace ompjit;

namespace {

/// The dynamic linker gives the main program an empty name.
bool isInMainProgram(const void *Address) {
  Dl_info Info;
  link_map *Object = nullptr;
  return dladdr1(Address, &Info, reinterpret_cast<void **>(&Object),
                 RTLD_DL_LINKMAP) &&
         Object && Object->l_name[0] == 0;
}

} // namespace

OMPJIT_EXPORT void __tgt_register_lib(__tgt_bin_desc *Description) {
  runtime().registerLibrary(*Description);
}

/// A shared library is unregistered when it is closed, and its images are
/// unloaded. The program itself is unregistered only by exit(), and then
/// everything stays loaded: other threads may still be inside of target
/// regions, and destructors that run later may use regions. The system frees
/// everything soon after.
OMPJIT_EXPORT void __tgt_unregister_lib(__tgt_bin_desc *Description) {
  static std::atomic<bool> IsExiting = false;
  if (isInMainProgram(Description))
    IsExiting = true;
  if (!IsExiting)
    runtime().unregisterLibrary(*Description);
}

/// For programs of older compilers; `requires` clauses are offload entries now.
OMPJIT_EXPORT void __tgt_register_requires(int64_t) {}

/// Opens the plugins now rather than at the first use.
OMPJIT_EXPORT void __tgt_init_all_rtls() { (void)deviceCount(); }

// For programs that start and stop the runtime, which it does by itself.
OMPJIT_EXPORT void __tgt_rtl_init() {}
OMPJIT_EXPORT void __tgt_rtl_deinit() {}

namespace {

[[gnu::constructor]] void prepareExit() {
  setExitWork([] { runtime().finishCompiles(); });
}

/// Runs after the program's own atexit handlers.
[[gnu::destructor]] void leaveProcess() {
  deferNoMore();
  finishRuntime();
}

} // namespace
