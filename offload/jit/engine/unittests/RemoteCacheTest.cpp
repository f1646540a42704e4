//===- RemoteCacheTest.cpp - Tests of images that machines share ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "supply/RemoteCache.h"

#include "ompjit/Cache/Entry.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <new>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;
using cache::LoadOutcome;
using cache::StoreOutcome;
using std::chrono::milliseconds;

namespace {

/// The server that connections of a test talk to.
struct FakeServer {
  std::mutex Guard;
  std::condition_variable Changed;
  std::map<std::string, std::string> Values;
  bool IsStalled = false; ///< Takes commands but does not answer.
  bool IsDown = false;
  bool IsTooMuch = false; ///< There is no memory for its answers.
  /// The program closes the connection before the next command.
  bool IsClosed = false;
  int NumConnections = 0, NumCommands = 0;

  void set(bool FakeServer::*What, bool To) {
    const std::lock_guard<std::mutex> Lock(Guard);
    this->*What = To;
    Changed.notify_all();
  }
  int count(int FakeServer::*What) {
    const std::lock_guard<std::mutex> Lock(Guard);
    return this->*What;
  }
};

class FakeConnection : public remote::Connection {
public:
  explicit FakeConnection(std::shared_ptr<FakeServer> To) : To(std::move(To)) {}

  Result<std::optional<std::string>> get(const std::string &Name) override {
    std::unique_lock<std::mutex> Lock(To->Guard);
    if (Status S = begin(Lock); !S)
      return S.takeError();
    auto At = To->Values.find(Name);
    return At == To->Values.end() ? std::nullopt : std::optional(At->second);
  }

  Status set(const std::string &Name, ByteView Value) override {
    std::unique_lock<std::mutex> Lock(To->Guard);
    if (Status S = begin(Lock); !S)
      return S;
    To->Values[Name] = Value;
    return Done();
  }

  bool isOpen() override {
    const std::lock_guard<std::mutex> Lock(To->Guard);
    return !std::exchange(To->IsClosed, false);
  }

private:
  Status begin(std::unique_lock<std::mutex> &Lock) {
    ++To->NumCommands;
    To->Changed.wait(Lock, [this] { return !To->IsStalled; });
    if (To->IsTooMuch)
      throw std::bad_alloc();
    return To->IsDown ? Status(Error("it broke off")) : Done();
  }

  const std::shared_ptr<FakeServer> To;
};

class RemoteCacheTest : public testing::Test {
protected:
  RemoteCacheTest() {
    // This is long enough for a busy machine. Tests that wait for its end set a
    // short time.
    Options.Patience = milliseconds(20000);
    Options.Open =
        [To = Server]() -> Result<std::unique_ptr<remote::Connection>> {
      const std::lock_guard<std::mutex> Lock(To->Guard);
      ++To->NumConnections;
      if (To->IsDown)
        return Error("nobody listens");
      return std::unique_ptr<remote::Connection>(
          std::make_unique<FakeConnection>(To));
    };
    Options.Notify = Options.Warn = [this](const std::string &What) {
      const std::lock_guard<std::mutex> Lock(Guard);
      Told.push_back(What);
    };
  }

  static std::string fields(int Number) {
    cache::KeyFields Fields;
    Fields.Kernel = "kernel" + std::to_string(Number);
    return cache::canonicalFields(Fields);
  }
  static cache::Key key(int Number) { return cache::keyOf(fields(Number)); }
  static std::string entry(int Number) {
    return cache::encodeEntry(key(Number), fields(Number),
                              "payload" + std::to_string(Number), 5);
  }

  static LoadOutcome get(RemoteCache &Cache, int Number) {
    cache::StoredImage Image;
    const LoadOutcome Outcome = Cache.get(key(Number), Image);
    if (Outcome == LoadOutcome::Hit)
      EXPECT_EQ(Image.Payload, "payload" + std::to_string(Number));
    return Outcome;
  }

  /// Puts the entry and waits until it is stored.
  void store(RemoteCache &Cache, int Number) {
    Cache.put(key(Number), entry(Number));
    waitFor([&] { return get(Cache, Number) == LoadOutcome::Hit; });
  }

  template <typename Function> static void waitFor(Function Is) {
    const auto End = RemoteCache::Clock::now() + std::chrono::seconds(20);
    while (!Is()) {
      ASSERT_LT(RemoteCache::Clock::now(), End);
      std::this_thread::sleep_for(milliseconds(1));
    }
  }

  std::vector<std::string> told() {
    const std::lock_guard<std::mutex> Lock(Guard);
    return Told;
  }

  const std::shared_ptr<FakeServer> Server = std::make_shared<FakeServer>();
  RemoteCache::Options Options;
  std::mutex Guard;
  std::vector<std::string> Told;
};

TEST_F(RemoteCacheTest, AConnectionThatTheProgramClosesIsMadeAnew) {
  RemoteCache Cache(Options);
  store(Cache, 1);
  Server->set(&FakeServer::IsClosed, true);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Hit);
  EXPECT_EQ(Server->count(&FakeServer::NumConnections), 2);
  EXPECT_TRUE(told().empty());
}

