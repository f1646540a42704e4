//===- DiskStoreFaultTest.cpp - Tests of the disk store with errors -------===//
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

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

using DiskStoreFaultTest = StoreFixture;
using std::filesystem::perms;

/// Checks that lookups and stores work as without a folder, and that one
/// warning says why.
#define EXPECT_REFUSED(Reason)                                                 \
  do {                                                                         \
    auto Refused = open();                                                     \
    EXPECT_EQ(get(*Refused, 1), std::nullopt);                                 \
    EXPECT_EQ(put(*Refused, 1), StoreOutcome::NoFolder);                       \
    EXPECT_EQ(Refused->counters().Loads[LoadOutcome::NoFolder], 1u);           \
    ASSERT_EQ(Warnings.size(), 1u);                                            \
    EXPECT_NE(Warnings[0].find(Reason), std::string::npos) << Warnings[0];     \
  } while (false)

TEST_F(DiskStoreFaultTest, G7_FolderThatOthersMayWriteIsRefused) {
  put(*open(), 1);
  std::filesystem::permissions(Options.Folder, perms(0770));
  EXPECT_REFUSED("other users may write to it");
}

TEST_F(DiskStoreFaultTest, G7_FolderOfAnotherUserIsRefused) {
  put(*open(), 1);
  Files.UserOffset = 1;
  EXPECT_REFUSED("it belongs to another user");
}

TEST_F(DiskStoreFaultTest, G7_LinkToAFolderIsRefused) {
  put(*open(), 1);
  std::filesystem::create_directory_symlink(Options.Folder, Folder / "link");
  Options.Folder = Folder / "link";
  EXPECT_REFUSED("cannot be opened");
  Warnings.clear();
  Options.Folder = Folder / "link//";
  EXPECT_REFUSED("cannot be opened");
}

TEST_F(DiskStoreFaultTest, G7_RaisedPrivilegesHaveNoCache) {
  Files.RaisedPrivileges = true;
  auto Store = open();
  EXPECT_EQ(put(*Store, 1), StoreOutcome::NoFolder);
  EXPECT_FALSE(std::filesystem::exists(Options.Folder));
  EXPECT_TRUE(Warnings.empty());
  EXPECT_EQ(Notes.size(), 1u);
}

TEST_F(DiskStoreFaultTest, G6_NoHomeIsNoCache) {
  Options.Folder = "";
  auto Store = open();
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(put(*Store, 1), StoreOutcome::NoFolder);
  EXPECT_TRUE(Warnings.empty());
  EXPECT_EQ(Notes.size(), 1u);
}

TEST_F(DiskStoreFaultTest, G6_FileInThePlaceOfTheFolder) {
  std::ofstream(Folder / "file") << "x";
  Options.Folder = Folder / "file/cache";
  EXPECT_REFUSED("Not a directory");
}

TEST_F(DiskStoreFaultTest, G6_ReadOnlyFolderStillServes) {
  put(*open(), 1);
  auto Store = open();
  Files.FailingCalls = {"writeAt", "linkUnnamed", "renameAt", "touchFile"};
  Files.Errno = EROFS;
  EXPECT_EQ(get(*Store, 1), payload(1));
  EXPECT_EQ(put(*Store, 2), StoreOutcome::ReadOnly);
  EXPECT_EQ(put(*Store, 3), StoreOutcome::ReadOnly);
  EXPECT_EQ(get(*Store, 1), payload(1));
  EXPECT_EQ(get(*Store, 2), std::nullopt);
  EXPECT_EQ(Warnings.size(), 1u);
  EXPECT_EQ(filesInFolder().size(), 2u);
}

/// For a scope, takes the right from this thread that lets root ignore
/// permissions.
class WithoutRootsRights {
public:
  WithoutRootsRights() {
    EXPECT_EQ(::syscall(SYS_capget, &Header, Sets), 0);
    Effective = Sets[0].effective;
    set(Effective & ~(1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH));
  }
  ~WithoutRootsRights() { set(Effective); }

private:
  void set(uint32_t Wanted) {
    Sets[0].effective = Wanted;
    EXPECT_EQ(::syscall(SYS_capset, &Header, Sets), 0);
  }

  __user_cap_header_struct Header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct Sets[_LINUX_CAPABILITY_U32S_3]{};
  uint32_t Effective = 0;
};

