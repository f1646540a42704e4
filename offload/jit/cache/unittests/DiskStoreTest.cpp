//===- DiskStoreTest.cpp - Tests of the disk store ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers in the tests' names are those of the guarantees in
// docs/cache-format.md.
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "StoreFixture.h"

#include <thread>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

using DiskStoreTest = StoreFixture;

TEST_F(DiskStoreTest, AnotherProcessFindsWhatWasStored) {
  auto First = open();
  EXPECT_EQ(get(*First, 1), std::nullopt);
  EXPECT_EQ(put(*First, 1), StoreOutcome::Stored);
  auto Second = open();
  DiskStore::Found Found = Second->lookup(key(1));
  ASSERT_TRUE(Found.Image);
  EXPECT_EQ(Found.Image->Payload, payload(1));
  EXPECT_EQ(Found.Image->CompileNs, 1234u);
  EXPECT_EQ(get(*Second, 2), std::nullopt);
  EXPECT_TRUE(Warnings.empty() && Notes.empty());
}

TEST_F(DiskStoreTest, FindingMakesNoFolderAndCountsHitsOnly) {
  auto Store = open();
  EXPECT_FALSE(Store->find(key(1)));
  EXPECT_FALSE(std::filesystem::exists(Options.Folder));
  put(*Store, 1);
  auto Other = open();
  std::optional<StoredImage> Found = Other->find(key(1));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Payload, payload(1));
  EXPECT_FALSE(Other->find(key(2)));
  expectLoads(*Other, 1);
}

TEST_F(DiskStoreTest, CountsWhyTheFirstToLookCouldNotUseAnEntry) {
  put(*open(), 1);
  writeFile(file(1), std::string(1000, 'x'));
  auto Store = open();
  EXPECT_FALSE(Store->find(key(1))); // Removes the entry.
  EXPECT_EQ(Store->lookup(key(1)).Outcome, LoadOutcome::BadMagic);
  EXPECT_EQ(Store->counters().Loads[LoadOutcome::BadMagic], 1u);
  EXPECT_EQ(Store->lookup(key(1)).Outcome, LoadOutcome::Absent);
}

TEST_F(DiskStoreTest, FolderAndEntriesArePrivate) {
  put(*open(), 1);
  using std::filesystem::perms;
  constexpr perms Others = perms::group_all | perms::others_all;
  for (const std::string &Path : {Options.Folder, file(1)})
    EXPECT_EQ(std::filesystem::status(Path).permissions() & Others, perms::none)
        << Path;
}

TEST_F(DiskStoreTest, ParentsOfTheFolderAreMade) {
  Options.Folder = Folder / "a/b/c";
  EXPECT_EQ(put(*open(), 1), StoreOutcome::Stored);
  EXPECT_TRUE(std::filesystem::exists(file(1)));
}

TEST_F(DiskStoreTest, TheFirstWriterWins) {
  auto Store = open();
  EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
  EXPECT_EQ(put(*Store, 1), StoreOutcome::AlreadyThere);
  EXPECT_EQ(get(*Store, 1), payload(1));
}

TEST_F(DiskStoreTest, ANoteIsReplacedAndIsNoImage) {
  auto Store = open();
  EXPECT_FALSE(Store->readNote(key(1)));
  Store->replaceNote(key(1), fieldsOf(1), "first");
  Store->replaceNote(key(1), fieldsOf(1), "second");
  auto Other = open();
  std::optional<StoredImage> Found = Other->readNote(key(1));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Payload, "second");
  EXPECT_EQ(get(*Other, 1), std::nullopt);
  EXPECT_EQ(put(*Other, 1), StoreOutcome::Stored);
  EXPECT_EQ(Other->readNote(key(1))->Payload, "second");
}

