//===- LibrariesTest.cpp - Tests of device libraries ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Libraries.h"
#include "ompjit/DeviceLink/DeviceGroup.h"

#include "support/TestModules.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace llvm;
using namespace ompjit::devicelink;

namespace {

constexpr char Gpu[] = "amdgcn-amd-amdhsa";

std::string bitcode(StringRef Text) {
  LLVMContext Context;
  auto M = parse(Context, Text);
  M->setTargetTriple(Triple(Gpu));
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(*M, Stream);
  return Bytes;
}

class Libraries : public testing::Test {
protected:
  Libraries() {
    EXPECT_FALSE(sys::fs::createUniqueDirectory("ompjit-libraries", Folder));
    Needing.Source = "main.o";
    Needing.Triple = Gpu;
    Needing.Image = MemoryBuffer::getMemBufferCopy(bitcode(R"(
      declare void @mine()
      declare void @theirs()
      define void @f() {
        call void @mine()
        call void @theirs()
        ret void
      })"));
    Group.Triple = Gpu;
    Group.Codes = {&Needing};
  }
  ~Libraries() override { sys::fs::remove_directories(Folder); }

  /// Makes an archive lib<name>.a, which defines a function of that name, in a
  /// folder of that name.
  std::string makeLibrary(StringRef Name) {
    const std::string Path = (Folder + "/" + Name).str();
    EXPECT_FALSE(sys::fs::create_directory(Path));
    const std::string Bytes =
        bitcode(("define void @" + Name + "() { ret void }").str());
    const NewArchiveMember Member(MemoryBufferRef(Bytes, "member.o"));
    EXPECT_FALSE(errorToBool(
        writeArchive(Path + "/lib" + Name.str() + ".a", Member,
                     SymtabWritingMode::NormalSymtab, object::Archive::K_GNU,
                     /*Deterministic=*/true, /*Thin=*/false)));
    return Path;
  }

  SmallString<128> Folder;
  DeviceCode Needing;
  DeviceGroup Group;
};

TEST_F(Libraries, KnowsThoseOfTheToolchain) {
  const std::string Own = makeLibrary("mine"), Usual = makeLibrary("theirs");
  LinkConfig Options;
  Options.Libraries = {"mine", "theirs"};
  auto Needed = neededLibraryCode(Group, Options, {Own}, {Usual});
  ASSERT_TRUE(bool(Needed));
  ASSERT_EQ(Needed->size(), 2u);
  EXPECT_TRUE((*Needed)[0].IsInstalled);
  EXPECT_FALSE((*Needed)[1].IsInstalled);

  // A library that the user names comes first.
  Options.LibraryFolders = {Usual};
  Options.Libraries = {"theirs"};
  Needed = neededLibraryCode(Group, Options, {Own}, {});
  ASSERT_TRUE(bool(Needed));
  ASSERT_EQ(Needed->size(), 1u);
  EXPECT_FALSE((*Needed)[0].IsInstalled);

  Options.Libraries = {"nowhere"};
  Needed = neededLibraryCode(Group, Options, {Own}, {});
  ASSERT_FALSE(bool(Needed));
  EXPECT_THAT(toString(Needed.takeError()),
              testing::HasSubstr("cannot find the device library -lnowhere"));
}

} // namespace
