//===- BundleTest.cpp - Tests of bundles ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Bundle.h"
#include "StoreFixture.h"

#include <algorithm>
#include <cerrno>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

class BundleTest : public StoreFixture {
protected:
  std::string entry(int Number, size_t Size = 300) const {
    return encodeEntry(key(Number), fieldsOf(Number), payload(Number, Size),
                       77);
  }

  Status write(const std::vector<int> &Numbers) {
    Result<BundleWriter> Writer = BundleWriter::create(Path, Files);
    if (!Writer)
      return Writer.takeError();
    for (int Each : Numbers)
      if (Status S = Writer->add(key(Each), entry(Each)); !S)
        return S;
    return Writer->finish();
  }

  Bundle open() {
    Result<Bundle> Opened = Bundle::open(Path, Files);
    if (!Opened) {
      ADD_FAILURE() << Opened.error().message();
      std::abort();
    }
    return std::move(*Opened);
  }

  std::string whyNot() {
    Result<Bundle> Opened = Bundle::open(Path, Files);
    return Opened ? "" : Opened.error().message();
  }

  size_t filesBeside() const {
    size_t Number = 0;
    for (const auto &Each : std::filesystem::directory_iterator(Folder / ""))
      Number += Each.is_regular_file();
    return Number;
  }

  const std::string Path = Folder / "images.bundle";
};

TEST_F(BundleTest, ReadsWhatIsInIt) {
  std::vector<int> Numbers;
  for (int I = 0; I != 100; ++I)
    Numbers.push_back(I);
  ASSERT_TRUE(bool(write(Numbers)));
  const Bundle Opened = open();
  EXPECT_EQ(Opened.numEntries(), 100u);
  for (int I = 0; I != 100; ++I) {
    StoredImage Image;
    ASSERT_EQ(Opened.read(key(I), Image), LoadOutcome::Hit) << I;
    EXPECT_EQ(Image.Payload, payload(I));
    EXPECT_EQ(Image.Fields, fieldsOf(I));
    EXPECT_EQ(Image.CompileNs, 77u);
    EXPECT_EQ(Image.entry(), entry(I));
  }
  StoredImage None;
  for (int I = 100; I != 200; ++I)
    EXPECT_EQ(Opened.read(key(I), None), LoadOutcome::Absent);
}

TEST_F(BundleTest, IsInTheOrderOfItsKeys) {
  ASSERT_TRUE(bool(write({5, 3, 9, 1})));
  const Bundle Opened = open();
  std::vector<std::array<uint8_t, 32>> Keys;
  for (uint64_t I = 0; I != Opened.numEntries(); ++I) {
    const std::optional<BundleSlot> Slot = Opened.slot(I);
    ASSERT_TRUE(Slot.has_value());
    Keys.push_back(Slot->EntryKey.Bytes);
  }
  EXPECT_TRUE(std::is_sorted(Keys.begin(), Keys.end()));
  EXPECT_EQ(Keys.size(), 4u);
}

