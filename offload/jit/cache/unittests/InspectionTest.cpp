//===- InspectionTest.cpp - Tests of the inspection of caches -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Inspection.h"
#include "Collector.h"
#include "StoreFixture.h"

#include <set>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

class InspectionTest : public StoreFixture {
protected:
  Inspection inspection() {
    Result<Inspection> Opened = Inspection::open(Options.Folder, Files);
    if (!Opened) {
      ADD_FAILURE() << Opened.error().message();
      std::abort();
    }
    return std::move(*Opened);
  }

  static EntryName image(int Number) { return {key(Number), false}; }

  /// Sets the entry's last use to \p Hours ago.
  void setAge(int Number, int Hours) {
    std::filesystem::last_write_time(
        file(Number), std::filesystem::file_time_type::clock::now() -
                          std::chrono::hours(Hours));
  }
};

TEST_F(InspectionTest, MakesNoFolder) {
  Result<Inspection> Opened = Inspection::open(Options.Folder, Files);
  ASSERT_FALSE(bool(Opened));
  EXPECT_NE(Opened.error().message().find(Options.Folder), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(Options.Folder));
}

TEST_F(InspectionTest, ListsWhatIsThere) {
  auto Store = open();
  put(*Store, 1);
  put(*Store, 2);
  Store->replaceNote(key(2), fieldsOf(2), "note");
  writeFile(Options.Folder + "/omp-jit.tmp.0123456789abcdef", "x");
  writeFile(Options.Folder + "/letter.txt", "x");
  Result<FolderContents> Found = inspection().contents();
  ASSERT_TRUE(bool(Found));
  EXPECT_EQ(Found->Temporaries, 1u);
  EXPECT_EQ(Found->ForeignFiles, 1u);
  std::set<std::string> Names;
  for (const EntryName &Each : Found->Entries)
    Names.insert(Each.fileName());
  EXPECT_EQ(Names,
            (std::set<std::string>{key(1).hex() + ".img", key(2).hex() + ".img",
                                   key(2).hex() + ".note"}));
}

TEST_F(InspectionTest, TellsTheFields) {
  put(*open(), 7, /*Size=*/10000);
  for (Depth Each : {Depth::Fields, Depth::Payload}) {
    const EntryReport Report = inspection().inspect(image(7), Each);
    EXPECT_TRUE(Report.isIntact());
    EXPECT_EQ(Report.field("kernel"), "kernel7");
    EXPECT_EQ(Report.field("format"), std::to_string(FormatVersion));
    EXPECT_EQ(Report.field("unheard of"), "");
    EXPECT_EQ(Report.PayloadBytes, 10000u);
    EXPECT_EQ(Report.CompileNs, 1234u);
    EXPECT_EQ(Report.FileBytes, std::filesystem::file_size(file(7)));
  }
}

TEST_F(InspectionTest, ReadsFieldsOfAnyLength) {
  KeyFields Long;
  Long.Specialization = std::string(50000, 'x');
  const std::string Fields = canonicalFields(Long);
  open()->store(keyOf(Fields), Fields, "payload", 1);
  const EntryReport Report =
      inspection().inspect({keyOf(Fields), false}, Depth::Fields);
  EXPECT_TRUE(Report.isIntact());
  EXPECT_EQ(Report.field("specialization"), Long.Specialization);
}

TEST_F(InspectionTest, G18_SeesEveryFlippedBitAndChangesNothing) {
  put(*open(), 1, /*Size=*/64);
  const std::string Good = readFile(file(1));
  for (size_t Bit = 0; Bit != Good.size() * 8; ++Bit) {
    std::string Bad = Good;
    Bad[Bit / 8] = char(Bad[Bit / 8] ^ (1 << Bit % 8));
    writeFile(file(1), Bad);
    std::string Bytes;
    EXPECT_FALSE(
        inspection().inspect(image(1), Depth::Payload, &Bytes).isIntact());
    // A look at the fields finds all damage but that of the payload.
    EXPECT_EQ(inspection().inspect(image(1), Depth::Fields).isIntact(),
              Bit / 8 >= Good.size() - 64);
    EXPECT_EQ(readFile(file(1)), Bad);
  }
}

