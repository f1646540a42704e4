//===- PlannerTest.cpp - Tests of planners, launchers and their cache -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's C interface is played by functions here.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/AlgorithmPlanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

using namespace ompjit;
using testing::ElementsAre;

struct ompjit_fragment_kernel {
  std::string What;
};

namespace {

std::atomic<int> NumLinks{0}, NumAlive{0}, NumWaiting{0};
std::string FailWith;
std::function<void()> DuringLink;
std::vector<uint64_t> LaunchedWords;
std::vector<uint32_t> LaunchedSizes;
ompjit_fragment_launch Launched;
int DefaultDevice = 0;
std::vector<std::string> LinkedOptions;
thread_local std::string LinkedWhat;

void reset() {
  NumLinks = NumAlive = 0;
  FailWith.clear();
  DuringLink = nullptr;
  DefaultDevice = 0;
}

std::shared_ptr<const FragmentEntry> fragment(const std::string &Bytes) {
  return std::make_shared<BytesFragmentEntry>(Bytes);
}

const AlgorithmLauncher &
launcher(LauncherJitCache &Cache, const std::vector<std::string> &Fragments,
         std::string_view EntryPoint = "main",
         const std::vector<std::string> &Options = {}) {
  AlgorithmPlanner Planner(EntryPoint, Cache);
  for (const std::string &Each : Options)
    Planner.add_link_option(Each);
  for (const std::string &Each : Fragments)
    Planner.add_fragment(fragment(Each));
  return Planner.get_launcher();
}

} // namespace

extern "C" {

int omp_get_default_device() { return DefaultDevice; }

void ompjit_fragments_announce(const void *, size_t) {}

ompjit_fragment_kernel *
ompjit_fragments_link(int32_t Device, const ompjit_fragment_link *Wanted,
                      ompjit_error_sink Sink) {
  ++NumLinks;
  if (DuringLink)
    DuringLink();
  if (!FailWith.empty()) {
    Sink.take(Sink.context, FailWith.c_str());
    return nullptr;
  }
  ++NumAlive;
  std::string What = std::to_string(Device) + Wanted->entry_point;
  for (uint32_t I = 0; I != Wanted->num_fragments; ++I)
    What +=
        "+" + std::string(static_cast<const char *>(Wanted->fragments[I].bytes),
                          Wanted->fragments[I].size);
  LinkedOptions.assign(Wanted->options, Wanted->options + Wanted->num_options);
  LinkedWhat = What;
  return new ompjit_fragment_kernel{What};
}

int32_t ompjit_fragments_launch(ompjit_fragment_kernel *,
                                const ompjit_fragment_launch *Launch,
                                ompjit_error_sink Sink) {
  Launched = *Launch;
  LaunchedWords.assign(Launch->words, Launch->words + Launch->num_words);
  LaunchedSizes.assign(Launch->sizes, Launch->sizes + Launch->num_arguments);
  if (FailWith.empty())
    return 0;
  Sink.take(Sink.context, FailWith.c_str());
  return 1;
}

void ompjit_fragments_release(ompjit_fragment_kernel *Kernel) {
  --NumAlive;
  delete Kernel;
}
}