TEST_F(RemoteCacheTest, WhatIsPutIsFoundByAnother) {
  RemoteCache One(Options), Other(Options);
  EXPECT_EQ(get(One, 1), LoadOutcome::Absent);
  store(One, 1);
  EXPECT_EQ(get(Other, 1), LoadOutcome::Hit);
  EXPECT_EQ(get(Other, 2), LoadOutcome::Absent);
  EXPECT_EQ(Server->count(&FakeServer::NumConnections), 2);
  EXPECT_EQ(One.counters().Stores[StoreOutcome::Stored], 1u);
  EXPECT_EQ(Other.counters().Loads[LoadOutcome::Hit], 1u);
  EXPECT_EQ(Other.counters().Loads[LoadOutcome::Absent], 1u);
  EXPECT_TRUE(told().empty());
}

TEST_F(RemoteCacheTest, NoMemoryIsAsIfNobodyAnswered) {
  Options.FirstPause = milliseconds(1);
  RemoteCache Cache(Options);
  store(Cache, 1);
  Server->set(&FakeServer::IsTooMuch, true);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  waitFor([&] {
    Cache.put(key(2), entry(2));
    return Cache.counters().Stores[StoreOutcome::Unreachable] != 0;
  });
  Server->set(&FakeServer::IsTooMuch, false);
  waitFor([&] { return get(Cache, 1) == LoadOutcome::Hit; });
}

TEST_F(RemoteCacheTest, ConnectsAtTheFirstUseOnly) {
  {
    RemoteCache Unused(Options);
  }
  EXPECT_EQ(Server->count(&FakeServer::NumConnections), 0);
}

TEST_F(RemoteCacheTest, G1_DamagedAndForeignEntriesAreMisses) {
  RemoteCache Cache(Options);
  store(Cache, 1);
  const std::string Name = "omp-jit:1:" + key(1).hex();
  const std::string Good = Server->Values[Name];
  for (size_t I = 0; I != Good.size(); ++I) {
    std::string Bad = Good;
    Bad[I] = char(Bad[I] ^ 1);
    Server->Values[Name] = Bad;
    // Flags and digest do not matter to a reader that has no secret.
    if (I >= 12 && I < 48)
      EXPECT_EQ(get(Cache, 1), LoadOutcome::Hit);
    else
      EXPECT_NE(get(Cache, 1), LoadOutcome::Hit) << I;
  }
  Server->Values["omp-jit:1:" + key(2).hex()] = Good;
  EXPECT_EQ(get(Cache, 2), LoadOutcome::OtherKey);
  Server->Values[Name] = "";
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Truncated);
}

TEST_F(RemoteCacheTest, G7_OnlyWhatIsSignedIsUsedWhereThereIsASecret) {
  RemoteCache Unsigned(Options);
  Options.Secret = remote::Secret("the secret of a site");
  RemoteCache Signed(Options);
  store(Unsigned, 1);
  EXPECT_EQ(get(Signed, 1), LoadOutcome::NotAuthentic);
  store(Signed, 2);
  EXPECT_EQ(get(Unsigned, 2), LoadOutcome::Hit);
  Options.Secret = remote::Secret("that of another site");
  RemoteCache Other(Options);
  EXPECT_EQ(get(Other, 2), LoadOutcome::NotAuthentic);
  EXPECT_EQ(Other.counters().Loads[LoadOutcome::NotAuthentic], 1u);
}

TEST_F(RemoteCacheTest, G9_AServerThatStallsCostsOneWait) {
  Options.Patience = milliseconds(30);
  Options.FirstPause = std::chrono::hours(1);
  Options.LongestPause = std::chrono::hours(1);
  RemoteCache Cache(Options);
  Server->set(&FakeServer::IsStalled, true);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  // The cache does not ask the server any more, and keeps nothing for it.
  for (int I = 0; I != 1000; ++I) {
    EXPECT_EQ(get(Cache, I), LoadOutcome::Unreachable);
    Cache.put(key(I), entry(I));
  }
  EXPECT_LE(Server->count(&FakeServer::NumCommands), 1);
  EXPECT_EQ(Cache.counters().Loads[LoadOutcome::Unreachable], 1001u);
  EXPECT_EQ(Cache.counters().Stores[StoreOutcome::Unreachable], 1000u);
  ASSERT_EQ(told().size(), 1u);
  EXPECT_NE(told()[0].find("it did not answer within 30 ms"),
            std::string::npos);
  // The end of the program does not wait for it either.
  Cache.finish(RemoteCache::Clock::now() + milliseconds(1));
  Server->set(&FakeServer::IsStalled, false);
}

