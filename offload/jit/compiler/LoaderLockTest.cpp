//===- LoaderLockTest.cpp - A compile needs no dynamic linker -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A static constructor of a library that is opened may wait for a compile of
// another thread, and holds the dynamic linker's lock meanwhile.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit::test;

namespace {

const std::function<void()> *Wanted = nullptr;

} // namespace

extern "C" {

/// dlsym calls this resolver with the lock held; nothing else refers to the
/// symbol.
void (*resolveWithLoaderLock())() {
  if (Wanted)
    (*Wanted)();
  return [] {};
}

[[gnu::visibility("default"), gnu::ifunc("resolveWithLoaderLock")]] void
ompjit_test_loader_lock();
}

namespace {

constexpr char Kernel[] = R"(
@counter = global i32 0
define void @k(ptr %env, i64 %n, ptr %out) {
  %old = atomicrmw add ptr @counter, i32 1 seq_cst
  %old.l = sext i32 %old to i64
  %p = getelementptr i64, ptr %out, i64 %n
  store i64 %old.l, ptr %p
  ret void
}
)";

/// Compiles, for the first time in the process, while another thread has the
/// lock and waits.
void compileWhileHeld() {
  ::alarm(60);
  (void)service();
  const std::string Package = makePackage(Kernel, {{"k", "sp"}});
  bool Ok = false, WasHeld = false;
  const std::function<void()> Compile = [&] {
    std::thread([&] {
      Ok = compile(Package, baseRequest()).Ok &&
           compile(Package, kernelRequest("k", {{0, 1}})).Ok;
    }).join();
    WasHeld = true;
  };
  Wanted = &Compile;
  (void)::dlsym(RTLD_DEFAULT, "ompjit_test_loader_lock");
  std::_Exit(Ok && WasHeld ? 0 : 1);
}

TEST(LoaderLockDeathTest, CompileEndsWhileAnotherThreadHasTheLock) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(compileWhileHeld(), testing::ExitedWithCode(0), "");
}

} // namespace