namespace {

TEST(Planner, LinksEachKernelOnce) {
  reset();
  LauncherJitCache Cache;
  const AlgorithmLauncher &First = launcher(Cache, {"a", "b"});
  EXPECT_EQ(&launcher(Cache, {"a", "b"}), &First);
  EXPECT_EQ(NumLinks, 1);
}

TEST(Planner, EverythingThatMakesAKernelCounts) {
  reset();
  LauncherJitCache Cache;
  std::set<const AlgorithmLauncher *> All = {
      &launcher(Cache, {"a", "b"}),
      &launcher(Cache, {"b", "a"}),
      &launcher(Cache, {"a"}),
      &launcher(Cache, {"a", "b", "c"}),
      &launcher(Cache, {}),
      &launcher(Cache, {"a", "b"}, "mein"),
      &launcher(Cache, {"a", "b"}, "other")};
  DefaultDevice = 1;
  All.insert(&launcher(Cache, {"a", "b"}));
  EXPECT_EQ(All.size(), 8u);
  EXPECT_EQ(NumLinks, 8);
}

TEST(Planner, KernelsMayHaveManyFragments) {
  reset();
  LauncherJitCache Cache;
  std::vector<std::string> Fragments;
  std::string What = "0main";
  std::set<const AlgorithmLauncher *> Kernels;
  for (int I = 0; I != 20; ++I) {
    Fragments.push_back("F" + std::to_string(I));
    What += "+" + Fragments.back();
    const AlgorithmLauncher &Made = launcher(Cache, Fragments);
    EXPECT_EQ(LinkedWhat, What);
    EXPECT_EQ(&Made, &launcher(Cache, Fragments));
    Kernels.insert(&Made);
  }
  EXPECT_EQ(Kernels.size(), 20u);
  EXPECT_EQ(NumLinks, 20);
}

TEST(Planner, LinkOptionsArePassedAndCount) {
  reset();
  LauncherJitCache Cache;
  std::set<const AlgorithmLauncher *> All = {
      &launcher(Cache, {"a"}), &launcher(Cache, {"a"}, "main", {"-O1"}),
      &launcher(Cache, {"a"}, "main", {"-O1", "-g0"}),
      &launcher(Cache, {"a"}, "main", {"-O1-g0"}),
      &launcher(Cache, {"a"}, "main", {"-g0", "-O1"})};
  EXPECT_EQ(All.size(), 5u);
  EXPECT_THAT(LinkedOptions, ElementsAre("-g0", "-O1"));
  launcher(Cache, {"a"}, "main", {"-O1", "-g0"});
  EXPECT_EQ(NumLinks, 5);
  launcher(Cache, {"b"}, "main", {""});
  EXPECT_THAT(LinkedOptions, ElementsAre(""));
}

TEST(Planner, FailuresAreToldAndNotKept) {
  reset();
  LauncherJitCache Cache;
  FailWith = "no such symbol";
  for (int I = 0; I < 2; ++I)
    try {
      launcher(Cache, {"a"});
      FAIL() << "there was no exception";
    } catch (const FragmentError &E) {
      EXPECT_STREQ(E.what(), "no such symbol");
    }
  EXPECT_EQ(NumLinks, 2);
  FailWith.clear();
  launcher(Cache, {"a"});
  EXPECT_EQ(NumLinks, 3);
}

TEST(Planner, KernelsAreReleasedWithTheCache) {
  reset();
  {
    LauncherJitCache Cache;
    for (int I = 0; I < 500; ++I)
      launcher(Cache, {std::to_string(I)});
    for (int I = 0; I < 500; ++I)
      launcher(Cache, {std::to_string(I)});
    EXPECT_EQ(NumLinks, 500);
    EXPECT_EQ(NumAlive, 500);
  }
  EXPECT_EQ(NumAlive, 0);
}

TEST(Planner, ThreadsLinkEqualKernelsOnceAndOthersSideBySide) {
  reset();
  NumWaiting = 0;
  LauncherJitCache Cache;
  constexpr int NumKernels = 4;
  // Ends only if all kernels are linked at the same time.
  DuringLink = [] {
    ++NumWaiting;
    while (NumWaiting < NumKernels)
      std::this_thread::yield();
  };
  std::vector<std::thread> Threads;
  Threads.reserve(16);
  for (int I = 0; I < 16; ++I)
    Threads.emplace_back(
        [&Cache, I] { launcher(Cache, {std::to_string(I % NumKernels)}); });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(NumLinks, NumKernels);
}

TEST(Planner, ThreadsFindKernelsWhileOthersAreAdded) {
  reset();
  LauncherJitCache Cache;
  std::vector<std::thread> Threads;
  Threads.reserve(4);
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&Cache] {
      for (int Round = 0; Round < 3; ++Round)
        for (int I = 0; I < 300; ++I)
          launcher(Cache, {std::to_string(I)});
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(NumLinks, 300);
}

struct Pair {
  double A;
  int B;
};

TEST(Launcher, PassesArgumentsInWords) {
  reset();
  LauncherJitCache Cache;
  const AlgorithmLauncher &Kernel = launcher(Cache, {"a"});
  int *Pointer = reinterpret_cast<int *>(0x1234);
  Kernel.dispatch<void(int *, bool, float, Pair, signed char)>(
      {{2, 3}, 128, 64}, Pointer, true, 1.0f, Pair{1.0, -1},
      static_cast<signed char>(-1));
  ASSERT_EQ(LaunchedWords.size(), 6u);
  EXPECT_EQ(LaunchedWords[0], 0x1234u);
  EXPECT_EQ(LaunchedWords[1], 1u);
  EXPECT_EQ(LaunchedWords[2], 0x3f800000u);
  EXPECT_EQ(LaunchedWords[3], 0x3ff0000000000000u);
  EXPECT_EQ(uint32_t(LaunchedWords[4]), ~0u);
  EXPECT_EQ(LaunchedWords[5], 0xffu);
  EXPECT_THAT(LaunchedSizes, ElementsAre(8, 1, 4, sizeof(Pair), 1));
  EXPECT_EQ(Launched.alignment, 8u);
  EXPECT_THAT(std::vector<uint32_t>(Launched.readable,
                                    Launched.readable + Launched.num_arguments),
              ElementsAre(8, 1, 4, 16, 1));
  EXPECT_THAT(Launched.num_blocks, ElementsAre(2, 3, 1));
  EXPECT_THAT(Launched.block_size, ElementsAre(128, 1, 1));
  EXPECT_EQ(Launched.dynamic_memory_bytes, 64u);
  EXPECT_EQ(Launched.is_cooperative, 0u);
}

TEST(Launcher, TellsTheLargestAlignment) {
  reset();
  LauncherJitCache Cache;
  const AlgorithmLauncher &Kernel = launcher(Cache, {"a"});
  struct alignas(32) Wide {
    float Parts[8];
  };
  Kernel.dispatch<void(char, Wide)>({1, 1}, 'c', Wide{{1, 2}});
  EXPECT_THAT(LaunchedSizes, ElementsAre(1, 32));
  EXPECT_EQ(Launched.alignment, 32u);
  EXPECT_EQ(LaunchedWords[1], 0x400000003f800000u);
  Kernel.dispatch<void()>({1, 1});
  EXPECT_THAT(LaunchedSizes, testing::IsEmpty());
  EXPECT_EQ(Launched.num_arguments, 0u);
}

TEST(Launcher, PassesArraysAsPointers) {
  reset();
  LauncherJitCache Cache;
  static float Values[16];
  launcher(Cache, {"a"}).dispatch<void(float *, int)>({1, 1}, Values, 3);
  EXPECT_THAT(LaunchedSizes, ElementsAre(8, 4));
  EXPECT_THAT(LaunchedWords,
              ElementsAre(reinterpret_cast<uintptr_t>(Values), 3));
}

TEST(Launcher, PassesTheQueue) {
  reset();
  LauncherJitCache Cache;
  const AlgorithmLauncher &Kernel = launcher(Cache, {"a"});
  const int Object = 0;
  Kernel.dispatch<void()>({1, 1});
  EXPECT_EQ(Launched.queue_kind, uint32_t(OMPJIT_FRAGMENT_NO_QUEUE));
  Kernel.dispatch<void()>({1, 1, 0, LaunchQueue::interop(&Object)});
  EXPECT_EQ(Launched.queue_kind, uint32_t(OMPJIT_FRAGMENT_INTEROP));
  EXPECT_EQ(Launched.queue, &Object);
  Kernel.dispatch_cooperative<void()>({1, 1, 0, LaunchQueue::stream(&Object)});
  EXPECT_EQ(Launched.queue_kind, uint32_t(OMPJIT_FRAGMENT_STREAM));
}

TEST(Launcher, CooperativeLaunchesSaySo) {
  reset();
  LauncherJitCache Cache;
  launcher(Cache, {"a"}).dispatch_cooperative<void()>({1, 1});
  EXPECT_EQ(Launched.is_cooperative, 1u);
  EXPECT_TRUE(LaunchedWords.empty());
}

TEST(Launcher, FailuresAreExceptions) {
  reset();
  LauncherJitCache Cache;
  const AlgorithmLauncher &Kernel = launcher(Cache, {"a"});
  FailWith = "the device is gone";
  EXPECT_THROW(Kernel.dispatch<void(int)>({1, 1}, 1), FragmentError);
}

} // namespace
