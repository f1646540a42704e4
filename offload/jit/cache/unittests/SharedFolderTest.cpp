//===- SharedFolderTest.cpp - Tests of folders that machines share --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Network file systems show a machine what others did some time later, answer
// slowly, lose handles of files that others removed, and may have locks that
// hold on one machine only.
//
//===----------------------------------------------------------------------===//

#include "StoreFixture.h"

#include <chrono>
#include <map>
#include <mutex>
#include <random>
#include <thread>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// The state that all machines of a test share.
struct Site {
  milliseconds Delay{0};      ///< The time until others see a new name.
  milliseconds Latency{0};    ///< The longest delay of each call.
  bool AreLocksLocal = false; ///< Whether locks hold on one machine only.
  bool HasUnnamedFiles = true;
  unsigned StaleReadsInAThousand = 0;

  std::mutex Guard;
  /// The times from which a name is visible: for each machine that made it, and
  /// for all others. A machine that sees the name already does not notice that
  /// it is replaced.
  struct Birth {
    std::map<int, Clock::time_point> ForMakers;
    Clock::time_point ForOthers;
  };
  std::map<std::string, Birth> Births;

  /// Runs \p Make under the lock, so that others never see the new name for a
  /// moment before they see it for good.
  template <typename Maker> int bear(const char *Name, int Node, Maker Make) {
    const std::lock_guard<std::mutex> Lock(Guard);
    if (const int Failed = Make())
      return Failed;
    const auto Now = Clock::now();
    auto [At, IsNew] = Births.try_emplace(Name);
    if (IsNew)
      At->second.ForOthers = Now + Delay;
    At->second.ForMakers.try_emplace(Node, Now);
    return 0;
  }
  bool isVisible(const char *Name, int Node) {
    const std::lock_guard<std::mutex> Lock(Guard);
    auto At = Births.find(Name);
    return At == Births.end() || At->second.ForMakers.contains(Node) ||
           Clock::now() >= At->second.ForOthers;
  }
};

/// The folder as one machine sees it.
class NodeFileSystem : public FileSystem {
public:
  NodeFileSystem(Site &In, int Node) : In(In), Node(Node), Random(Node) {}

  int openAt(int Dir, const char *Name, int Flags, mode_t Mode) override {
    wait();
    if (!In.HasUnnamedFiles && (Flags & O_TMPFILE) == O_TMPFILE) {
      errno = EOPNOTSUPP;
      return -1;
    }
    return isVisible(Name) ? FileSystem::openAt(Dir, Name, Flags, Mode) : -1;
  }
  int statAt(int Dir, const char *Name, struct stat &Out) override {
    wait();
    return isVisible(Name) ? FileSystem::statAt(Dir, Name, Out) : -1;
  }
  ssize_t readAt(int File, void *To, size_t Size, off_t Offset) override {
    wait();
    if (draw(1000) < In.StaleReadsInAThousand) {
      errno = ESTALE;
      return -1;
    }
    return FileSystem::readAt(File, To, Size, Offset);
  }
  int linkUnnamed(int File, int Dir, const char *Name) override {
    wait();
    return In.bear(Name, Node,
                   [&] { return FileSystem::linkUnnamed(File, Dir, Name); });
  }
  int renameAt(int Dir, const char *From, const char *To) override {
    wait();
    return In.bear(To, Node,
                   [&] { return FileSystem::renameAt(Dir, From, To); });
  }
  int tryLockByte(int File, off_t Byte) override {
    wait();
    return FileSystem::tryLockByte(File, In.AreLocksLocal ? Byte ^ Node : Byte);
  }

private:
  bool isVisible(const char *Name) {
    errno = ENOENT;
    return In.isVisible(Name, Node);
  }
  unsigned draw(unsigned Below) {
    const std::lock_guard<std::mutex> Lock(Guard);
    return unsigned(Random() % Below);
  }
  void wait() {
    if (In.Latency.count())
      std::this_thread::sleep_for(
          std::chrono::microseconds(draw(unsigned(In.Latency.count()) * 1000)));
  }

  Site &In;
  const int Node;
  std::mutex Guard;
  std::mt19937 Random;
};

class SharedFolderTest : public StoreFixture {
protected:
  static constexpr int NumNodes = 4, NumRanks = 16, NumImages = 6;

  SharedFolderTest() { Options.WaitNs = 60 * 1000000000ull; }

  /// Each rank of each node looks for each image, all at once, and compiles
  /// what it does not find. Returns how often each node compiled each image.
  std::map<std::pair<int, int>, int> run() {
    std::mutex Guard;
    std::map<std::pair<int, int>, int> Compiles;
    std::vector<std::unique_ptr<NodeFileSystem>> Nodes;
    std::vector<std::thread> Ranks;
    for (int Node = 0; Node != NumNodes; ++Node) {
      Nodes.push_back(std::make_unique<NodeFileSystem>(In, Node));
      for (int Rank = 0; Rank != NumRanks; ++Rank)
        Ranks.emplace_back([&, Node, View = Nodes.back().get()] {
          DiskStore Store(Options, *View);
          for (int Image = 0; Image != NumImages; ++Image) {
            DiskStore::Found Found = Store.lookup(key(Image));
            if (Found.Image) {
              EXPECT_EQ(Found.Image->Payload, payload(Image));
              continue;
            }
            {
              const std::lock_guard<std::mutex> Lock(Guard);
              ++Compiles[{Node, Image}];
            }
            std::this_thread::sleep_for(milliseconds(5));
            put(Store, Image);
          }
          EXPECT_EQ(Store.counters().Events[CacheEvent::WaitTimedOut], 0u);
        });
    }
    for (std::thread &Each : Ranks)
      Each.join();
    return Compiles;
  }

  void expectOnePerNodeAtMost() {
    for (const auto &[What, Number] : run())
      EXPECT_EQ(Number, 1) << "node " << What.first << ", image "
                           << What.second;
    // Afterwards every machine sees every image.
    std::this_thread::sleep_for(In.Delay);
    EXPECT_TRUE(run().empty());
  }

  Site In;
};

TEST_F(SharedFolderTest, G10_LocksThatHoldEverywhereLetOneCompile) {
  std::map<int, int> OfImage;
  for (const auto &[What, Number] : run())
    OfImage[What.second] += Number;
  EXPECT_EQ(OfImage.size(), size_t(NumImages));
  for (const auto &[Image, Number] : OfImage)
    EXPECT_EQ(Number, 1) << Image;
}

TEST_F(SharedFolderTest, G10_LocksOfAMachineLetOneOfItCompile) {
  In.AreLocksLocal = true;
  expectOnePerNodeAtMost();
}

TEST_F(SharedFolderTest, G17_LateViewsCostACompilePerMachine) {
  In.Delay = milliseconds(200);
  expectOnePerNodeAtMost();
}

TEST_F(SharedFolderTest, G17_LateViewsWithoutUnnamedFiles) {
  In.Delay = milliseconds(200);
  In.HasUnnamedFiles = false;
  expectOnePerNodeAtMost();
}

TEST_F(SharedFolderTest, G17_LateViewsLocalLocksAndSlowAnswers) {
  In.Delay = milliseconds(100);
  In.Latency = milliseconds(2);
  In.AreLocksLocal = true;
  expectOnePerNodeAtMost();
}

TEST_F(SharedFolderTest, G17_StaleHandlesCostCompilesAndNothingElse) {
  In.StaleReadsInAThousand = 50;
  In.Delay = milliseconds(20);
  run();
  In.StaleReadsInAThousand = 0;
  std::this_thread::sleep_for(In.Delay);
  EXPECT_TRUE(run().empty());
}

} // namespace
