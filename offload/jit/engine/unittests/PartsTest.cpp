//===- PartsTest.cpp - Tests of the engine's small parts ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/ArchRule.h"
#include "ompjit/Support/BuildId.h"
#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/Testing/TemporaryFolder.h"
#include "policy/Tracker.h"
#include "report/Statistics.h"
#include "supply/ExpectedCompile.h"
#include "supply/SingleFlight.h"
#include "variants/LaunchValues.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

CountedFact scalar(uint32_t Parameter, uint64_t Mask = UINT64_MAX) {
  return {{FactKind::Scalar, Parameter}, Mask};
}

using Names = std::vector<FactName>;
const FactName First = scalar(0).Name, Third = scalar(2).Name;
const std::vector<CountedFact> TwoArguments = {scalar(0), scalar(2)};

TEST(TrackerTest, NothingIsGivenUpUpToTheThreshold) {
  Tracker T(3, 0);
  for (uint64_t I = 0; I != 3; ++I)
    T.count(TwoArguments, {I, I});
  EXPECT_TRUE(T.toGiveUp(TwoArguments).empty());
  T.count(TwoArguments, {3, 3});
  EXPECT_EQ(T.toGiveUp(TwoArguments), (Names{First, Third}));
}

TEST(TrackerTest, ParameterThatNeverVariedIsKept) {
  Tracker T(0, 0);
  for (uint64_t I = 0; I != 10; ++I)
    T.count(TwoArguments, {42, I});
  EXPECT_EQ(T.specializations(), 10u);
  EXPECT_EQ(T.changesOf(First), 0u);
  EXPECT_EQ(T.changesOf(Third), 9u);
  EXPECT_EQ(T.toGiveUp(TwoArguments), (Names{Third}));
}

TEST(TrackerTest, RatioMustBeExceeded) {
  // The scalar has two values in four specialisations, so that n / N is 1/4.
  Tracker Above(2, 0.24), Exact(2, 0.25);
  for (Tracker *T : {&Above, &Exact})
    for (uint64_t I = 0; I != 4; ++I)
      T->count({scalar(0)}, {I / 2});
  EXPECT_EQ(Above.toGiveUp({scalar(0)}).size(), 1u);
  EXPECT_TRUE(Exact.toGiveUp({scalar(0)}).empty());
}

void takeAll(Tracker &T) {
  while (T.takeGivenUp())
    ;
}

TEST(TrackerTest, AScalarIsReplacedByWhatItsValuesHaveInCommon) {
  Tracker T(0, 0);
  for (uint64_t I = 2; I != 5; ++I)
    T.count(TwoArguments, {16 * I, I});
  Tracker Other = T;
  T.giveUp(scalar(0), package::UseLoopBound);
  takeAll(T);
  std::vector<CountedFact> Left = T.left(TwoArguments);
  ASSERT_EQ(Left.size(), 2u);
  EXPECT_EQ(Left[0].Name, Third);
  EXPECT_EQ(Left[1].Name, (FactName{FactKind::Class, 0}));
  EXPECT_EQ(Left[1].Classes, 4u | ClassNarrow);
  // A divisor is of no use if the value only decides branches.
  Other.giveUp(scalar(0), package::UseBranch);
  takeAll(Other);
  EXPECT_EQ(Other.left(TwoArguments).size(), 1u);
  // An int is narrow anyway, and 2, 3 and 4 have nothing in common.
  Other.giveUp(scalar(2, UINT32_MAX), package::UseLoopBound);
  takeAll(Other);
  EXPECT_TRUE(Other.left(TwoArguments).empty());
  // A class is given up for good.
  T.giveUp(Left[1], package::UseLoopBound);
  takeAll(T);
  EXPECT_EQ(T.left(TwoArguments).size(), 1u);
}

