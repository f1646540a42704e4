//===- NodeFolderTest.cpp - Tests of where the server is found ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/NodeFolder.h"

#include "ompjit/Server/Frame.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

namespace {

class NodeFolder : public testing::Test {
protected:
  NodeFolder() { Folder = ::mkdtemp(Name); }
  ~NodeFolder() override { std::filesystem::remove_all(Folder); }

  std::string path(const std::string &Id = "0123456789abcdef") {
    Result<std::string> Path = nodeSocketPath(Folder, Id);
    return Path ? *Path : "error: " + Path.error().message();
  }

  const std::string SocketName =
      "/omp-jit/compile-" + std::to_string(FrameVersion) + "-0123456789abcdef";
  char Name[32] = "/tmp/ompjit-test-XXXXXX";
  std::string Folder;
};

TEST_F(NodeFolder, IsPrivateAndNamedByTheCompiler) {
  EXPECT_EQ(path(), Folder + SocketName);
  EXPECT_NE(path("another"), path());
  struct stat Info;
  ASSERT_EQ(::stat((Folder + "/omp-jit").c_str(), &Info), 0);
  EXPECT_EQ(Info.st_mode & 0777, 0700u);
}

TEST_F(NodeFolder, IsNotUsedWhereOthersMayWrite) {
  ASSERT_EQ(path(), Folder + SocketName);
  ::chmod((Folder + "/omp-jit").c_str(), 0770);
  EXPECT_NE(path().find("other users may write"), std::string::npos);
}

TEST_F(NodeFolder, IsNoLink) {
  ASSERT_EQ(::symlink("/tmp", (Folder + "/omp-jit").c_str()), 0);
  EXPECT_EQ(path(), "error: " + Folder + "/omp-jit is no folder");
}

TEST_F(NodeFolder, IsElsewhereIfOthersMayReplaceIt) {
  ::chmod(Folder.c_str(), 0777);
  EXPECT_TRUE(path().starts_with("/tmp/omp-jit-" + std::to_string(::geteuid()) +
                                 "/compile-"))
      << path();
}

TEST_F(NodeFolder, OneHoldsTheLock) {
  Result<Descriptor> First = tryLock(path());
  ASSERT_TRUE(First && *First);
  Result<Descriptor> Second = tryLock(path());
  ASSERT_TRUE(Second);
  EXPECT_FALSE(*Second);
  First->close();
  Second = tryLock(path());
  EXPECT_TRUE(Second && *Second);
  EXPECT_FALSE(tryLock(Folder + "/missing/socket"));
}

} // namespace
