//===- LoaderLock.cpp - Holding the dynamic linker's lock -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoaderLock.h"

#include "ompjit/OwnStack.h"

#include <dlfcn.h>

namespace {

/// What the resolver shall do for the thread that has dlsym call it.
thread_local const std::function<void()> *Wanted = nullptr;

} // namespace

extern "C" {

/// Called by dlsym only: nothing refers to the symbol.
void (*ompjit_resolve_loader_lock())() {
  if (const std::function<void()> *Work = Wanted) {
    Wanted = nullptr;
    (*Work)();
  }
  return [] {};
}

[[gnu::visibility("default"), gnu::ifunc("ompjit_resolve_loader_lock")]] void
ompjit_loader_lock();
}

static void callWithLock(const std::function<void()> &Work) {
  Dl_info Info;
  Wanted = &Work;
  if (dladdr(reinterpret_cast<void *>(&ompjit::withLoaderLock), &Info))
    if (void *Self = dlopen(Info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) {
      (void)dlsym(Self, "ompjit_loader_lock");
      dlclose(Self);
    }
  if (!Wanted)
    return;
  Wanted = nullptr;
  Work();
}

void ompjit::withLoaderLock(const std::function<void()> &Work) {
  // What is opened may have constructors, and the dynamic linker takes some KiB
  // itself.
  constexpr size_t StackBytes = 128 << 10;
  runWithStack(StackBytes, [&Work] { callWithLock(Work); });
}