TEST(TrackerTest, WhatIsGivenUpStaysUntilItIsTaken) {
  Tracker T(0, 0);
  EXPECT_TRUE(T.giveUpEqual(scalar(2), 5, 6));
  EXPECT_FALSE(T.giveUpEqual(scalar(2), 5, 6));
  EXPECT_TRUE(T.giveUpEqual(scalar(0), 5, 6));
  Tracker Later(0, 0);
  Later.resume(T.state());
  for (Tracker *Each : {&T, &Later}) {
    EXPECT_EQ(Each->left(TwoArguments), TwoArguments);
    EXPECT_EQ(Each->takeGivenUp(), Third);
    EXPECT_EQ(Each->left(TwoArguments), std::vector{scalar(0)});
    EXPECT_EQ(Each->takeGivenUp(), First);
    EXPECT_TRUE(Each->left(TwoArguments).empty());
    EXPECT_EQ(Each->takeGivenUp(), std::nullopt);
  }
}

TEST(TrackerTest, OnlyWhatALaterRunCannotKnowIsNews) {
  Tracker T(0, 0);
  T.count(TwoArguments, {1, 2});
  T.count(TwoArguments, {1, 2});
  EXPECT_FALSE(T.takeNews());
  T.count(TwoArguments, {1, 3});
  EXPECT_TRUE(T.takeNews());
  EXPECT_FALSE(T.takeNews());
  Tracker Later(0, 0);
  Later.resume(T.state());
  Later.count(TwoArguments, {1, 3});
  EXPECT_FALSE(Later.takeNews());
  EXPECT_EQ(Later.specializations(), 4u);
  EXPECT_EQ(Later.changesOf(Third), 1u);
}

TEST(TrackerStateTest, SurvivesWritingAndMerges) {
  TrackerState State;
  State.Specializations = 7;
  State.Combinations = 3;
  State.Seen[First] = {1, 2, 3};
  State.Seen[{FactKind::Teams}] = {4};
  EXPECT_TRUE(State.giveUp({Third, ClassNarrow}));
  EXPECT_TRUE(State.giveUp({First, 0}));
  cache::Key Key;
  Key.Bytes.fill(7);
  State.addTrial(Key, TrialOutcome::Slower);
  ByteWriter Writer;
  State.write(Writer);
  const std::string Bytes = Writer.take();
  TrackerState Read;
  ByteReader Reader(Bytes);
  ASSERT_TRUE(Read.read(Reader));
  EXPECT_EQ(Read.Specializations, 7u);
  EXPECT_EQ(Read.Combinations, 3u);
  EXPECT_EQ(Read.Seen, State.Seen);
  EXPECT_EQ(Read.GivenUp, State.GivenUp);
  EXPECT_EQ(Read.Trials, State.Trials);
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    ByteReader Short(ByteView(Bytes).substr(0, Size));
    EXPECT_FALSE(TrackerState().read(Short)) << Size;
  }
  // The notes of a later version may have kinds that this one does not know.
  TrackerState Later;
  Later.Seen[{FactKind(NumFactKinds)}] = {1};
  Later.write(Writer);
  const std::string LaterBytes = Writer.take();
  ByteReader LaterReader(LaterBytes);
  EXPECT_FALSE(TrackerState().read(LaterReader));
  TrackerState Other;
  Other.Specializations = 5;
  Other.Combinations = 4;
  Other.Seen[First] = {3, 4};
  Other.giveUp({{FactKind::Teams}, 0});
  Other.giveUp({First, ClassZero});
  Other.merge(State);
  EXPECT_EQ(Other.Specializations, 7u);
  // Those of the state that has counted more.
  EXPECT_EQ(Other.Combinations, 3u);
  EXPECT_EQ(Other.Seen[First].size(), 4u);
  // The facts of the first state come first, then those of the other.
  EXPECT_EQ(Other.GivenUp,
            (std::vector<TrackerState::GivenUpFact>{{{FactKind::Teams}, 0},
                                                    {First, ClassZero},
                                                    {Third, ClassNarrow}}));
  EXPECT_EQ(Other.Trials, State.Trials);
}