TEST_F(InspectionTest, SeesEveryTruncation) {
  put(*open(), 1, /*Size=*/64);
  const std::string Good = readFile(file(1));
  for (size_t Size = 0; Size != Good.size(); ++Size) {
    writeFile(file(1), Good.substr(0, Size));
    for (Depth Each : {Depth::Fields, Depth::Payload})
      EXPECT_EQ(inspection().inspect(image(1), Each).State,
                LoadOutcome::Truncated);
  }
  EXPECT_EQ(inspection().inspect(image(2), Depth::Fields).State,
            LoadOutcome::Absent);
}

TEST_F(InspectionTest, LeavesTheStampAlone) {
  put(*open(), 1);
  setAge(1, 48);
  const auto Before = std::filesystem::last_write_time(file(1));
  inspection().inspect(image(1), Depth::Payload);
  EXPECT_EQ(std::filesystem::last_write_time(file(1)), Before);
}

TEST_F(InspectionTest, RemovesOneEntry) {
  auto Store = open();
  put(*Store, 1);
  put(*Store, 2);
  EXPECT_TRUE(bool(inspection().remove(image(1))));
  EXPECT_TRUE(bool(inspection().remove(image(1))));
  EXPECT_FALSE(get(*Store, 1));
  EXPECT_TRUE(get(*Store, 2));
}

TEST_F(InspectionTest, PrunesWhatWasUsedLongestAgo) {
  auto Store = open();
  for (int I = 1; I != 7; ++I) {
    put(*Store, I);
    setAge(I, 100 - I);
  }
  // Each entry takes one block.
  Result<uint64_t> Removed = inspection().prune(OwnBytes + 2 * 4096);
  ASSERT_TRUE(bool(Removed));
  EXPECT_EQ(*Removed, 4u);
  for (int I = 1; I != 7; ++I)
    EXPECT_EQ(get(*Store, I).has_value(), I > 4) << I;
  Removed = inspection().prune(OwnBytes + 2 * 4096);
  ASSERT_TRUE(bool(Removed));
  EXPECT_EQ(*Removed, 0u);
  EXPECT_EQ(*inspection().prune(0), 2u);
}

TEST_F(InspectionTest, PruneSaysThatAnotherIsAtIt) {
  put(*open(), 1);
  FileHandle State(Files, ::open((Options.Folder + "/omp-jit.state").c_str(),
                                 O_RDWR | O_CLOEXEC));
  ASSERT_TRUE(bool(State));
  ASSERT_EQ(Files.tryLockByte(State.get(), 1), 0);
  Result<uint64_t> Removed = inspection().prune(0);
  ASSERT_FALSE(bool(Removed));
  EXPECT_NE(Removed.error().message().find("another process"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(file(1)));
}

TEST(FieldsTest, AreWhatTheyWereMadeOf) {
  KeyFields Values;
  Values.Kernel = std::string("a\0b", 3);
  Values.Arch = "sm_90";
  auto Parsed = parseFields(canonicalFields(Values));
  ASSERT_TRUE(Parsed);
  EXPECT_EQ(Parsed->size(), keyFieldTable().size() + 1);
  EXPECT_EQ((*Parsed)[0],
            (NamedField{"format", std::to_string(FormatVersion)}));
  for (size_t I = 0; I != keyFieldTable().size(); ++I) {
    const KeyFieldRow &Row = keyFieldTable()[I];
    EXPECT_EQ((*Parsed)[I + 1], (NamedField{Row.Name, Values.*Row.Member}));
  }
}

TEST(FieldsTest, EveryTruncationIsRefusedOrShorter) {
  const std::string Whole = canonicalFields(KeyFields());
  const size_t All = parseFields(Whole)->size();
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    if (auto Parsed = parseFields(ByteView(Whole).substr(0, Size)))
      EXPECT_LT(Parsed->size(), All);
  EXPECT_FALSE(parseFields(std::string(20, '\xff')));
}

TEST(KeyTest, HexadecimalDigitsGoBothWays) {
  const Key K = keyOf("anything");
  EXPECT_EQ(Key::fromHex(K.hex()), K);
  EXPECT_FALSE(Key::fromHex(K.hex().substr(1)));
  EXPECT_FALSE(Key::fromHex(std::string(64, 'g')));
  EXPECT_FALSE(Key::fromHex(std::string(64, 'A')));
}

} // namespace