/// Each store stands for a process.
TEST_F(DiskStoreTest, NoChangeOfANoteIsLost) {
  constexpr int NumThreads = 4, NumChanges = 25;
  std::vector<std::thread> Threads;
  for (int I = 0; I != NumThreads; ++I)
    Threads.emplace_back([&] {
      auto Store = open();
      for (int J = 0; J != NumChanges; ++J)
        EXPECT_TRUE(Store->changeNote(
            key(1), fieldsOf(1),
            [](const std::string &Before) { return Before + "x"; }));
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(open()->readNote(key(1))->Payload,
            std::string(NumThreads * NumChanges, 'x'));
}

TEST_F(DiskStoreTest, ADamagedNoteIsNotRead) {
  auto Store = open();
  Store->replaceNote(key(1), fieldsOf(1), "content");
  const std::string Path = Options.Folder + "/" + key(1).hex() + ".note";
  const std::string Good = readFile(Path);
  for (size_t At = 0; At != Good.size(); ++At) {
    std::string Bad = Good;
    Bad[At] = char(Bad[At] ^ 1);
    writeFile(Path, Bad);
    std::optional<StoredImage> Found = open()->readNote(key(1));
    EXPECT_TRUE(!Found || Found->Payload == "content") << At;
  }
}

TEST_F(DiskStoreTest, NothingIsLeftButEntriesAndTheState) {
  auto Store = open();
  for (int I = 0; I != 5; ++I)
    put(*Store, I);
  EXPECT_EQ(filesInFolder().size(), 6u);
}

TEST_F(DiskStoreTest, WithoutUnnamedFilesEntriesAreRenamed) {
  Files.FailingCalls = {"linkUnnamed"};
  Files.Errno = ENOENT; // The error if there is no /proc.
  auto Store = open();
  EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
  EXPECT_EQ(put(*Store, 2), StoreOutcome::Stored);
  EXPECT_EQ(get(*Store, 1), payload(1));
  EXPECT_EQ(get(*Store, 2), payload(2));
  EXPECT_EQ(filesInFolder().size(), 3u);
  EXPECT_TRUE(Warnings.empty() && Notes.empty());
}

TEST_F(DiskStoreTest, G1_DamagedEntriesAreMissesAndHeal) {
  auto Store = open();
  put(*Store, 1, 20);
  const std::string Good = readFile(file(1));
  uint64_t Looks = 0;
  // Every bit of every third byte is flipped here; EntryTest flips each bit in
  // memory.
  for (size_t Bit = 0; Bit < 8 * Good.size(); Bit += 1 + (Bit % 8 == 7) * 16) {
    std::string Damaged = Good;
    Damaged[Bit / 8] ^= char(1 << (Bit % 8));
    writeFile(file(1), Damaged);
    ASSERT_EQ(get(*Store, 1), std::nullopt) << Bit;
    ASSERT_EQ(put(*Store, 1, 20), StoreOutcome::Stored) << Bit;
    ASSERT_EQ(get(*Store, 1), payload(1, 20)) << Bit;
    Looks += 2;
  }
  EXPECT_EQ(Store->counters().Events[CacheEvent::BadEntryRemoved], Looks / 2);
  expectLoads(*Store, Looks);
}

TEST_F(DiskStoreTest, G4_CutEntriesAreMissesAndHeal) {
  auto Store = open();
  put(*Store, 1);
  const std::string Good = readFile(file(1));
  for (size_t Size = 0; Size < Good.size(); Size += 11) {
    writeFile(file(1), Good.substr(0, Size));
    ASSERT_EQ(get(*Store, 1), std::nullopt) << Size;
    ASSERT_EQ(put(*Store, 1), StoreOutcome::Stored) << Size;
  }
  EXPECT_EQ(get(*Store, 1), payload(1));
}

TEST_F(DiskStoreTest, G1_SwappedAndReplayedEntriesAreMisses) {
  auto Store = open();
  put(*Store, 1);
  put(*Store, 2);
  std::filesystem::rename(file(1), Folder / "other");
  std::filesystem::rename(file(2), file(1));
  std::filesystem::rename(Folder / "other", file(2));
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(get(*Store, 2), std::nullopt);
  EXPECT_EQ(Store->counters().Loads[LoadOutcome::OtherKey], 2u);
}

TEST_F(DiskStoreTest, G18_EveryMissHasOneReason) {
  auto Store = open();
  put(*Store, 1);
  get(*Store, 1);
  get(*Store, 2);
  writeFile(file(2), "short");
  get(*Store, 2);
  writeFile(file(3), std::string(500, 'x'));
  get(*Store, 3);
  const auto &Loads = Store->counters().Loads;
  EXPECT_EQ(Loads[LoadOutcome::Hit], 1u);
  EXPECT_EQ(Loads[LoadOutcome::Absent], 1u);
  EXPECT_EQ(Loads[LoadOutcome::Truncated], 1u);
  EXPECT_EQ(Loads[LoadOutcome::BadMagic], 1u);
  expectLoads(*Store, 4);
}

TEST_F(DiskStoreTest, G11_HitsRefreshOldAndFutureStamps) {
  auto Store = open();
  put(*Store, 1);
  using namespace std::chrono;
  auto Now = std::filesystem::file_time_type::clock::now();
  for (auto Stamp : {Now - hours(24 * 365 * 50), Now + hours(24 * 365 * 9),
                     Now - hours(2)}) {
    std::filesystem::last_write_time(file(1), Stamp);
    EXPECT_EQ(get(*Store, 1), payload(1));
    auto After = std::filesystem::last_write_time(file(1));
    EXPECT_LT(abs(After - Now), minutes(5));
  }
}

TEST_F(DiskStoreTest, RecentStampsAreLeftAlone) {
  auto Store = open();
  put(*Store, 1);
  auto Stamp =
      std::filesystem::file_time_type::clock::now() - std::chrono::minutes(30);
  std::filesystem::last_write_time(file(1), Stamp);
  Stamp = std::filesystem::last_write_time(file(1));
  get(*Store, 1);
  EXPECT_EQ(std::filesystem::last_write_time(file(1)), Stamp);
}

TEST_F(DiskStoreTest, G12_TheLeastRecentlyUsedGoFirst) {
  Options.LimitBytes = OwnBytes + 10 * 4096;
  auto Store = open();
  auto Now = std::filesystem::file_time_type::clock::now();
  for (int I = 0; I != 10; ++I) {
    put(*Store, I);
    // Entries with higher numbers are older.
    std::filesystem::last_write_time(file(I), Now - std::chrono::minutes(I));
  }
  EXPECT_EQ(Store->counters().Events[CacheEvent::Evicted], 0u);
  put(*Store, 10);
  EXPECT_EQ(Store->counters().Events[CacheEvent::Evicted], 3u);
  for (int I : {0, 1, 6, 10})
    EXPECT_TRUE(std::filesystem::exists(file(I))) << I;
  for (int I : {7, 8, 9})
    EXPECT_FALSE(std::filesystem::exists(file(I))) << I;
}

TEST_F(DiskStoreTest, G12_TheFolderStaysWithinItsSize) {
  Options.LimitBytes = OwnBytes + 20 * 4096;
  for (int I = 0; I != 200; ++I)
    put(*open(), I); // Each comes from another process.
  EXPECT_LE(filesInFolder().size(), 21u);
  EXPECT_TRUE(std::filesystem::exists(file(199)));
}

TEST_F(DiskStoreTest, G12_WhatFilesTakeOnTheDiskCounts) {
  Files.ClusterBytes = 65536;
  Options.LimitBytes = 12 * 65536;
  auto Store = open();
  for (int I = 0; I != 100; ++I) {
    put(*Store, I);
    // The folder and its state count, too.
    EXPECT_LE(filesInFolder().size() + 1, 12u) << I;
  }
  EXPECT_TRUE(std::filesystem::exists(file(99)));
}

TEST_F(DiskStoreTest, G12_AnotherOnesFilesAreLeftAlone) {
  Options.LimitBytes = 4096;
  auto Store = open();
  put(*Store, 0);
  const std::vector<std::string> ForeignFiles = {
      "notes.txt", std::string(64, 'g') + ".img", std::string(64, 'A') + ".img",
      std::string(63, 'a') + ".img", std::string(64, 'a') + ".bak"};
  for (const std::string &Name : ForeignFiles)
    writeFile(Options.Folder + "/" + Name, std::string(50000, 'x'));
  for (int I = 1; I != 10; ++I)
    put(*Store, I);
  EXPECT_GE(Store->counters().Events[CacheEvent::Evicted], 8u);
  for (const std::string &Name : ForeignFiles)
    EXPECT_TRUE(std::filesystem::exists(Options.Folder + "/" + Name)) << Name;
}

TEST_F(DiskStoreTest, G12_AbandonedTemporariesAreRemoved) {
  Options.LimitBytes = 4096;
  auto Store = open();
  put(*Store, 0);
  const std::string Old = Options.Folder + "/omp-jit.tmp.0000000000000001";
  const std::string Live = Options.Folder + "/omp-jit.tmp.0000000000000002";
  writeFile(Old, "x");
  writeFile(Live, "x");
  std::filesystem::last_write_time(
      Old,
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  put(*Store, 1);
  EXPECT_FALSE(std::filesystem::exists(Old));
  EXPECT_TRUE(std::filesystem::exists(Live));
}

TEST_F(DiskStoreTest, G11_EntriesFromTheFutureAgeFromNow) {
  Options.LimitBytes = OwnBytes + 3 * 4096;
  auto Store = open();
  auto Now = std::filesystem::file_time_type::clock::now();
  for (int I = 0; I != 3; ++I) {
    put(*Store, I);
    std::filesystem::last_write_time(file(I), Now - std::chrono::hours(1));
  }
  std::filesystem::last_write_time(file(1), Now + std::chrono::hours(90000));
  put(*Store, 3); // Collects entries, and sees the future stamp.
  EXPECT_LT(std::filesystem::last_write_time(file(1)),
            Now + std::chrono::hours(1));
}

TEST_F(DiskStoreTest, G12_ADamagedStateIsMadeAnew) {
  Options.LimitBytes = OwnBytes + 5 * 4096;
  auto Store = open();
  const std::string State = Options.Folder + "/" + StateFile;
  for (int I = 0; I != 30; ++I) {
    put(*Store, I);
    std::string Bytes = readFile(State);
    Bytes[size_t(I) % Bytes.size()] ^= 1;
    writeFile(State, Bytes);
  }
  EXPECT_LE(filesInFolder().size(), 7u);
}

TEST_F(DiskStoreTest, G13_EvictionDoesNotDisturbAReader) {
  // The file loses its name between the reader's open and its reads.
  class EvictingFileSystem : public FileSystem {
  public:
    int statFile(int File, struct stat &Out) override {
      const int Status = FileSystem::statFile(File, Out);
      if (Status || !S_ISREG(Out.st_mode) || Evict.empty())
        return Status;
      std::filesystem::remove(Evict);
      return FileSystem::statFile(File, Out);
    }
    std::string Evict;
  } Evicting;
  DiskStore Store(Options, Evicting);
  put(Store, 1);
  Evicting.Evict = file(1);
  EXPECT_EQ(get(Store, 1), payload(1));
  Evicting.Evict.clear();
  EXPECT_EQ(get(Store, 1), std::nullopt);
}

TEST_F(DiskStoreTest, LargeEntriesAreNotStored) {
  Options.LimitBytes = 1000;
  auto Store = open();
  EXPECT_EQ(put(*Store, 1, 2000), StoreOutcome::TooLarge);
  Files.FileSizeLimit = 700;
  EXPECT_EQ(put(*Store, 1, 600), StoreOutcome::TooLarge);
  EXPECT_EQ(put(*Store, 1, 100), StoreOutcome::Stored);
}

} // namespace
