//===- ImageFolderTest.cpp ------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/ImageFolder.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <vector>

using namespace ompjit::plugins;

namespace fs = std::filesystem;

namespace {

class ImageFolderTest : public ::testing::Test {
protected:
  std::optional<ImageFolder> open() { return ImageFolder::open(Path, WhyNot); }
  std::string read(const std::string &Name) {
    std::ifstream In(Path / Name, std::ios::binary);
    return {std::istreambuf_iterator<char>(In), {}};
  }
  void age(const std::string &Name, int Hours) {
    fs::last_write_time(Path / Name, fs::file_time_type::clock::now() -
                                         std::chrono::hours(Hours));
  }
  size_t numFiles() {
    return size_t(std::distance(fs::directory_iterator(Path), {}));
  }

  const ompjit::TemporaryFolder Folder;
  const fs::path Above = Folder.path(), Path = Above / "images";
  std::string WhyNot;
};

TEST_F(ImageFolderTest, HoldsWhatWasPlaced) {
  const std::string Image(100000, 'i');
  ASSERT_TRUE(open()->place("a.so", Image));
  EXPECT_EQ(read("a.so"), Image);
  EXPECT_EQ(open()->pathOf("a.so"), Path / "a.so");
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(ImageFolderTest, LeavesAFileThatIsRightAsItIs) {
  ASSERT_TRUE(open()->place("a.so", "image"));
  struct stat Before, After;
  ASSERT_EQ(::stat((Path / "a.so").c_str(), &Before), 0);
  ASSERT_TRUE(open()->place("a.so", "image"));
  ASSERT_EQ(::stat((Path / "a.so").c_str(), &After), 0);
  EXPECT_EQ(Before.st_ino, After.st_ino);
}

TEST_F(ImageFolderTest, ReplacesAFileThatHoldsSomethingElse) {
  ASSERT_TRUE(open()->place("a.so", "image"));
  for (const char *Wrong : {"imagE", "imag", "images", ""}) {
    fs::remove(Path / "a.so");
    std::ofstream(Path / "a.so") << Wrong;
    ASSERT_TRUE(open()->place("a.so", "image"));
    EXPECT_EQ(read("a.so"), "image") << Wrong;
  }
}

TEST_F(ImageFolderTest, ReplacesALinkAndAFifo) {
  const auto Folder = open();
  std::ofstream(Above / "other") << "image";
  fs::create_symlink(Above / "other", Path / "a.so");
  ASSERT_TRUE(Folder->place("a.so", "image"));
  EXPECT_FALSE(fs::is_symlink(Path / "a.so"));
  ASSERT_EQ(::mkfifo((Path / "b.so").c_str(), 0600), 0);
  ASSERT_TRUE(Folder->place("b.so", "image"));
  EXPECT_EQ(read("b.so"), "image");
}

TEST_F(ImageFolderTest, SaysWhereItCannotPlace) {
  fs::create_directories(Path / "a.so" / "full");
  EXPECT_FALSE(open()->place("a.so", "image"));
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(ImageFolderTest, DoesNotReachTheLimitOfFileSizes) {
  rlimit Before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &Before), 0);
  const rlimit Small = {4, Before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &Small), 0);
  EXPECT_FALSE(open()->place("a.so", "image"));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &Before), 0);
}

TEST_F(ImageFolderTest, IsForTheUserAlone) {
  const mode_t Before = ::umask(0);
  ASSERT_TRUE(open()->place("a.so", "image"));
  ::umask(Before);
  struct stat Info;
  ASSERT_EQ(::stat(Path.c_str(), &Info), 0);
  EXPECT_EQ(Info.st_mode & 07777, 0700u);
  ASSERT_EQ(::stat((Path / "a.so").c_str(), &Info), 0);
  EXPECT_EQ(Info.st_mode & 07777, 0400u);
}

TEST_F(ImageFolderTest, NeedsNoPermissionsInTheProgramsMask) {
  const mode_t Before = ::umask(0777);
  EXPECT_TRUE(open()->place("a.so", "image"));
  EXPECT_TRUE(open()->place("a.so", "image"));
  ::umask(Before);
  EXPECT_EQ(read("a.so"), "image");
}