TEST_F(DiskStoreFaultTest, G6_FolderWithoutWritePermission) {
  WithoutRootsRights Guard;
  put(*open(), 1);
  std::filesystem::permissions(Options.Folder, perms(0500));
  auto Store = open();
  EXPECT_EQ(get(*Store, 1), payload(1));
  EXPECT_EQ(get(*Store, 2), std::nullopt);
  EXPECT_EQ(put(*Store, 2), StoreOutcome::ReadOnly);
  EXPECT_EQ(Warnings.size(), 1u);
  std::filesystem::permissions(Options.Folder, perms(0700));
}

/// Something other than a plain private file has an entry's name.
TEST_F(DiskStoreFaultTest, G7_StrangeFilesAreNotReadAndGoAway) {
  auto Store = open();
  put(*Store, 1);
  const std::string Good = readFile(file(1));
  const auto &Loads = Store->counters().Loads;

  writeFile(Folder / "target", Good);
  std::filesystem::remove(file(1));
  std::filesystem::create_symlink(Folder / "target", file(1));
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(Loads[LoadOutcome::NotRegular], 1u);

  std::filesystem::create_hard_link(Folder / "target", file(1));
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(Loads[LoadOutcome::Linked], 1u);

  ASSERT_EQ(::mkfifo(file(1).c_str(), 0600), 0);
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(Loads[LoadOutcome::NotRegular], 2u);

  writeFile(file(1), Good);
  std::filesystem::permissions(file(1), perms(0620));
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(Loads[LoadOutcome::WritableByOthers], 1u);

  EXPECT_EQ(Store->counters().Events[CacheEvent::BadEntryRemoved], 4u);
  EXPECT_FALSE(std::filesystem::exists(file(1)));
  EXPECT_EQ(readFile(Folder / "target"), Good);

  // A folder with another one's files is not removed but moved aside.
  std::filesystem::create_directory(file(1));
  writeFile(file(1) + "/theirs", "x");
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(Loads[LoadOutcome::NotRegular], 3u);
  EXPECT_EQ(Store->counters().Events[CacheEvent::MovedAside], 1u);
  EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
  EXPECT_EQ(get(*open(), 1), payload(1));
  size_t NumKept = 0;
  for (const std::string &Name : filesInFolder())
    if (Name.starts_with("omp-jit.aside."))
      NumKept += readFile(Options.Folder + "/" + Name + "/theirs") == "x";
  EXPECT_EQ(NumKept, 1u);
}

/// A file system whose entries cannot be opened for reading, or not be removed.
class ForbiddingFileSystem : public FileSystem {
public:
  int openAt(int Dir, const char *Name, int Flags, mode_t Mode) override {
    if (Reason && std::string_view(Name).ends_with(".img")) {
      errno = Reason;
      return -1;
    }
    return FileSystem::openAt(Dir, Name, Flags, Mode);
  }
  int unlinkAt(int Dir, const char *Name) override {
    return Stays ? forbid() : FileSystem::unlinkAt(Dir, Name);
  }
  int renameAt(int Dir, const char *From, const char *To) override {
    return Stays ? forbid() : FileSystem::renameAt(Dir, From, To);
  }
  int Reason = 0;
  bool Stays = false;

private:
  static int forbid() {
    errno = EPERM;
    return -1;
  }
};

TEST_F(DiskStoreFaultTest, G2_WhatTheUserMayNotReadIsReplaced) {
  ForbiddingFileSystem Forbidding;
  DiskStore Store(Options, Forbidding);
  put(Store, 1);
  Forbidding.Reason = EACCES;
  EXPECT_EQ(get(Store, 1), std::nullopt);
  EXPECT_EQ(Store.counters().Loads[LoadOutcome::NotReadable], 1u);
  EXPECT_EQ(put(Store, 1), StoreOutcome::Stored);
  Forbidding.Reason = 0;
  EXPECT_EQ(get(Store, 1), payload(1));
}

TEST_F(DiskStoreFaultTest, G2_WhatTheSystemCouldNotReadIsReplaced) {
  ForbiddingFileSystem Forbidding;
  DiskStore Store(Options, Forbidding);
  put(Store, 1);
  Forbidding.Reason = EIO;
  EXPECT_EQ(get(Store, 1), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(file(1)));
  writeFile(file(1), "still damaged");
  EXPECT_EQ(put(Store, 1), StoreOutcome::Stored);
  EXPECT_EQ(put(Store, 1), StoreOutcome::AlreadyThere);
  Forbidding.Reason = 0;
  EXPECT_EQ(get(Store, 1), payload(1));
}