TEST_F(RemoteCacheTest, AServerThatIsDownIsAskedAgainLater) {
  Options.FirstPause = milliseconds(1);
  Options.LongestPause = milliseconds(4);
  Server->set(&FakeServer::IsDown, true);
  RemoteCache Cache(Options);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  waitFor([&] { return told().size() == 1; });
  EXPECT_NE(told()[0].find("nobody listens"), std::string::npos);
  Server->set(&FakeServer::IsDown, false);
  Server->Values["omp-jit:1:" + key(1).hex()] = remote::seal(entry(1), {});
  waitFor([&] { return get(Cache, 1) == LoadOutcome::Hit; });
  waitFor([&] { return told().size() == 2; });
  EXPECT_EQ(told()[1], "the remote cache answers again");
  // The server is lost again in the middle of a command.
  Server->set(&FakeServer::IsDown, true);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  waitFor([&] { return told().size() == 3; });
  EXPECT_NE(told()[2].find("it broke off"), std::string::npos);
}

TEST_F(RemoteCacheTest, TheFirstTroubleIsAWarning) {
  std::vector<std::string> Warnings;
  Options.FirstPause = Options.LongestPause = milliseconds(1);
  Options.Warn = [this, &Warnings](const std::string &What) {
    const std::lock_guard<std::mutex> Lock(Guard);
    Warnings.push_back(What);
  };
  const auto NumWarnings = [&] {
    const std::lock_guard<std::mutex> Lock(Guard);
    return Warnings.size();
  };
  Server->set(&FakeServer::IsDown, true);
  RemoteCache Cache(Options);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  waitFor([&] { return NumWarnings() == 1; });
  EXPECT_NE(Warnings[0].find("nobody listens; check OMP_JIT_CACHE_REMOTE"),
            std::string::npos)
      << Warnings[0];
  EXPECT_EQ(told().size(), 0u);
  Server->set(&FakeServer::IsDown, false);
  Server->Values["omp-jit:1:" + key(1).hex()] = remote::seal(entry(1), {});
  waitFor([&] { return get(Cache, 1) == LoadOutcome::Hit; });
  Server->set(&FakeServer::IsDown, true);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  waitFor([&] { return told().size() == 2; });
  EXPECT_EQ(NumWarnings(), 1u);
  // A child of a fork() repeats no warning.
  Cache.forgetThread();
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  waitFor([&] { return told().size() == 3; });
  EXPECT_EQ(NumWarnings(), 1u);
}

TEST_F(RemoteCacheTest, AServerThatNeverAnsweredIsNamedAtTheEnd) {
  std::vector<std::string> Warnings;
  Options.Patience = milliseconds(1);
  Options.Warn = [&Warnings](const std::string &What) {
    Warnings.push_back(What);
  };
  Server->set(&FakeServer::IsStalled, true);
  RemoteCache Cache(Options);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  EXPECT_TRUE(Warnings.empty());
  Cache.finish(RemoteCache::Clock::now());
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings[0].find("never answered"), std::string::npos);
  Server->set(&FakeServer::IsStalled, false);
}

TEST_F(RemoteCacheTest, TheEndWaitsForWhatIsBeingWritten) {
  RemoteCache Cache(Options);
  for (int I = 0; I != 50; ++I)
    Cache.put(key(I), entry(I));
  Cache.finish(RemoteCache::Clock::now() + std::chrono::seconds(20));
  EXPECT_EQ(Cache.counters().Stores[StoreOutcome::Stored], 50u);
  EXPECT_EQ(Server->Values.size(), 50u);
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Unreachable);
  Cache.put(key(51), entry(51));
  EXPECT_EQ(Cache.counters().Stores[StoreOutcome::Unreachable], 1u);
}

TEST_F(RemoteCacheTest, TooMuchIsDropped) {
  RemoteCache Cache(Options);
  Server->set(&FakeServer::IsStalled, true);
  for (int I = 0; I != 1000; ++I)
    Cache.put(key(I), entry(I));
  EXPECT_GE(Cache.counters().Stores[StoreOutcome::Unreachable], 740u);
  Cache.put(key(1), std::string(65 << 20, 'x'));
  EXPECT_EQ(Cache.counters().Stores[StoreOutcome::TooLarge], 1u);
  Server->set(&FakeServer::IsStalled, false);
}

TEST_F(RemoteCacheTest, ManyThreadsAskAtOnce) {
  RemoteCache Cache(Options);
  for (int I = 0; I != 10; ++I)
    store(Cache, I);
  std::vector<std::thread> Threads;
  for (int T = 0; T != 16; ++T)
    Threads.emplace_back([&] {
      for (int I = 0; I != 200; ++I) {
        EXPECT_EQ(get(Cache, I % 20),
                  I % 20 < 10 ? LoadOutcome::Hit : LoadOutcome::Absent);
        if (I % 50 == 0)
          Cache.put(key(I % 10), entry(I % 10));
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
}

/// The cache is in the state after a fork, though the thread still exists.
TEST_F(RemoteCacheTest, AChildBeginsAnew) {
  RemoteCache Cache(Options);
  store(Cache, 1);
  Cache.forgetThread();
  EXPECT_EQ(get(Cache, 1), LoadOutcome::Hit);
  EXPECT_EQ(Server->count(&FakeServer::NumConnections), 2);
}

} // namespace
