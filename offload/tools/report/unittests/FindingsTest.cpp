//===- FindingsTest.cpp - Tests of findings ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit::report;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr uint64_t Ms = 1000000;

Model quietRun() {
  Model Of;
  Of.WallNs = 1000 * Ms;
  Rank Only;
  Only.Name = "process 1";
  Only.EndNs = Of.WallNs;
  Only.HasEnd = true;
  Of.Ranks.push_back(Only);
  return Of;
}

std::string onlyText(const Model &Of) {
  const std::vector<Finding> Found = findIn(Of);
  return Found.size() == 1 ? Found[0].What + " " + Found[0].Advice
                           : std::to_string(Found.size()) + " findings";
}

TEST(Findings, AQuietRunHasNone) { EXPECT_THAT(findIn(quietRun()), IsEmpty()); }

TEST(Findings, SayWhatWaitsForCompiles) {
  Model Of = quietRun();
  Of.Ranks[0].WaitedNs = Of.Ranks[0].WaitedEarlyNs = 450 * Ms;
  Of.Ranks[0].NumCompiles = 3;
  EXPECT_THAT(onlyText(Of), HasSubstr("waited 450 ms for their images, in the "
                                      "first 1.00 s of the run 45 % of the "
                                      "time"));
  EXPECT_THAT(onlyText(Of), HasSubstr("OMP_JIT_CACHE_BUNDLES"));
  Of.Ranks[0].IsAsync = false;
  EXPECT_THAT(onlyText(Of), HasSubstr("OMP_JIT_ASYNC=1"));
  Of.Ranks[0].NumCompiles = 0;
  EXPECT_THAT(onlyText(Of), HasSubstr("read from the cache"));
  Of.Ranks[0].WaitedNs = 5 * Ms;
  EXPECT_THAT(findIn(Of), IsEmpty());
}

TEST(Findings, SayWhatIsCopiedAgainAndAgain) {
  Model Of = quietRun();
  Mapping Array;
  Array.Item = "A[0:n]";
  Array.Declared = "a.cpp:3:1";
  Array.NumTo = 1000;
  Array.MostRepeated = 999;
  Array.RepeatedBytes = 8000;
  Array.BytesTo = 8000000;
  Array.Ns = 100 * Ms;
  Of.Mappings.push_back(Array);
  EXPECT_THAT(onlyText(Of),
              HasSubstr("'A[0:n]' (a.cpp:3:1) was copied to the device 1,000 "
                        "times, 999 of them the same 7.81 KiB of the host: "));
  EXPECT_THAT(onlyText(Of), HasSubstr("target data"));
  Of.Mappings[0].NumFrom = 2;
  Of.Ranks.push_back(Of.Ranks[0]);
  EXPECT_THAT(onlyText(Of), HasSubstr("999 of them in one process the same "
                                      "7.81 KiB of the host, and back 2 "
                                      "times: "));
  // In queues, copies take longer than the thread that wants them.
  Of.Mappings[0].Ns = 0;
  Of.Mappings[0].BytesTo = 800000000;
  EXPECT_THAT(onlyText(Of), HasSubstr("at least 16.0 ms"));
  Of.Mappings[0].MostRepeated = 9;
  EXPECT_THAT(findIn(Of), IsEmpty());
}

TEST(Findings, SayWhatLaunchesCost) {
  Model Of = quietRun();
  Kernel Short;
  Short.Name = "foo()";
  Short.NumLaunches = 10000;
  Short.RunNs.assign(10000, 2000);
  Short.TotalNs = 20 * Ms;
  Short.MedianNs = 2000;
  Short.ConstructNs = 120 * Ms;
  Of.Kernels.push_back(Short);
  EXPECT_THAT(onlyText(Of), HasSubstr("take 10.5 us on average"));
  EXPECT_THAT(onlyText(Of), HasSubstr("81 % is overhead"));
  Of.Kernels[0].TotalNs = 80 * Ms;
  EXPECT_THAT(findIn(Of), IsEmpty());
  // What the trace itself costs is nobody's loss.
  Of.Kernels[0].TotalNs = 1 * Ms;
  Of.Kernels[0].ConstructNs = 15 * Ms;
  EXPECT_THAT(findIn(Of), IsEmpty());
}

TEST(Findings, SayWhatIsCompiledForNothing) {
  Model Of = quietRun();
  Kernel Changing;
  Changing.Name = "foo()";
  Changing.NumLaunches = 10;
  for (const char *Key : {"a", "b", "c", "d", "e"}) {
    Image &Each = Changing.Images[Key];
    Each.Key = Key;
    Each.Facts = std::string("p0=") + Key;
    Each.NumCompiles = 1;
    Each.CompileNs = Ms;
  }
  Changing.Lost.push_back({"parameter 0", "new"});
  Of.Kernels.push_back(Changing);
  EXPECT_THAT(onlyText(Of), HasSubstr("compiled for 5 sets of values, and "
                                      "launched only 10 times; given up since: "
                                      "parameter 0"));
  Of.Kernels[0].NumLaunches = 1000;
  EXPECT_THAT(findIn(Of), IsEmpty());
}

TEST(Findings, SayWhatIsSpilled) {
  Model Of = quietRun();
  Kernel Large;
  Large.Name = "foo()";
  Large.TotalNs = 500 * Ms;
  Large.NativeUses = {64, 96, 80, 0};
  Of.Kernels.push_back(Large);
  EXPECT_THAT(onlyText(Of),
              HasSubstr("'foo()' spills 80 bytes of each thread to memory: 64 "
                        "registers do not suffice. In teams of fewer"));
  EXPECT_THAT(onlyText(Of), HasSubstr("thread_limit(128)"));
  // Not all drivers tell what the memory is for.
  Usage &Uses = Of.Kernels[0].NativeUses;
  Uses = {255, 4096, std::nullopt, 0};
  EXPECT_THAT(onlyText(Of), HasSubstr("keeps 4.00 KiB of each thread in "
                                      "memory, besides 255 registers"));
  EXPECT_THAT(onlyText(Of), HasSubstr("unroll loops less"));
  // A kernel that hardly runs, or hardly spills, needs no change.
  Of.Kernels[0].TotalNs = Ms;
  EXPECT_THAT(findIn(Of), IsEmpty());
  Of.Kernels[0].TotalNs = 500 * Ms;
  Uses = {64, 4096, 16, 0};
  EXPECT_THAT(findIn(Of), IsEmpty());
}

TEST(Findings, SayWhichRankIsSlow) {
  Model Of = quietRun();
  Of.Ranks[0].KernelNs = 300 * Ms;
  Of.Ranks.resize(3, Of.Ranks[0]);
  Of.Ranks[2].Name = "rank 2";
  Of.Ranks[2].KernelNs = 600 * Ms;
  EXPECT_THAT(onlyText(Of), HasSubstr("The kernels of rank 2 ran 600 ms"));
}

TEST(Findings, TheMostExpensiveIsFirst) {
  Model Of = quietRun();
  Of.Ranks[0].WaitedNs = 100 * Ms;
  Of.Cache.NumLost = 1;
  Of.Cache.LostNs = 200 * Ms;
  Of.Ranks[0].HasEnd = false;
  const std::vector<Finding> Found = findIn(Of);
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_THAT(Found[0].What, HasSubstr("cannot be used by the next one"));
  EXPECT_THAT(Found[1].What, HasSubstr("waited 100 ms"));
  EXPECT_THAT(Found[2].What, HasSubstr("has no end"));
}

} // namespace
