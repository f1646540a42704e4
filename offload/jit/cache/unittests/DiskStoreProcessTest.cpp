//===- DiskStoreProcessTest.cpp - The disk store in many processes --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers in the tests' names are those of the guarantees in
// docs/cache-format.md. Processes are forked before the test makes threads.
//
//===----------------------------------------------------------------------===//

#include "StoreFixture.h"

#include <csignal>
#include <functional>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

class DiskStoreProcessTest : public StoreFixture {
protected:
  DiskStoreProcessTest() {
    void *Page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Compiles = new (Page) std::atomic<int>(0);
    Options.WaitNs = 60 * 1000000000ull;
  }

  /// Runs the function in a child, which exits with its result.
  pid_t spawn(const std::function<int()> &Body) {
    pid_t Child = ::fork();
    if (Child == 0)
      ::_exit(Body());
    return Child;
  }
  static int statusOf(pid_t Child) {
    int Status = 0;
    ::waitpid(Child, &Status, 0);
    return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
  }

  /// Does what the engine does for one image. Returns 0 if the bytes were
  /// right.
  int lookUpOrCompile(DiskStore &Store, int Number, size_t Size = 300) {
    DiskStore::Found Found = Store.lookup(key(Number));
    if (Found.Image)
      return Found.Image->Payload == payload(Number, Size) ? 0 : 1;
    ++*Compiles;
    put(Store, Number, Size);
    return 0;
  }

  std::atomic<int> *Compiles; ///< Shared with the children.
};

TEST_F(DiskStoreProcessTest, G10_ProcessesThatStartColdCompileOnce) {
  std::vector<pid_t> Children;
  for (int I = 0; I != 64; ++I)
    Children.push_back(spawn([&] { return lookUpOrCompile(*open(), 1); }));
  for (pid_t Child : Children)
    EXPECT_EQ(statusOf(Child), 0);
  EXPECT_EQ(*Compiles, 1);
}

TEST_F(DiskStoreProcessTest, G10_TheDeathOfTheCompilerFreesTheClaim) {
  pid_t Holder = spawn([&] {
    auto Store = open();
    DiskStore::Found Held = Store->lookup(key(1));
    ++*Compiles;
    while (true)
      ::pause();
    return 1;
  });
  while (*Compiles == 0)
    ::usleep(1000);
  std::vector<pid_t> Waiters;
  for (int I = 0; I != 8; ++I)
    Waiters.push_back(spawn([&] { return lookUpOrCompile(*open(), 1); }));
  ::kill(Holder, SIGKILL);
  statusOf(Holder);
  for (pid_t Waiter : Waiters)
    EXPECT_EQ(statusOf(Waiter), 0);
  EXPECT_EQ(*Compiles, 2);
}

TEST_F(DiskStoreProcessTest, G10_ThreadsWithStoresOfTheirOwnCompileOnce) {
  std::vector<std::thread> Threads;
  for (int I = 0; I != 16; ++I)
    Threads.emplace_back([&] { EXPECT_EQ(lookUpOrCompile(*open(), 1), 0); });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(*Compiles, 1);
}

TEST_F(DiskStoreProcessTest, G1_G12_ManyProcessesManyKeysWithEviction) {
  Options.LimitBytes = 30 * 4096;
  std::vector<pid_t> Children;
  const int NumProcesses = std::min(times(16), 64), NumLooks = times(300);
  for (int I = 0; I != NumProcesses; ++I)
    Children.push_back(spawn([&, I] {
      auto Store = open();
      int Wrong = 0;
      for (int J = 0; J != NumLooks; ++J)
        Wrong += lookUpOrCompile(*Store, (I * 7 + J * 13) % 150);
      return Wrong;
    }));
  for (pid_t Child : Children)
    EXPECT_EQ(statusOf(Child), 0);
  // Entries that were stored while the last collector ran are left to the next
  // store.
  put(*open(), 150);
  size_t Entries = 0;
  for (const std::string &Name : filesInFolder())
    Entries += Name.ends_with(".img");
  EXPECT_LE(Entries, 30u);
}

TEST_F(DiskStoreProcessTest, G3_KilledWritersLeaveNoWrongEntry) {
  const int NumKills = times(40);
  useconds_t Stretch = 1;
  for (int Round = 0; Round != NumKills; ++Round) {
    pid_t Child = spawn([&] {
      auto Store = open();
      for (int I = 0;; ++I)
        put(*Store, I % 20, 50000);
      return 0;
    });
    ::usleep(Stretch * useconds_t(1000 + Round % 40 * 173));
    ::kill(Child, SIGKILL);
    statusOf(Child);
    // Where processes are slow, such as sanitized ones, some must live longer.
    const auto Written = open();
    if (Round % 8 == 7 && !get(*Written, 0))
      Stretch *= 2;
    EXPECT_EQ(Written->counters().Events[CacheEvent::BadEntryRemoved], 0u);
  }
  auto Store = open();
  int Found = 0;
  for (int I = 0; I != 20; ++I)
    if (std::optional<std::string> Bytes = get(*Store, I)) {
      EXPECT_EQ(*Bytes, payload(I, 50000));
      ++Found;
    }
  EXPECT_GT(Found, 0);
  EXPECT_EQ(Store->counters().Events[CacheEvent::BadEntryRemoved], 0u);
  EXPECT_EQ(int(filesInFolder().size()), Found + 1);
}

