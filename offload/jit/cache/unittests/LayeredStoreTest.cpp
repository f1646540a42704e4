//===- LayeredStoreTest.cpp - Tests of the layered store ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/LayeredStore.h"
#include "StoreFixture.h"

#include <fcntl.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

/// A remote store in memory.
class FakeRemote : public RemoteStore {
public:
  FakeRemote(std::map<std::string, std::string> &Entries) : Entries(Entries) {}

  LoadOutcome get(const Key &K, StoredImage &Out) override {
    ++NumGets;
    auto At = Entries.find(K.hex());
    if (At == Entries.end())
      return LoadOutcome::Absent;
    auto Bytes = std::make_unique<char[]>(At->second.size());
    At->second.copy(Bytes.get(), At->second.size());
    return takeEntry(std::move(Bytes), At->second.size(), K, Out);
  }
  void put(const Key &K, ByteView Entry) override { Entries[K.hex()] = Entry; }
  const Counters &counters() const override { return Counts; }
  void finish(std::chrono::steady_clock::time_point) override {}
  void forgetThread() override {}

  int NumGets = 0;

private:
  std::map<std::string, std::string> &Entries;
  Counters Counts;
};

class LayeredStoreTest : public StoreFixture {
protected:
  std::unique_ptr<LayeredStore> openLayers(bool WithRemote = false) {
    LayeredStore::Options Wanted;
    Wanted.Folder = Options;
    Wanted.Bundles = Bundles;
    if (WithRemote) {
      auto Made = std::make_unique<FakeRemote>(RemoteEntries);
      Remote = Made.get();
      Wanted.Remote = std::move(Made);
    }
    return std::make_unique<LayeredStore>(std::move(Wanted), Files);
  }

  void makeBundle(const std::string &Name, const std::vector<int> &Numbers) {
    Result<BundleWriter> Writer = BundleWriter::create(Folder / Name);
    ASSERT_TRUE(bool(Writer));
    for (int Each : Numbers)
      ASSERT_TRUE(bool(Writer->add(key(Each), entry(Each))));
    ASSERT_TRUE(bool(Writer->finish()));
    Bundles.push_back(Folder / Name);
  }

  static std::string entry(int Number) {
    return encodeEntry(key(Number), fieldsOf(Number), payload(Number), 9);
  }

  static std::string found(LayeredStore &Store, int Number) {
    DiskStore::Found Out = Store.lookup(key(Number));
    return Out.Image ? std::string(Out.Image->Payload) : "";
  }

  static uint64_t loads(const Counters &Counts, LoadOutcome What) {
    return Counts.Loads[What];
  }

  std::vector<std::string> Bundles;
  std::map<std::string, std::string> RemoteEntries;
  FakeRemote *Remote = nullptr;
};

TEST_F(LayeredStoreTest, AnImageOfABundleThatIsNoUseIsPassedOver) {
  makeBundle("bundle", {1});
  auto Store = openLayers();
  EXPECT_EQ(found(*Store, 1), payload(1));
  // An earlier process may have compiled a better image.
  EXPECT_TRUE(Store->forget(key(1)));
  EXPECT_EQ(found(*Store, 1), "");
  Store->store(key(1), fieldsOf(1), payload(2), 9);
  EXPECT_EQ(found(*Store, 1), payload(2));
  EXPECT_FALSE(Store->forget(key(1)));
  EXPECT_EQ(found(*Store, 1), "");
}

TEST_F(LayeredStoreTest, FindsInBundlesInTheirOrderThenInTheFolder) {
  makeBundle("a", {1, 2});
  makeBundle("b", {2, 3});
  auto Store = openLayers();
  Store->store(key(4), fieldsOf(4), payload(4), 9);
  for (int I : {1, 2, 3, 4}) {
    EXPECT_EQ(found(*Store, I), payload(I)) << I;
    std::optional<StoredImage> Image = Store->find(key(I));
    ASSERT_TRUE(Image.has_value()) << I;
    EXPECT_EQ(Image->Payload, payload(I));
  }
  EXPECT_EQ(found(*Store, 5), "");
  const auto &Layers = Store->bundles();
  ASSERT_EQ(Layers.size(), 2u);
  // The hits of both functions are counted, but only the misses of lookup().
  EXPECT_EQ(loads(Layers[0]->Counts, LoadOutcome::Hit), 4u);
  EXPECT_EQ(loads(Layers[0]->Counts, LoadOutcome::Absent), 3u);
  EXPECT_EQ(loads(Layers[1]->Counts, LoadOutcome::Hit), 2u);
  EXPECT_EQ(loads(Layers[1]->Counts, LoadOutcome::Absent), 2u);
  EXPECT_EQ(loads(Store->folder().counters(), LoadOutcome::Hit), 2u);
  EXPECT_EQ(loads(Store->folder().counters(), LoadOutcome::Absent), 1u);
}

