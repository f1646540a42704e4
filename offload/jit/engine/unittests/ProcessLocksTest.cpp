//===- ProcessLocksTest.cpp - Tests of the locks of the process -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive mutex stands for the dynamic linker's lock. A wrong order of
// locks shows as a test that does not end.
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

constexpr uint64_t All = UINT64_MAX;

using ProcessLocksTest = EngineFixture;

// This happens in a static constructor of a library that is opened.
TEST_F(ProcessLocksTest, WhoHasTheLinkersLockMayWaitForTheCompileOfAnother) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  std::atomic<bool> Compiling{false}, IsHeld{false};
  Answers->Failure = [&](const CompileRequest &) {
    Compiling = true;
    waitUntil([&] { return IsHeld.load(); });
    return "";
  };
  std::thread Other([&] { EXPECT_EQ(launch(K, {1}), "kernel k 0=1"); });
  waitUntil([&] { return Compiling.load(); });
  Process.withLinker([&] {
    IsHeld = true;
    EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  });
  Other.join();
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(Device.Loads, 1);
  expectCountsAddUp(2);
}

TEST_F(ProcessLocksTest, WhoHasItNeedNotWaitForTheServiceToBeOpened) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  std::thread Other;
  Process.withLinker([&] {
    const int Before = LinkerWanted;
    Other = std::thread([&] { EXPECT_EQ(launch(K, {1}), "kernel k 0=1"); });
    waitUntil([&] { return LinkerWanted > Before; });
    EXPECT_EQ(launch(K, {1}), "kernel k 0=1");
  });
  Other.join();
  EXPECT_EQ(Answers->Opens, 1);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(ProcessLocksTest, WhoHasItMayStartAProgramThatAnotherStarts) {
  restart();
  std::string Package = PackageBuilder().kernel("k", {}).global("g", 8).build();
  Program *P = *Jit->addProgram(Package);
  std::atomic<bool> Compiling{false}, IsHeld{false};
  Answers->Failure = [&](const CompileRequest &) {
    Compiling = true;
    waitUntil([&] { return IsHeld.load(); });
    return "";
  };
  std::thread Other([&] { EXPECT_TRUE(onDevice(P, Device, 0)); });
  waitUntil([&] { return Compiling.load(); });
  Process.withLinker([&] {
    IsHeld = true;
    EXPECT_TRUE(onDevice(P, Device, 0));
  });
  Other.join();
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(Device.Loads, 1);
}

// The image on disk is looked up once, even if the service must be opened.
TEST_F(ProcessLocksTest, TheServiceIsOpenedForACompileOnly) {
  Chosen.Cache = CacheMode::Disk;
  Chosen.InfoLevel = 2;
  std::string Package = PackageBuilder().kernel("k", {}).build();
  launch(start(Package, Device)->findKernel("entry_k"), {});
  EXPECT_EQ(Answers->Opens, 1);
  int Lookups = 0;
  for (const std::string &Line : Lines)
    Lookups += Line.find("absent") != std::string::npos;
  EXPECT_EQ(Lookups, 1);
  Answers->IsOpen = false;
  restart();
  launch(start(Package, Device)->findKernel("entry_k"), {});
  EXPECT_EQ(Answers->Opens, 1);
}

TEST_F(ProcessLocksTest, AForkWaitsForACompileAndHoldsBackOthers) {
  Kernel *K = start(PackageBuilder().kernel("k", {All}).build(), Device)
                  ->findKernel("entry_k");
  std::atomic<bool> Compiling{false}, MayEnd{false}, HasForked{false};
  Answers->Failure = [&](const CompileRequest &) {
    Compiling = true;
    waitUntil([&] { return MayEnd.load(); });
    return "";
  };
  std::thread Compiler([&] { launch(K, {1}); });
  waitUntil([&] { return Compiling.load(); });
  std::thread Forker([&] {
    Process.lockForFork();
    EXPECT_TRUE(MayEnd);
    HasForked = true;
    Process.unlockAfterFork();
  });
  EXPECT_FALSE(HasForked);
  MayEnd = true;
  Forker.join();
  Compiler.join();
  // No compile begins between locking and unlocking.
  Process.lockForFork();
  const int Before = Answers->Compiles;
  std::thread Late([&] { launch(K, {2}); });
  std::this_thread::yield();
  EXPECT_EQ(Answers->Compiles, Before);
  Process.unlockAfterFork();
  Late.join();
  EXPECT_EQ(Answers->Compiles, Before + 1);
}

// Work that has begun gets to its end although a fork waits.
TEST_F(ProcessLocksTest, WorkWithinWorkDoesNotWaitForAFork) {
  std::thread Forker;
  Process.withLinker([&] {
    std::atomic<bool> Begins{false};
    Forker = std::thread([&] {
      Begins = true;
      Process.lockForFork();
      Process.unlockAfterFork();
    });
    waitUntil([&] { return Begins.load(); });
    for (int I = 0; I != 1000; ++I) {
      Process.withLinker([] {});
      Process.withoutLinker([] { std::this_thread::yield(); });
    }
  });
  Forker.join();
}

} // namespace
