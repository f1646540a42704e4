//===- LoaderLock.cpp - Holding the dynamic linker's lock -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoaderLock.h"

#include "ompjit/NoMemory.h"
#include "ompjit/OwnStack.h"

#include <dlfcn.h>

namespace {

/// What the resolver shall do for the thread that has dlsym call it.
thread_local const ompjit::WorkRef *Wanted = nullptr;

} // namespace

extern "C" {

/// Called by dlsym only: nothing refers to the symbol.
void (*ompjit_resolve_loader_lock())() {
  if (const ompjit::WorkRef *Work = Wanted) {
    Wanted = nullptr;
    (*Work)();
  }
  return [] {};
}

[[gnu::visibility("default"), gnu::ifunc("ompjit_resolve_loader_lock")]] void
ompjit_loader_lock();
}

static void callWithLock(const ompjit::WorkRef &Work) {
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

/// dlsym crashes where a failure within found no memory for its message, and
/// nobody has read that.
static void callWithin(ompjit::NoMemoryBeyond &Linker, ompjit::WorkRef Work) {
  Linker.call(Work);
  (void)dlerror();
}

void ompjit::withLoaderLock(WorkRef Work) {
  // What is opened may have constructors, and the dynamic linker takes some KiB
  // itself.
  constexpr size_t StackBytes = 128 << 10;
  NoMemoryBeyond Linker;
  runWithStack(StackBytes,
               [&] { callWithLock([&] { callWithin(Linker, Work); }); });
  Linker.throwAgain();
}
