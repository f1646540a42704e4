//===- LoaderLock.cpp - Holding the dynamic linker's lock -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoaderLock.h"

#include "ompjit/Support/NoMemory.h"
#include "ompjit/Support/OwnStack.h"

#include <atomic>
#include <dlfcn.h>

namespace {

/// What the resolver has to do for the thread whose dlsym calls it.
thread_local const ompjit::WorkRef *Wanted = nullptr;

} // namespace

extern "C" {

/// Called by dlsym only, because nothing refers to the symbol.
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

/// Returns this library, which is never unloaded; null on failure.
static void *openSelf() {
  static std::atomic<void *> Self = nullptr;
  void *There = Self.load(std::memory_order_acquire);
  if (There)
    return There;
  Dl_info Info;
  if (dladdr(reinterpret_cast<void *>(&ompjit::withLoaderLock), &Info))
    There = dlopen(Info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  Self.store(There, std::memory_order_release);
  return There;
}

static void callWithLock(const ompjit::WorkRef &Work) {
  void *Self = openSelf();
  Wanted = &Work;
  if (Self)
    (void)dlsym(Self, "ompjit_loader_lock");
  if (!Wanted)
    return;
  Wanted = nullptr;
  Work();
}

/// Reads pending errors: dlsym crashes if an inner failure had no memory for
/// its message and nobody has read it.
static void callWithin(ompjit::NoMemoryBeyond &Linker, ompjit::WorkRef Work) {
  Linker.call(Work);
  (void)dlerror();
}

void ompjit::withLoaderLock(WorkRef Work) {
  // Libraries may have constructors, and the dynamic linker itself needs some
  // KiB.
  constexpr size_t StackBytes = 128 << 10;
  NoMemoryBeyond Linker;
  runWithStack(StackBytes,
               [&] { callWithLock([&] { callWithin(Linker, Work); }); });
  Linker.throwAgain();
}
