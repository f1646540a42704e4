//===- TraceReaderTest.cpp - Tests of reading a trace --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceReader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::report;
using testing::HasSubstr;

namespace {

class TraceReaderTest : public testing::Test {
protected:
  TraceReaderTest() {
    char Name[] = "/tmp/ompjit-report-XXXXXX";
    ::close(::mkstemp(Name));
    File = Name;
  }
  ~TraceReaderTest() override { std::remove(File.c_str()); }

  Result<Trace> read(const std::string &Text) {
    std::ofstream(File) << Text;
    return readTrace(File);
  }
  std::string whyNot(const std::string &Text) {
    Result<Trace> Read = read(Text);
    return Read ? "it was read" : Read.error().message();
  }

  std::string File;
};

const std::string About =
    "[\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":7,\"args\":{\"name\":"
    "\"app\"}}\n,{\"name\":\"ompjit_run\",\"ph\":\"M\",\"pid\":7,\"args\":{"
    "\"version\":1,\"program\":\"./app\",\"rank\":\"3\",\"host\":\"n1\","
    "\"unix_ms\":5000.000,\"monotonic_ms\":1000.000,\"async\":false}}\n";

TEST_F(TraceReaderTest, EventsAreSortedByTheirStart) {
  Result<Trace> Read =
      read(About +
           ",{\"name\":\"b\",\"ph\":\"X\",\"ts\":2.500,\"dur\":1,\"pid\":7,"
           "\"tid\":8,\"cat\":\"kernel\",\"args\":{\"bytes\":12,\"symbol\":"
           "\"k\",\"queued\":true}}\n"
           ",{\"name\":\"inner\",\"ph\":\"X\",\"ts\":1,\"dur\":1,\"tid\":8}\n"
           ",{\"name\":\"outer\",\"ph\":\"X\",\"ts\":1,\"dur\":5,\"tid\":8}\n"
           "]\n");
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Program, "./app");
  EXPECT_EQ(Read->Rank, "3");
  EXPECT_EQ(Read->Host, "n1");
  EXPECT_FALSE(Read->IsAsync);
  EXPECT_EQ(Read->Process, 7u);
  EXPECT_EQ(Read->ClockOffsetNs, 4000000000);
  EXPECT_TRUE(Read->HasEnd);
  ASSERT_EQ(Read->Events.size(), 3u);
  EXPECT_EQ(Read->Events[0].Name, "outer");
  EXPECT_EQ(Read->Events[1].Name, "inner");
  const TraceEvent &Last = Read->Events[2];
  EXPECT_EQ(Last.StartNs, 2500u);
  EXPECT_EQ(Last.endNs(), 3500u);
  EXPECT_EQ(Last.number("bytes"), 12u);
  EXPECT_EQ(Last.text("symbol"), "k");
  EXPECT_EQ(Last.text("queued"), "true");
  EXPECT_EQ(Last.text("absent"), "");
}

TEST_F(TraceReaderTest, AProgramMayHaveCrashed) {
  Result<Trace> Read = read(About);
  ASSERT_TRUE(Read);
  EXPECT_FALSE(Read->HasEnd);
}

TEST_F(TraceReaderTest, OtherFilesAreRefused) {
  EXPECT_THAT(whyNot("{}"), HasSubstr("is no trace"));
  EXPECT_THAT(whyNot(""), HasSubstr(File));
  Result<Trace> Absent = readTrace("/nowhere/trace");
  ASSERT_FALSE(Absent);
  EXPECT_THAT(Absent.error().message(),
              HasSubstr("/nowhere/trace cannot be read: No such file"));
}

TEST_F(TraceReaderTest, AWrongLineIsNamed) {
  EXPECT_THAT(whyNot(About + "nonsense\n]\n"),
              HasSubstr(File + ":4: this is no event"));
  EXPECT_THAT(whyNot(About + ",[1,2]\n"), HasSubstr(":4: this is no event"));
  EXPECT_THAT(whyNot(About + ",{\"name\":\"a\"}\n"),
              HasSubstr(":4: this is no event"));
  EXPECT_THAT(whyNot(About + ",{\"name\":\"ker"),
              HasSubstr(":4: the file is cut off in the middle of an event"));
}

TEST_F(TraceReaderTest, OtherVersionsAreRefused) {
  EXPECT_THAT(whyNot("[\n{\"name\":\"ompjit_run\",\"ph\":\"M\",\"pid\":7,"
                     "\"args\":{\"version\":2}}\n]\n"),
              HasSubstr(":2: it is of version 2"));
}

TEST_F(TraceReaderTest, StrangeValuesDoNoHarm) {
  EXPECT_TRUE(read("[\n{\"name\":7,\"ph\":\"X\",\"ts\":\"x\",\"dur\":-1,"
                   "\"tid\":null,\"args\":[]}\n"
                   ",{\"ph\":\"X\",\"ts\":1e300,\"dur\":1e300}\n]\n"));
}

} // namespace