TEST_F(BundleTest, OnlyARegularFileIsReplaced) {
  const std::string Other = Folder / "other";
  writeFile(Other, std::string(100000, 'x'));
  std::filesystem::create_symlink(Other, Path);
  ASSERT_TRUE(bool(write({1, 2})));
  EXPECT_TRUE(std::filesystem::is_symlink(Path));
  EXPECT_EQ(open().numEntries(), 2u);
  EXPECT_LT(std::filesystem::file_size(Other), 100000u);

  // If the path cannot be written to, this is an error, and the file stays.
  std::filesystem::remove(Path);
  ASSERT_EQ(::mkfifo(Path.c_str(), 0600), 0);
  EXPECT_FALSE(bool(write({1})));
  const int Reader = ::open(Path.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_FALSE(bool(write({1})));
  ::close(Reader);
  EXPECT_TRUE(std::filesystem::is_fifo(Path));
}

TEST_F(BundleTest, MayBeEmptyAndHoldsEachKeyOnce) {
  ASSERT_TRUE(bool(write({})));
  StoredImage None;
  EXPECT_EQ(open().read(key(1), None), LoadOutcome::Absent);
  ASSERT_TRUE(bool(write({2, 2, 2})));
  EXPECT_EQ(open().numEntries(), 1u);
}

TEST_F(BundleTest, G1_EveryFlippedBitIsAMissOrDoesNotMatter) {
  ASSERT_TRUE(bool(write({1, 2, 3})));
  const std::string Good = readFile(Path);
  size_t Refused = 0;
  for (size_t Bit = 0; Bit != Good.size() * 8; ++Bit) {
    std::string Bad = Good;
    Bad[Bit / 8] = char(Bad[Bit / 8] ^ (1 << Bit % 8));
    writeFile(Path, Bad);
    Result<Bundle> Opened = Bundle::open(Path, Files);
    if (!Opened) {
      ++Refused;
      continue;
    }
    unsigned Misses = 0;
    for (int I : {1, 2, 3}) {
      StoredImage Image;
      if (Opened->read(key(I), Image) != LoadOutcome::Hit)
        ++Misses;
      else
        EXPECT_EQ(Image.entry(), entry(I)) << Bit;
    }
    // A damaged key in the index may hide other keys from the search.
    EXPECT_GE(Misses, 1u) << Bit;
  }
  EXPECT_EQ(Refused, sizeof(BundleHeader) * 8);
}

TEST_F(BundleTest, G1_EveryTruncationIsRefused) {
  ASSERT_TRUE(bool(write({1, 2})));
  const std::string Good = readFile(Path);
  for (size_t Size = 0; Size != Good.size(); ++Size) {
    writeFile(Path, Good.substr(0, Size));
    EXPECT_NE(whyNot(), "") << Size;
  }
  writeFile(Path, Good + "x");
  EXPECT_NE(whyNot(), "");
}

TEST_F(BundleTest, G8_MayShrinkWhileItIsOpen) {
  ASSERT_TRUE(bool(write({1, 2})));
  const Bundle Opened = open();
  for (uint64_t Size : {200, 60, 0}) {
    std::filesystem::resize_file(Path, Size);
    StoredImage Image;
    EXPECT_NE(Opened.read(key(1), Image), LoadOutcome::Hit);
  }
}

TEST_F(BundleTest, G7_IsNotReadWhereOthersMayWrite) {
  using std::filesystem::perms;
  ASSERT_TRUE(bool(write({1})));
  for (perms Each : {perms::group_write, perms::others_write}) {
    std::filesystem::permissions(Path, perms::owner_read | Each);
    EXPECT_NE(whyNot().find("other users may write to it"), std::string::npos);
  }
  std::filesystem::permissions(Path, perms::owner_read);
  EXPECT_EQ(whyNot(), "");
  std::filesystem::remove(Path);
  ASSERT_EQ(::mkfifo(Path.c_str(), 0600), 0);
  EXPECT_NE(whyNot().find("it is no regular file"), std::string::npos);
}

TEST_F(BundleTest, G7_IsOfTheUserOrOfRoot) {
  ASSERT_TRUE(bool(write({1})));
  struct stat Info;
  ASSERT_EQ(::stat(Path.c_str(), &Info), 0);
  Files.UserOffset = 1;
  if (Info.st_uid == 0)
    EXPECT_EQ(whyNot(), "");
  else
    EXPECT_NE(whyNot().find("it belongs to another user"), std::string::npos);
  Files.UserOffset = 0;
  Files.RaisedPrivileges = true;
  EXPECT_NE(whyNot().find("raised privileges"), std::string::npos);
}

TEST_F(BundleTest, G15_AnotherVersionIsNamed) {
  ASSERT_TRUE(bool(write({1})));
  std::string Other = readFile(Path);
  Other[8] = 9;
  writeFile(Path, Other);
  EXPECT_NE(whyNot().find("it has version 9, and this is version 1"),
            std::string::npos);
}

TEST_F(BundleTest, AMissingFileIsNamed) {
  EXPECT_EQ(whyNot(),
            "the bundle " + Path + " is not used: No such file or directory");
}

TEST_F(BundleTest, AnUnfinishedOneLeavesNothing) {
  {
    Result<BundleWriter> Writer = BundleWriter::create(Path, Files);
    ASSERT_TRUE(bool(Writer));
    ASSERT_TRUE(bool(Writer->add(key(1), entry(1))));
  }
  EXPECT_EQ(filesBeside(), 0u);
}

TEST_F(BundleTest, G5_EachFailedCallIsToldAndLeavesTheOldOne) {
  ASSERT_TRUE(bool(write({1})));
  const std::string Before = readFile(Path);
  const uint64_t First = Files.Calls;
  ASSERT_TRUE(bool(write({1})));
  const uint64_t NumCalls = Files.Calls - First;
  EXPECT_EQ(readFile(Path), Before);
  for (int Reason : {ENOSPC, EDQUOT, EIO})
    for (uint64_t I = 0; I != NumCalls; ++I) {
      Files.Errno = Reason;
      Files.FailingCall = Files.Calls + I;
      Status S = write({1, 2});
      Files.FailingCall = UINT64_MAX;
      ASSERT_FALSE(bool(S)) << I;
      EXPECT_NE(S.error().message().find(Path), std::string::npos);
      EXPECT_NE(S.error().message().find(std::strerror(Reason)),
                std::string::npos);
      EXPECT_EQ(readFile(Path), Before);
      EXPECT_EQ(filesBeside(), 1u);
    }
}

TEST_F(BundleTest, G5_G17_EachErrorOfAReadIsAMiss) {
  ASSERT_TRUE(bool(write({1, 2, 3})));
  const Bundle Opened = open();
  Files.FailingCalls = {"readAt"};
  for (int Reason : {EIO, ESTALE, EBUSY}) {
    Files.Errno = Reason;
    StoredImage Image;
    EXPECT_EQ(Opened.read(key(1), Image), LoadOutcome::IoError);
    EXPECT_NE(whyNot(), "");
  }
}

TEST_F(BundleTest, G5_ShortReadsAndWritesAreContinued) {
  Files.MaxTransfer = 7;
  ASSERT_TRUE(bool(write({1, 2})));
  StoredImage Image;
  EXPECT_EQ(open().read(key(2), Image), LoadOutcome::Hit);
}

} // namespace
