//===- WholeFileTest.cpp - Tests of files that are whole or absent --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/WholeFile.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

TEST(WholeFileTest, TheLimitOfFileSizesEndsTheFileAndNotTheProgram) {
  TemporaryFolder Folder;
  std::fflush(nullptr);
  pid_t Child = ::fork();
  if (Child == 0) {
    rlimit Small = {100, 100};
    ::setrlimit(RLIMIT_FSIZE, &Small);
    ::_exit(bool(writeFileWhole(Folder / "file", std::string(101, 'x'))));
  }
  int State = 0;
  ASSERT_EQ(::waitpid(Child, &State, 0), Child);
  EXPECT_EQ(State, 0);
  EXPECT_TRUE(std::filesystem::is_empty(Folder.path()));
}

std::string contentOf(const std::string &Path) {
  std::ifstream File(Path);
  return std::string(std::istreambuf_iterator<char>(File), {});
}

TEST(WholeFileTest, OnlyARegularFileIsReplaced) {
  TemporaryFolder Folder;
  const std::string Regular = Folder / "file", Link = Folder / "link",
                    Pipe = Folder / "pipe", Dangling = Folder / "dangling";
  ASSERT_TRUE(writeFileWhole(Regular, "before that"));
  std::filesystem::create_symlink(Regular, Link);
  ASSERT_TRUE(writeFileWhole(Link, "after"));
  EXPECT_TRUE(std::filesystem::is_symlink(Link));
  EXPECT_EQ(contentOf(Regular), "after");

  std::filesystem::create_symlink(Folder / "new", Dangling);
  ASSERT_TRUE(writeFileWhole(Dangling, "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(Dangling));
  EXPECT_EQ(contentOf(Folder / "new"), "new");

  ASSERT_EQ(::mkfifo(Pipe.c_str(), 0600), 0);
  Status Unread = writeFileWhole(Pipe, "nobody");
  ASSERT_FALSE(Unread);
  EXPECT_NE(Unread.error().message().find("cannot open " + Pipe),
            std::string::npos);
  // This is more than a pipe holds, and it is read late.
  const std::string Long(300000, 'x');
  const int Reader = ::open(Pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(Reader, 0);
  std::thread Writer([&] { EXPECT_TRUE(writeFileWhole(Pipe, Long)); });
  ::fcntl(Reader, F_SETFL, 0);
  std::string Got;
  while (Got.size() < Long.size()) {
    char Part[4096];
    const ssize_t Size = ::read(Reader, Part, sizeof(Part));
    if (Size > 0)
      Got.append(Part, size_t(Size));
    else
      std::this_thread::yield();
  }
  Writer.join();
  ::close(Reader);
  EXPECT_EQ(Got, Long);
  EXPECT_TRUE(std::filesystem::is_fifo(Pipe));
}

TEST(WholeFileTest, AReaderThatGoesIsAnError) {
  TemporaryFolder Folder;
  const std::string Pipe = Folder / "pipe";
  ASSERT_EQ(::mkfifo(Pipe.c_str(), 0600), 0);
  const int Reader = ::open(Pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(Reader, 0);
  std::thread Goes([&] {
    char First;
    while (::read(Reader, &First, 1) != 1)
      std::this_thread::yield();
    ::close(Reader);
  });
  Status Written = writeFileWhole(Pipe, std::string(300000, 'x'));
  Goes.join();
  ASSERT_FALSE(Written);
  EXPECT_NE(Written.error().message().find("Broken pipe"), std::string::npos);
  sigset_t Pending;
  sigpending(&Pending);
  EXPECT_EQ(sigismember(&Pending, SIGPIPE), 0);
}

TEST(WholeFileTest, WhatTheProgramPrintsStays) {
  TemporaryFolder Folder;
  const std::string Output = Folder / "output";
  std::fflush(nullptr);
  pid_t Child = ::fork();
  if (Child == 0) {
    const int File = ::open(Output.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(File, STDOUT_FILENO);
    const bool IsWritten = ::write(STDOUT_FILENO, "printed ", 8) == 8;
    ::_exit(!IsWritten || !writeFileWhole("/proc/self/fd/1", "counted"));
  }
  int State = 0;
  ASSERT_EQ(::waitpid(Child, &State, 0), Child);
  EXPECT_EQ(State, 0);
  EXPECT_EQ(contentOf(Output), "printed counted");
}

} // namespace
