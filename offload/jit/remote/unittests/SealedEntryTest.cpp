//===- SealedEntryTest.cpp - Tests of sealed entries ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Remote/SealedEntry.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace ompjit;
using namespace ompjit::remote;
using cache::LoadOutcome;

namespace {

const std::optional<Secret> None;

std::optional<Secret> secret(const char *Text) { return Secret(Text); }

LoadOutcome outcomeOf(ByteView Sealed, const std::optional<Secret> &Shared) {
  ByteView Entry;
  return unseal(Sealed, Shared, Entry);
}

TEST(SealedEntry, IsOpenedWithTheSameSecret) {
  for (const std::optional<Secret> &Shared :
       {None, secret("sixteen bytes and"), secret("more than that")}) {
    const std::string Sealed = seal("the entry", Shared);
    ByteView Entry;
    EXPECT_EQ(unseal(Sealed, Shared, Entry), LoadOutcome::Hit);
    EXPECT_EQ(Entry, "the entry");
    // A reader that requires no secret takes it as well.
    EXPECT_EQ(unseal(Sealed, None, Entry), LoadOutcome::Hit);
    EXPECT_EQ(Entry, "the entry");
  }
}

TEST(SealedEntry, IsRefusedWithoutTheSecretOrWithAnother) {
  EXPECT_EQ(outcomeOf(seal("the entry", None), secret("a secret")),
            LoadOutcome::NotAuthentic);
  EXPECT_EQ(outcomeOf(seal("the entry", secret("another")), secret("a secret")),
            LoadOutcome::NotAuthentic);
}

TEST(SealedEntry, G1_EveryFlippedBitAndEveryCutIsRefused) {
  const std::optional<Secret> Shared = secret("a secret");
  const std::string Good = seal("the entry", Shared);
  for (size_t Bit = 0; Bit != Good.size() * 8; ++Bit) {
    std::string Bad = Good;
    Bad[Bit / 8] = char(Bad[Bit / 8] ^ (1 << Bit % 8));
    EXPECT_NE(outcomeOf(Bad, Shared), LoadOutcome::Hit) << Bit;
  }
  for (size_t Size = 0; Size != Good.size(); ++Size)
    EXPECT_NE(outcomeOf(Good.substr(0, Size), Shared), LoadOutcome::Hit);
  EXPECT_NE(outcomeOf(Good + "x", Shared), LoadOutcome::Hit);
}

class SecretTest : public testing::Test {
protected:
  Result<Secret> read(const std::string &Content, int Mode = 0600) {
    std::filesystem::remove(Path);
    std::ofstream(Path) << Content;
    std::filesystem::permissions(Path, std::filesystem::perms(Mode));
    return Secret::read(Path);
  }
  std::string whyNot(const std::string &Content, int Mode = 0600) {
    Result<Secret> Got = read(Content, Mode);
    return Got ? "" : Got.error().message();
  }

  TemporaryFolder Folder;
  const std::string Path = Folder / "secret";
};

TEST_F(SecretTest, IsTheContentWithoutTheLastNewline) {
  Result<Secret> One = read("0123456789abcdef"),
                 Other = read("0123456789abcdef\n");
  ASSERT_TRUE(One && Other);
  EXPECT_EQ(One->key(), Other->key());
  Other = read("0123456789abcdeF");
  ASSERT_TRUE(bool(Other));
  EXPECT_NE(One->key(), Other->key());
}

TEST_F(SecretTest, MustBeLongEnoughAndTheUsersAlone) {
  EXPECT_NE(whyNot("too short").find("it has 9 bytes"), std::string::npos);
  EXPECT_NE(whyNot(std::string(5000, 'x')).find("from 16 to 4096"),
            std::string::npos);
  EXPECT_EQ(whyNot(std::string(4096, 'x')), "");
  for (int Mode : {0640, 0604, 0620})
    EXPECT_NE(whyNot("0123456789abcdef", Mode).find("others may read it"),
              std::string::npos);
  EXPECT_EQ(whyNot("0123456789abcdef", 0400), "");
  std::filesystem::remove(Path);
  EXPECT_EQ(Secret::read(Path).error().message(),
            "the secret in " + Path +
                " is not used: No such file or directory");
}

} // namespace