TEST(TrackerStateTest, WhatIsWrittenIsBounded) {
  Tracker T(1000000, 1);
  for (uint64_t I = 0; I != 100000; ++I)
    T.count(TwoArguments, {I, I * I});
  for (int I = 0; I != 1000; ++I) {
    cache::Key Key{};
    std::memcpy(Key.Bytes.data(), &I, sizeof(I));
    T.addTrial(Key, TrialOutcome::Slower);
  }
  ByteWriter Writer;
  T.state().write(Writer);
  EXPECT_LT(Writer.take().size(), 8192u);
}

TEST(TrackerStateTest, NothingIsGivenUpTwice) {
  TrackerState State;
  State.GivenUp = {{First, 0}, {First, ClassZero}};
  ByteWriter Writer;
  State.write(Writer);
  const std::string Bytes = Writer.take();
  ByteReader Reader(Bytes);
  EXPECT_FALSE(TrackerState().read(Reader));
}

TEST(ValueClassesTest, ZeroAndOneStandAlone) {
  const uint64_t Classes = classesOf({0, 1, 24, 40}, UINT32_MAX);
  EXPECT_EQ(Classes, ClassZero | ClassOne | 3);
  EXPECT_EQ(classOf(0, Classes), ClassZero);
  EXPECT_EQ(classOf(1, Classes), ClassOne);
  EXPECT_EQ(classOf(16, Classes), 3u);
  EXPECT_EQ(classOf(17, Classes), 0u);
  // Zero was not among the values. It counts as a multiple of 8, like others.
  EXPECT_EQ(classOf(0, 3), 3u);
}

TEST(ValueClassesTest, BitsThatNobodyDemandsAreNoClass) {
  EXPECT_EQ(classesOf({8, 24}, ~uint64_t(7)), ClassNarrow);
  EXPECT_EQ(classesOf({16, 48}, ~uint64_t(7)), ClassNarrow | 4);
  EXPECT_EQ(classesOf({uint64_t(1) << 40, 3}, UINT64_MAX), 0u);
  EXPECT_EQ(classOf(uint64_t(5) << 32, ClassNarrow), 0u);
}

TEST(SingleFlightTest, ValuesOfDifferentKeysDoNotMix) {
  SingleFlight<int, int> Flights;
  std::vector<std::thread> Threads;
  for (int T = 0; T != 8; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I != 500; ++I)
        EXPECT_EQ(Flights.run(T % 3, [&] { return T % 3 + 100; }).Made,
                  T % 3 + 100);
    });
  for (std::thread &T : Threads)
    T.join();
}

TEST(SingleFlightTest, ALaterFlightRunsAgain) {
  SingleFlight<int, int> Flights;
  int Calls = 0;
  for (int I = 0; I != 3; ++I) {
    auto Outcome = Flights.run(1, [&] { return ++Calls; });
    EXPECT_FALSE(Outcome.Waited);
    EXPECT_EQ(Outcome.Made, I + 1);
  }
}

TEST(SingleFlightTest, NoMemoryIsEverybodysFailureAndOnce) {
  SingleFlight<int, int> Flights;
  std::atomic<bool> Started = false;
  std::thread Waiter([&] {
    while (!Started)
      std::this_thread::yield();
    // This joins the first flight, or comes after it.
    try {
      EXPECT_EQ(Flights.run(1, [] { return 2; }).Made, 2);
    } catch (const std::bad_alloc &) {
    }
  });
  EXPECT_THROW(Flights.run(1,
                           [&]() -> int {
                             Started = true;
                             std::this_thread::sleep_for(
                                 std::chrono::milliseconds(20));
                             throw std::bad_alloc();
                           }),
               std::bad_alloc);
  Waiter.join();
  EXPECT_EQ(Flights.run(1, [] { return 3; }).Made, 3);
}