TEST_F(LayeredStoreTest, BundlesServeWithoutAFolder) {
  makeBundle("a", {1});
  Options.Folder = "";
  auto Store = openLayers();
  EXPECT_EQ(found(*Store, 1), payload(1));
  EXPECT_EQ(found(*Store, 2), "");
  EXPECT_FALSE(std::filesystem::exists(Folder / "cache"));
}

TEST_F(LayeredStoreTest, ABundleThatCannotBeUsedIsToldAndLeftOut) {
  Bundles.push_back(Folder / "missing");
  makeBundle("a", {1});
  auto Store = openLayers();
  EXPECT_EQ(found(*Store, 1), payload(1));
  EXPECT_EQ(Store->bundles().size(), 1u);
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings[0].find(std::string(Folder / "missing")),
            std::string::npos);
}

TEST_F(LayeredStoreTest, ABundleThatTheProgramClosesIsOpenedAgain) {
  makeBundle("a", {1, 2});
  const std::string &Path = Bundles.front();
  auto Store = openLayers();
  EXPECT_EQ(found(*Store, 1), payload(1));
  const int Theirs = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  struct stat Bundle, Other;
  ASSERT_EQ(::stat(Path.c_str(), &Bundle), 0);
  int NumClosed = 0;
  for (int Number = 3; Number != 64; ++Number)
    if (::fstat(Number, &Other) == 0 &&
        FileIdentity(Other) == FileIdentity(Bundle)) {
      ::dup2(Theirs, Number);
      ++NumClosed;
    }
  EXPECT_EQ(NumClosed, 1);
  EXPECT_EQ(found(*Store, 2), payload(2));
  ::close(Theirs);
  EXPECT_EQ(loads(Store->bundles()[0]->Counts, LoadOutcome::Hit), 2u);
}

TEST_F(LayeredStoreTest, ADamagedBundleEntryIsFoundFurtherDown) {
  makeBundle("a", {1});
  std::string Bad = readFile(Folder / "a");
  Bad[sizeof(BundleHeader) + entry(1).size() - 1] ^= 1;
  writeFile(Folder / "a", Bad);
  auto Store = openLayers();
  Store->store(key(1), fieldsOf(1), payload(1), 9);
  EXPECT_EQ(found(*Store, 1), payload(1));
  EXPECT_EQ(loads(Store->bundles()[0]->Counts, LoadOutcome::BadPayload), 1u);
}

TEST_F(LayeredStoreTest, ARemoteImageGoesIntoTheFolder) {
  RemoteEntries[key(1).hex()] = entry(1);
  auto Store = openLayers(/*WithRemote=*/true);
  // find() asks no other machine, because no launch waits for its result.
  EXPECT_FALSE(Store->find(key(1)).has_value());
  EXPECT_EQ(Remote->NumGets, 0);
  DiskStore::Found Out = Store->lookup(key(1));
  ASSERT_TRUE(Out.Image.has_value());
  EXPECT_EQ(Out.Image->Payload, payload(1));
  EXPECT_EQ(Out.Image->CompileNs, 9u);
  EXPECT_EQ(Remote->NumGets, 1);
  // Another process on this machine need not ask the remote store.
  auto Other = openLayers(/*WithRemote=*/true);
  EXPECT_EQ(found(*Other, 1), payload(1));
  EXPECT_EQ(Remote->NumGets, 0);
}

TEST_F(LayeredStoreTest, WhatIsStoredGoesToTheRemoteStoreToo) {
  auto Store = openLayers(/*WithRemote=*/true);
  EXPECT_EQ(Store->store(key(1), fieldsOf(1), payload(1), 9),
            StoreOutcome::Stored);
  EXPECT_EQ(RemoteEntries[key(1).hex()], entry(1));
}

TEST_F(LayeredStoreTest, AMissEverywhereHasTheClaim) {
  auto Store = openLayers(/*WithRemote=*/true);
  DiskStore::Found Mine = Store->lookup(key(1));
  EXPECT_FALSE(Mine.Image.has_value());
  EXPECT_EQ(Mine.Outcome, LoadOutcome::Absent);
  EXPECT_EQ(Remote->NumGets, 1);
  // The claim is held, so that another process waits for it.
  auto Other = openLayers();
  found(*Other, 1);
  EXPECT_EQ(Other->folder().counters().Events[CacheEvent::WaitTimedOut], 1u);
}

TEST_F(LayeredStoreTest, NotesComeFromTheFolderThenFromBundles) {
  makeBundle("a", {1});
  auto Store = openLayers();
  std::optional<StoredImage> Note = Store->readNote(key(1));
  ASSERT_TRUE(Note.has_value());
  EXPECT_EQ(Note->Payload, payload(1));
  Store->replaceNote(key(1), fieldsOf(1), "newer");
  Note = Store->readNote(key(1));
  ASSERT_TRUE(Note.has_value());
  EXPECT_EQ(Note->Payload, "newer");
}

} // namespace