TEST_F(DiskStoreFaultTest, G18_WhatCannotBeRemovedIsToldOnce) {
  ForbiddingFileSystem Forbidding;
  DiskStore Store(Options, Forbidding);
  for (int Number : {1, 2}) {
    put(Store, Number);
    std::filesystem::permissions(file(Number), perms(0666));
  }
  Forbidding.Stays = true;
  EXPECT_EQ(get(Store, 1), std::nullopt);
  EXPECT_EQ(get(Store, 2), std::nullopt);
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_NE(Notes[0].find(file(1) + ", can neither be used nor removed: "
                                    "Operation not permitted"),
            std::string::npos);
}

TEST_F(DiskStoreFaultTest, G12_WhatHasTheNameOfTheStateIsMovedAside) {
  Options.LimitBytes = OwnBytes + 5 * 4096;
  const std::string State = Options.Folder + "/" + StateFile;
  put(*open(), 0);
  const std::function<void()> Kinds[] = {
      [&] { std::filesystem::create_directory(State); },
      [&] { ::mkfifo(State.c_str(), 0600); },
      [&] { std::filesystem::create_symlink(Folder / "nowhere", State); }};
  for (const std::function<void()> &Make : Kinds) {
    std::filesystem::remove(State);
    Make();
    auto Store = open();
    for (int I = 0; I != 20; ++I) {
      get(*Store, I);
      put(*Store, I);
    }
    EXPECT_TRUE(std::filesystem::is_regular_file(
        std::filesystem::symlink_status(State)));
    EXPECT_EQ(Store->counters().Events[CacheEvent::LockUnavailable], 0u);
  }
  EXPECT_LE(filesInFolder().size(), 6u + std::size(Kinds));
}

TEST_F(DiskStoreFaultTest, G7_FileOfAnotherUserIsNotRead) {
  auto Store = open();
  put(*Store, 1);
  Files.UserOffset = 1;
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(Store->counters().Loads[LoadOutcome::ForeignOwner], 1u);
  EXPECT_FALSE(std::filesystem::exists(file(1)));
}

TEST_F(DiskStoreFaultTest, G7_AReplacedFolderIsNotFollowed) {
  auto Store = open();
  put(*Store, 1);
  // Another folder takes the path's place after the store opened its own.
  std::filesystem::rename(Options.Folder, Folder / "moved");
  std::filesystem::create_directory(Folder / "evil");
  std::filesystem::create_directory_symlink(Folder / "evil", Options.Folder);
  EXPECT_EQ(get(*Store, 1), payload(1));
  EXPECT_EQ(put(*Store, 2), StoreOutcome::Stored);
  EXPECT_TRUE(std::filesystem::is_empty(Folder / "evil"));
}

/// Acts as a daemon does: closes every descriptor, and opens \p Theirs under
/// all of their numbers.
class ClosedDescriptors {
public:
  explicit ClosedDescriptors(const std::string &Theirs) {
    for (int Number = 3; Number != 64; ++Number)
      if (isOpen(Number))
        Numbers.push_back(Number);
    for (int Number : Numbers)
      ::close(Number);
    const int Other = ::open(Theirs.c_str(), O_RDONLY | O_CLOEXEC);
    for (int Number : Numbers)
      if (Number != Other)
        ::dup2(Other, Number);
    if (std::ranges::find(Numbers, Other) == Numbers.end())
      ::close(Other);
  }
  ~ClosedDescriptors() {
    for (int Number : Numbers)
      ::close(Number);
  }

  bool areTheirs(const std::string &Path) const {
    struct stat There, Here;
    return ::stat(Path.c_str(), &There) == 0 &&
           std::ranges::all_of(Numbers, [&](int Number) {
             return ::fstat(Number, &Here) == 0 &&
                    FileIdentity(Here) == FileIdentity(There);
           });
  }

private:
  static bool isOpen(int Number) { return ::fcntl(Number, F_GETFD) >= 0; }

  std::vector<int> Numbers;
};