TEST_F(ImageFolderTest, IsNotUsedWhereOthersMayWrite) {
  ASSERT_TRUE(open());
  EXPECT_EQ(WhyNot, "");
  fs::permissions(Path, fs::perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(open());
  EXPECT_NE(WhyNot.find("other users"), std::string::npos) << WhyNot;
}

TEST_F(ImageFolderTest, IsNotUsedWhereOthersMayReplaceIt) {
  ASSERT_TRUE(open());
  fs::permissions(Above, fs::perms(0777));
  EXPECT_FALSE(open());
  // These are the permissions of /tmp.
  fs::permissions(Above, fs::perms(01777));
  EXPECT_TRUE(open());
}

TEST_F(ImageFolderTest, IsNoLinkAndNoFile) {
  fs::create_directory(Above / "other");
  fs::create_directory_symlink(Above / "other", Path);
  EXPECT_FALSE(open());
  fs::remove(Path);
  std::ofstream(Path.string()) << "text";
  EXPECT_FALSE(open());
  EXPECT_FALSE(ImageFolder::open(Above / "none" / "images", WhyNot));
  EXPECT_NE(WhyNot.find("No such file"), std::string::npos) << WhyNot;
  EXPECT_FALSE(ImageFolder::open("images", WhyNot));
  EXPECT_NE(WhyNot.find("not absolute"), std::string::npos) << WhyNot;
  EXPECT_FALSE(ImageFolder::open("/proc", WhyNot));
  EXPECT_NE(WhyNot.find("no code"), std::string::npos) << WhyNot;
}

TEST_F(ImageFolderTest, IsAnotherUsersForRoot) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give a folder away";
  ASSERT_TRUE(open());
  ASSERT_EQ(::chown(Path.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(open());
}

TEST_F(ImageFolderTest, CollectsWhatWasNotUsedForTheLongestTime) {
  const auto Folder = open();
  const std::string Image(64 << 10, 'i');
  for (const char *Name : {"a.so", "b.so", "c.so"})
    ASSERT_TRUE(Folder->place(Name, Image));
  age("a.so", 1);
  age("b.so", 3);
  age("c.so", 2);
  Folder->collect(2 * Image.size());
  EXPECT_TRUE(fs::exists(Path / "a.so"));
  EXPECT_FALSE(fs::exists(Path / "b.so"));
  EXPECT_TRUE(fs::exists(Path / "c.so"));
  ASSERT_TRUE(Folder->place("c.so", Image)); // This counts as a use.
  Folder->collect(Image.size());
  EXPECT_FALSE(fs::exists(Path / "a.so"));
  EXPECT_TRUE(fs::exists(Path / "c.so"));
}

TEST_F(ImageFolderTest, CollectsWhatKilledProcessesLeftAndNothingElse) {
  const auto Folder = open();
  for (const char *Name : {"old.part", "new.part", "notes.txt"})
    std::ofstream(Path / Name) << "text";
  age("old.part", 2);
  age("notes.txt", 1000);
  fs::create_directory(Path / "folder.so");
  Folder->collect(0);
  EXPECT_FALSE(fs::exists(Path / "old.part"));
  EXPECT_TRUE(fs::exists(Path / "new.part"));
  EXPECT_TRUE(fs::exists(Path / "notes.txt"));
  EXPECT_TRUE(fs::exists(Path / "folder.so"));
}

TEST_F(ImageFolderTest, ManyPlaceTheSameImage) {
  const std::string Image(200000, 'i');
  std::vector<std::thread> Threads;
  std::atomic<int> NumPlaced = 0;
  for (int I = 0; I != 8; ++I)
    Threads.emplace_back([&] {
      std::string Why;
      for (int J = 0; J != 20; ++J) {
        const std::string Name = "a-" + std::to_string(J) + ".so";
        NumPlaced += ImageFolder::open(Path, Why)->place(Name, Image) &&
                     read(Name) == Image;
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(NumPlaced, 160);
  EXPECT_EQ(numFiles(), 20u);
}

TEST(ImageFileName, SaysWhatItIs) {
  const std::string Name = imageFileName("__omp_main_l7", "image");
  EXPECT_EQ(Name.substr(0, 14), "__omp_main_l7-");
  EXPECT_EQ(Name, imageFileName("__omp_main_l7", "image"));
  EXPECT_NE(Name, imageFileName("__omp_main_l7", "imagE"));
  EXPECT_EQ(imageFileName("../a/b", "").substr(0, 7), "___a_b-");
  EXPECT_LT(imageFileName(std::string(5000, 'a'), "").size(), 200u);
}

} // namespace