TEST(ArchRuleTest, LevelsOfX86) {
  const char *Triple = "x86_64-pc-linux-gnu";
  const char *Modern =
      "+avx,+avx2,+bmi,+bmi2,+cx16,+f16c,+fma,+lzcnt,+movbe,+popcnt,+sahf,"
      "+sse3,+sse4.1,+sse4.2,+ssse3,+xsave";
  EXPECT_TRUE(archRuns(Triple, "haswell", "haswell", ""));
  EXPECT_FALSE(archRuns(Triple, "haswell", "skylake", Modern));
  EXPECT_TRUE(archRuns(Triple, "x86-64", "haswell", ""));
  EXPECT_FALSE(archRuns(Triple, "x86-64-v2", "haswell", "+sse3"));
  EXPECT_TRUE(archRuns(Triple, "x86-64-v2", "haswell", Modern));
  EXPECT_TRUE(archRuns(Triple, "x86-64-v3", "haswell", Modern));
  EXPECT_FALSE(archRuns(Triple, "x86-64-v4", "haswell", Modern));
  EXPECT_FALSE(archRuns(Triple, "x86-64-v2", "haswell", "-sse3"));
  EXPECT_FALSE(archRuns("nvptx64-nvidia-cuda", "x86-64", "sm_90", ""));
  EXPECT_TRUE(archRuns("nvptx64-nvidia-cuda", "sm_90", "sm_90", ""));
}

TEST(ArchRuleTest, LevelsOfAArch64) {
  const char *Triple = "aarch64-unknown-linux-gnu";
  EXPECT_TRUE(archRuns(Triple, "neoverse-n1", "neoverse-n1", ""));
  EXPECT_FALSE(archRuns(Triple, "neoverse-n1", "neoverse-v1", "+lse"));
  EXPECT_TRUE(archRuns(Triple, "armv8-a", "cortex-a53", "+neon"));
  EXPECT_FALSE(archRuns(Triple, "armv8.1-a", "cortex-a53", "+crc,+neon"));
  EXPECT_TRUE(archRuns(Triple, "armv8.1-a", "a64fx", "+crc,+lse,+rdm"));
  // Each host has levels of its own.
  EXPECT_FALSE(archRuns(Triple, "x86-64", "generic", ""));
}

std::string note(uint32_t Type, const std::string &Name,
                 const std::string &Id) {
  auto Word = [](uint32_t Value) {
    return std::string(reinterpret_cast<char *>(&Value), sizeof(Value));
  };
  auto Padded = [](std::string Text) {
    Text.resize((Text.size() + 3) & ~size_t(3));
    return Text;
  };
  return Word(uint32_t(Name.size())) + Word(uint32_t(Id.size())) + Word(Type) +
         Padded(Name) + Padded(Id);
}

const std::string Gnu("GNU\0", 4);

TEST(ExpectedCompileTest, IsGuessedUntilTheKernelIsKnown) {
  ExpectedCompile Expected;
  cache::Key One{}, Other{};
  Other.Bytes[0] = 1;
  EXPECT_EQ(Expected.of(One, 10000), 200000000u);
  Expected.note(One, 70000000);
  Expected.note(One, 50000000);
  EXPECT_EQ(Expected.of(One, 10000), 70000000u);
  EXPECT_EQ(Expected.of(Other, 10000), 200000000u);
}

TEST(BuildIdTest, FoundAmongOtherNotes) {
  std::string Notes = note(1, "abcde", "x") + note(1, Gnu, "12345") +
                      note(NT_GNU_BUILD_ID, "other", "01234567") +
                      note(NT_GNU_BUILD_ID, Gnu, "01234567");
  EXPECT_EQ(findBuildId(Notes), "3031323334353637");
}