TEST_F(DiskStoreFaultTest, G7_AFolderOfTheProgramIsNotTakenForTheCache) {
  const std::string Theirs = Folder / "theirs";
  std::filesystem::create_directory(Theirs);
  {
    auto Store = open();
    EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
    ClosedDescriptors All(Theirs);
    EXPECT_EQ(get(*Store, 1), payload(1));
    EXPECT_EQ(put(*Store, 2), StoreOutcome::Stored);
    Store->replaceNote(key(3), fieldsOf(3), "note");
    Store->forget(key(1));
    EXPECT_TRUE(All.areTheirs(Theirs));
  }
  EXPECT_TRUE(std::filesystem::is_empty(Theirs));
  EXPECT_FALSE(std::filesystem::exists(file(1)));
  EXPECT_TRUE(std::filesystem::exists(file(2)));
  EXPECT_TRUE(open()->readNote(key(3)).has_value());
  EXPECT_TRUE(Warnings.empty() && Notes.empty());
}

TEST_F(DiskStoreFaultTest, G7_NothingIsCachedWhereTheFolderIsNotThereAnyMore) {
  const std::string Theirs = Folder / "theirs";
  std::filesystem::create_directory(Theirs);
  auto Store = open();
  EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
  ClosedDescriptors All(Theirs);
  std::filesystem::rename(Options.Folder, Options.Folder + ".old");
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(put(*Store, 2), StoreOutcome::NoFolder);
  EXPECT_FALSE(std::filesystem::exists(Options.Folder));
  EXPECT_EQ(Notes.size(), 1u);
}

TEST_F(DiskStoreFaultTest, G7_AClaimThatTheProgramClosedClosesNothing) {
  const std::string Theirs = Folder / "theirs";
  std::filesystem::create_directory(Theirs);
  auto Store = open();
  std::optional<DiskStore::Found> Found = Store->lookup(key(1));
  ClosedDescriptors All(Theirs);
  Found.reset();
  EXPECT_TRUE(All.areTheirs(Theirs));
}

TEST_F(DiskStoreFaultTest, G5_DiskFullIsCountedAndLeavesNothing) {
  auto Store = open();
  put(*Store, 1);
  Files.FailingCalls = {"writeAt"};
  for (int Reason : {ENOSPC, EDQUOT}) {
    Files.Errno = Reason;
    EXPECT_EQ(put(*Store, 2), StoreOutcome::NoSpace);
  }
  Files.Errno = EIO;
  EXPECT_EQ(put(*Store, 2), StoreOutcome::IoError);
  EXPECT_EQ(filesInFolder().size(), 2u);
  EXPECT_EQ(Notes.size(), 1u);
  // The disk was full only for a while.
  Files.FailingCalls = {};
  EXPECT_EQ(put(*Store, 2), StoreOutcome::Stored);
  EXPECT_EQ(get(*Store, 2), payload(2));
}

TEST_F(DiskStoreFaultTest, G5_RenamedWritesFailWithoutALeftover) {
  Files.FailingCalls = {"linkUnnamed", "renameAt"};
  Files.Errno = ENOENT;
  auto Store = open();
  EXPECT_EQ(put(*Store, 1), StoreOutcome::IoError);
  EXPECT_TRUE(filesInFolder().empty());
}

TEST_F(DiskStoreFaultTest, G5_ShortReadsAndWritesAreContinued) {
  Files.MaxTransfer = 7;
  auto Store = open();
  EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
  EXPECT_EQ(get(*Store, 1), payload(1));
}

/// Every call fails once with every error. The outcome may be a miss or a store
/// that did not happen, but never wrong bytes, and afterwards all is well.
TEST_F(DiskStoreFaultTest, G5_G17_EachErrorAtEachCall) {
  constexpr int Reasons[] = {EIO,    ENOSPC, EDQUOT, EROFS,     EACCES, EMFILE,
                             ESTALE, EBUSY,  EINTR,  ENOMEM,    ENOENT, EAGAIN,
                             ENOLCK, EPERM,  EXDEV,  EOPNOTSUPP};
  for (bool Named : {false, true}) {
    for (int Reason : Reasons) {
      for (uint64_t Call = 0;; ++Call) {
        std::filesystem::remove_all(Options.Folder);
        Files.FailingCalls = {};
        if (Named)
          Files.FailingCalls = {"linkUnnamed"};
        Files.Errno = Reason;
        Files.FailingCall = Call;
        Files.Calls = 0;
        auto Store = open();
        get(*Store, 1);
        put(*Store, 1);
        std::optional<std::string> Found = get(*Store, 1);
        EXPECT_TRUE(!Found || *Found == payload(1));
        const bool Reached = Files.Calls > Call;
        Files.FailingCall = UINT64_MAX;
        Files.FailingCalls = {};
        auto After = open();
        if (!get(*After, 1))
          EXPECT_EQ(put(*After, 1), StoreOutcome::Stored)
              << "errno " << Reason << " at call " << Call;
        EXPECT_EQ(get(*After, 1), payload(1));
        EXPECT_LE(filesInFolder().size(), 3u);
        if (!Reached)
          break;
      }
    }
  }
}

