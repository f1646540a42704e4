//===- TraceTest.h - A trace in a folder of its own -------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_UNITTESTS_TRACETEST_H
#define OMPJIT_LIBOMPTARGET_UNITTESTS_TRACETEST_H

#include "ompjit/Support/TraceFile.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ompjit {

class TraceTest : public testing::Test {
protected:
  TraceTest() {
    char Name[] = "/tmp/ompjit-trace-XXXXXX";
    Folder = ::mkdtemp(Name);
    Path = Folder + "/trace";
  }
  ~TraceTest() override { std::filesystem::remove_all(Folder); }

  std::string read(const std::string &File) {
    std::ostringstream Text;
    Text << std::ifstream(File).rdbuf();
    return Text.str();
  }
  /// Returns the lines of the file, without those that name threads.
  std::vector<std::string> lines() {
    std::istringstream Text(read(Path));
    std::vector<std::string> All;
    for (std::string Line; std::getline(Text, Line);)
      if (Line.find("thread_name") == std::string::npos)
        All.push_back(Line);
    return All;
  }
  TraceFile::Warning warnOfFile() {
    return [this](const std::string &Path, const std::string &Why) {
      Warnings.push_back(Path + ": " + Why);
    };
  }

  /// Runs \p Work in a child, which then ends without any clean-up.
  template <typename Body> void inChild(Body Work) {
    // Otherwise a sanitizer's _exit would write what is buffered once more.
    std::fflush(nullptr);
    pid_t Child = ::fork();
    if (Child == 0) {
      Work();
      ::_exit(0);
    }
    int State = 0;
    ASSERT_EQ(::waitpid(Child, &State, 0), Child);
    EXPECT_EQ(State, 0);
  }

  std::string Folder, Path;
  std::vector<std::string> Warnings;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_UNITTESTS_TRACETEST_H