/// The file system has 256 KiB, if the kernel lets the test mount one.
TEST_F(DiskStoreProcessTest, G5_AFullDiskIsCountedAndEverythingStillWorks) {
  constexpr int CannotMount = 77;
  std::filesystem::create_directory(Options.Folder);
  Options.Notify = nullptr;
  pid_t Child = spawn([&] {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", Options.Folder.c_str(), "tmpfs", 0,
                "size=256k,mode=0700") != 0)
      return CannotMount;
    auto Store = open();
    int Wrong = 0;
    for (int I = 0; I != 100; ++I)
      Wrong += lookUpOrCompile(*Store, I, 10000);
    for (int I = 0; I != 100; ++I)
      if (std::optional<std::string> Bytes = get(*Store, I))
        Wrong += *Bytes != payload(I, 10000);
    const auto &Stores = Store->counters().Stores;
    const bool Counted =
        Stores[StoreOutcome::NoSpace] > 50 &&
        Stores[StoreOutcome::Stored] > 10 &&
        Stores[StoreOutcome::NoSpace] + Stores[StoreOutcome::Stored] == 100;
    return Wrong + !Counted;
  });
  const int Status = statusOf(Child);
  if (Status == CannotMount)
    GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(Status, 0);
}

/// Ends the process at its n-th system call.
class DyingFileSystem : public FaultyFileSystem {
public:
  uint64_t LastCall = UINT64_MAX;
  int openAt(int Dir, const char *Name, int Flags, mode_t Mode) override {
    dieIfLast();
    return FaultyFileSystem::openAt(Dir, Name, Flags, Mode);
  }
  ssize_t writeAt(int File, const void *From, size_t Size,
                  off_t Offset) override {
    dieIfLast();
    // Half of the bytes are written, so that dying after a part is tried, too.
    return FaultyFileSystem::writeAt(File, From, (Size + 1) / 2, Offset);
  }
  int linkUnnamed(int File, int Dir, const char *Name) override {
    dieIfLast();
    return FaultyFileSystem::linkUnnamed(File, Dir, Name);
  }
  int renameAt(int Dir, const char *From, const char *To) override {
    dieIfLast();
    return FaultyFileSystem::renameAt(Dir, From, To);
  }

private:
  void dieIfLast() const {
    if (Calls >= LastCall)
      ::_exit(9);
  }
};

TEST_F(DiskStoreProcessTest, G3_ADeathAtEachCallLeavesAUsableFolder) {
  for (bool Named : {false, true}) {
    for (uint64_t Call = 0;; ++Call) {
      std::filesystem::remove_all(Options.Folder);
      pid_t Child = spawn([&] {
        DyingFileSystem Dying;
        Dying.LastCall = Call;
        Dying.Errno = ENOENT;
        if (Named)
          Dying.FailingCalls = {"linkUnnamed"};
        DiskStore Store(Options, Dying);
        return lookUpOrCompile(Store, 1);
      });
      const int Status = statusOf(Child);
      auto Store = open();
      std::optional<std::string> Found = get(*Store, 1);
      EXPECT_TRUE(!Found || *Found == payload(1));
      if (!Found)
        EXPECT_EQ(put(*Store, 1), StoreOutcome::Stored);
      EXPECT_EQ(get(*Store, 1), payload(1));
      if (Status != 9) {
        EXPECT_EQ(Status, 0);
        break;
      }
    }
  }
}

TEST_F(DiskStoreProcessTest, G8_FilesThatChangeUnderTheReader) {
  put(*open(), 1, 20000);
  const std::string Good = readFile(file(1));
  pid_t Writer = spawn([&] {
    // The writer truncates and rewrites the file in place, which the store
    // itself never does.
    for (unsigned I = 0;; ++I) {
      int File = ::open(file(1).c_str(), O_RDWR | O_CREAT, 0600);
      if (::ftruncate(File, off_t(I * 977 % Good.size())) == 0)
        (void)!::pwrite(File, Good.data(), Good.size(), 0);
      ::close(File);
    }
    return 0;
  });
  std::vector<std::thread> Readers;
  for (int I = 0; I != 8; ++I)
    Readers.emplace_back([&] {
      auto Store = open();
      for (int J = 0; J != 500; ++J) {
        DiskStore::Found Found = Store->lookup(key(1));
        if (Found.Image)
          EXPECT_EQ(Found.Image->Payload, payload(1, 20000));
      }
    });
  for (std::thread &R : Readers)
    R.join();
  ::kill(Writer, SIGKILL);
  statusOf(Writer);
}

TEST_F(DiskStoreProcessTest, G2_ReadersHealADamagedEntryTogether) {
  put(*open(), 1);
  std::string Damaged = readFile(file(1));
  Damaged.back() ^= 1;
  writeFile(file(1), Damaged);
  std::vector<pid_t> Children;
  for (int I = 0; I != 16; ++I)
    Children.push_back(spawn([&] { return lookUpOrCompile(*open(), 1); }));
  for (pid_t Child : Children)
    EXPECT_EQ(statusOf(Child), 0);
  EXPECT_EQ(get(*open(), 1), payload(1));
  EXPECT_GE(*Compiles, 1);
}

} // namespace