TEST(BuildIdTest, EveryTruncationIsWithoutId) {
  const std::string Notes =
      note(1, Gnu, "12345") + note(NT_GNU_BUILD_ID, Gnu, "01234567");
  for (size_t Size = 0; Size != Notes.size(); ++Size)
    EXPECT_EQ(findBuildId(ByteView(Notes).substr(0, Size)), std::nullopt);
}

TEST(BuildIdTest, ShortAndHugeIdsAreRefused) {
  EXPECT_EQ(findBuildId(note(NT_GNU_BUILD_ID, Gnu, "0123")), std::nullopt);
  EXPECT_EQ(findBuildId(note(NT_GNU_BUILD_ID, Gnu, std::string(65, 'x'))),
            std::nullopt);
  std::string Huge = note(NT_GNU_BUILD_ID, Gnu, "01234567");
  std::memset(Huge.data(), 0xff, 8);
  EXPECT_EQ(findBuildId(Huge), std::nullopt);
}

TEST(BuildIdTest, SourceIdsHaveNotesOfTheirOwn) {
  const std::string Name(SourceIdNote, sizeof(SourceIdNote)),
      Build = note(NT_GNU_BUILD_ID, Gnu, "01234567"),
      Source = note(SourceIdType, Name, "abcdefgh");
  EXPECT_EQ(findSourceId(Build + Source), "6162636465666768");
  EXPECT_EQ(findBuildId(Source + Build), "3031323334353637");
  EXPECT_EQ(findSourceId(Build), std::nullopt);
  EXPECT_EQ(findSourceId(note(SourceIdType + 1, Name, "abcdefgh")),
            std::nullopt);
}

/// Without a note of its own.
TEST(BuildIdTest, IsTheSourceIdOfOtherFiles) {
  EXPECT_EQ(*readSourceId("/proc/self/exe"), *readBuildId("/proc/self/exe"));
  static const char Here = 0;
  EXPECT_EQ(sourceIdInMemory(&Here), buildIdInMemory(&Here));
  EXPECT_EQ(readSourceId("/missing/file").error().message(),
            "cannot open /missing/file: No such file or directory");
}

TEST(BuildIdTest, OfThisProgram) {
  Result<std::string> Id = readBuildId("/proc/self/exe");
  ASSERT_TRUE(Id) << Id.error().message();
  EXPECT_EQ(Id->size(), 40u); // The build links with --build-id=sha1.
}

TEST(BuildIdTest, ErrorsNameTheFile) {
  EXPECT_EQ(readBuildId("/missing/file").error().message(),
            "cannot open /missing/file: No such file or directory");
  TemporaryFolder Folder;
  std::ofstream(Folder / "text") << std::string(100, 'x');
  EXPECT_NE(readBuildId(Folder / "text")
                .error()
                .message()
                .find("is not a 64-bit ELF file"),
            std::string::npos);
}

TEST(BuildIdTest, DamagedHeadersAreHarmless) {
  std::ifstream Self("/proc/self/exe", std::ios::binary);
  std::string Head(4096, '\0');
  Self.read(Head.data(), std::streamsize(Head.size()));
  int File = ::memfd_create("damaged", MFD_CLOEXEC);
  ASSERT_EQ(::pwrite(File, Head.data(), Head.size(), 0), ssize_t(Head.size()));
  const std::string Path = "/proc/self/fd/" + std::to_string(File);
  // Every byte of the header and of the program headers is set to extremes.
  for (size_t At = 0; At != 64 + 12 * sizeof(Elf64_Phdr); ++At) {
    for (char Byte : {'\0', '\x7f', '\xff'}) {
      ASSERT_EQ(::pwrite(File, &Byte, 1, off_t(At)), 1);
      if (Result<std::string> Id = readBuildId(Path); Id)
        EXPECT_GE(Id->size(), 16u);
    }
    ASSERT_EQ(::pwrite(File, &Head[At], 1, off_t(At)), 1);
  }
  ::close(File);
}

} // namespace