TEST_F(DiskStoreFaultTest, G17_StaleHandlesAreMissesAndNothingIsRemoved) {
  auto Store = open();
  put(*Store, 1);
  for (const char *Call : {"openAt", "statFile", "readAt"}) {
    Files.FailingCalls = {Call};
    for (int Reason : {ESTALE, EBUSY}) {
      Files.Errno = Reason;
      EXPECT_EQ(get(*Store, 1), std::nullopt) << Call;
    }
  }
  Files.FailingCalls = {};
  EXPECT_EQ(Store->counters().Loads[LoadOutcome::IoError], 4u);
  // If the store cannot tell the folder from another file, it does not look
  // into it.
  EXPECT_EQ(Store->counters().Loads[LoadOutcome::NoFolder], 2u);
  EXPECT_EQ(get(*Store, 1), payload(1));
}

TEST_F(DiskStoreFaultTest, G9_WithoutLocksEverybodyCompiles) {
  Files.FailingCalls = {"tryLockByte"};
  Files.Errno = ENOLCK;
  Options.WaitNs = UINT64_MAX / 2;
  auto Store = open();
  EXPECT_EQ(get(*Store, 1), std::nullopt);
  EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
  EXPECT_EQ(Store->counters().Events[CacheEvent::LockUnavailable], 1u);
}

TEST_F(DiskStoreFaultTest, G9_AHolderThatNeverEndsCostsTheDeadlineOnly) {
  auto Holder = open();
  DiskStore::Found Held = Holder->lookup(key(1));
  Options.WaitNs = 3000000;
  auto Waiter = open();
  EXPECT_EQ(get(*Waiter, 1), std::nullopt);
  EXPECT_EQ(Waiter->counters().Events[CacheEvent::WaitTimedOut], 1u);
  EXPECT_EQ(put(*Waiter, 1), StoreOutcome::Stored);
  // A lookup of another key does not wait.
  EXPECT_EQ(get(*Waiter, 2), std::nullopt);
  EXPECT_EQ(Waiter->counters().Events[CacheEvent::WaitTimedOut], 1u);
}

TEST_F(DiskStoreFaultTest, G9_AHolderMayTakeTwiceAsLongAsIsExpected) {
  class FakeClock : public FileSystem {
  public:
    uint64_t monotonicNs() override { return NowNs; }
    void sleepNs(uint64_t Ns) override { NowNs += Ns; }
    uint64_t NowNs = 0;
  } Clock;
  Options.MinWaitNs = 2000000000;
  Options.WaitNs = 10000000000;
  auto Holder = open();
  DiskStore::Found Held = Holder->lookup(key(1));
  DiskStore Waiter(Options, Clock);
  auto waited = [&](uint64_t ExpectedNs) {
    const uint64_t Start = Clock.NowNs;
    const DiskStore::Found Found = Waiter.lookup(key(1), ExpectedNs);
    EXPECT_FALSE(Found.Image);
    EXPECT_EQ(Found.WaitedNs, Clock.NowNs - Start);
    return double(Clock.NowNs - Start) / 1e9;
  };
  EXPECT_NEAR(waited(1000000), 2, 0.1);
  EXPECT_NEAR(waited(1500000000), 3, 0.1);
  EXPECT_NEAR(waited(60000000000), 10, 0.1);
  EXPECT_NEAR(waited(UINT64_MAX), 10, 0.1);
  EXPECT_EQ(Waiter.lookup(key(2), UINT64_MAX).WaitedNs, 0u);
}

TEST_F(DiskStoreFaultTest, G9_AStoppedCollectorDoesNotStopStores) {
  Options.LimitBytes = 4096;
  auto Store = open();
  put(*Store, 0);
  for (off_t Byte : {0, 1}) {
    const std::string Path = Options.Folder + "/" + StateFile;
    FileHandle Held(Files, Files.openAt(AT_FDCWD, Path.c_str(), O_RDWR, 0));
    ASSERT_EQ(Files.tryLockByte(Held.get(), Byte), 0);
    EXPECT_EQ(put(*Store, 10 + int(Byte)), StoreOutcome::Stored);
  }
}

} // namespace
