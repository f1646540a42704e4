//===- ServerCompilerTest.cpp - Tests of compiles in other processes -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "supply/Servers.h"

#include "ompjit/Server/SealedBytes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ompjit;
using namespace ompjit::jit;
using namespace ompjit::server;

namespace {

constexpr Deadline Never = Deadline::max();
constexpr char BuildId[] = "0123456789abcdef";

std::string answer(const std::string &Bytes) {
  CompileResult Made;
  Made.Ok = true;
  Made.Output.Bytes = Bytes;
  return Made.encode();
}

/// Servers are threads of the test; each answers one request.
class FakeServers : public Servers {
public:
  using Server = std::function<void(Channel &, const CompileRequest &)>;

  ~FakeServers() override {
    for (std::thread &Each : Threads)
      Each.join();
  }

  Result<Channel> connect() override {
    const size_t Number = NumConnections++;
    if (Number >= Plan.size())
      return Error("no more servers");
    auto Ends = Channel::makePair();
    Threads.emplace_back(
        [Theirs = std::move(Ends->second), Serve = Plan[Number]]() mutable {
          Result<Frame> Asked = Theirs.receive(Never);
          if (!Asked)
            return;
          Result<ServerRequest> Request = ServerRequest::decode(Asked->Payload);
          Result<SealedBytes> Package = SealedBytes::map(Theirs.takeAttached());
          if (Request && Package && Package->bytes() == "package")
            Serve(Theirs, *CompileRequest::decode(Request->Compile));
        });
    if (Number == 0 && IsFirstClosed)
      ::close(Ends->first.descriptor());
    return std::move(Ends->first);
  }
  void giveBack(Channel) override { ++NumGivenBack; }

  std::vector<Server> Plan;
  size_t NumConnections = 0;
  /// The program closes the first connection's descriptor.
  bool IsFirstClosed = false;
  int NumGivenBack = 0;

private:
  std::vector<std::thread> Threads;
};

/// The compile service in the program.
struct FakeService : Compiler {
  Result<std::string> identity() override { return std::string(BuildId); }
  bool isOpen() override { return IsOpen; }
  void open() override { IsOpen = true; }
  Result<CompileResult> compile(ByteView, const CompileRequest &,
                                bool &IsIdentified) override {
    if (!IsOpen)
      return Error("not open");
    ++NumCompiles;
    IsIdentified = true;
    return Next;
  }
  bool IsOpen = false;
  int NumCompiles = 0;
  CompileResult Next = *CompileResult::decode(answer("made here"));
};

// The actions of servers

void begin(Channel &Client, const CompileRequest &) {
  (void)Client.send(FrameKind::Begun, BuildId, Never);
}
void serve(Channel &Client, const CompileRequest &Asked) {
  begin(Client, Asked);
  (void)Client.send(FrameKind::Answer, answer("made there"), Never);
}
void die(Channel &, const CompileRequest &) {}

class ServerCompilerTest : public testing::Test {
protected:
  ServerCompilerTest() {
    auto OwnedService = std::make_unique<FakeService>();
    auto OwnedServers = std::make_unique<FakeServers>();
    Here = OwnedService.get();
    There = OwnedServers.get();
    Parts = {std::move(OwnedService), std::move(OwnedServers)};
    Options.Warn = [this](const std::string &What) {
      Warnings.push_back(What);
    };
  }

  /// Returns the image, or what went wrong.
  std::string compile() {
    if (!Tested)
      Tested = createServerCompiler(std::move(Parts.first),
                                    std::move(Parts.second), Options);
    IsIdentified = false;
    Result<CompileResult> Made =
        Tested->compile("package", Request, IsIdentified);
    if (!Made)
      return "error: " + Made.error().message();
    EXPECT_FALSE(Made->Ok && Made->GoesOn);
    return Made->Ok ? Made->Output.Bytes : "failed: " + Made->Message;
  }

  std::pair<std::unique_ptr<Compiler>, std::unique_ptr<Servers>> Parts;
  FakeService *Here;
  FakeServers *There;
  ServerCompilerOptions Options;
  CompileRequest Request;
  std::vector<std::string> Warnings;
  bool IsIdentified = false;
  std::unique_ptr<Compiler> Tested;
};

TEST_F(ServerCompilerTest, AServersAnswerIsTheImage) {
  There->Plan = {serve};
  EXPECT_EQ(compile(), "made there");
  EXPECT_TRUE(IsIdentified);
  EXPECT_EQ(There->NumGivenBack, 1);
  EXPECT_FALSE(Here->IsOpen);
}

TEST_F(ServerCompilerTest, AnotherCompilersImageIsNotKept) {
  There->Plan = {[](Channel &Client, const CompileRequest &) {
    (void)Client.send(FrameKind::Begun, "another", Never);
    (void)Client.send(FrameKind::Answer, answer("made there"), Never);
  }};
  EXPECT_EQ(compile(), "made there");
  EXPECT_FALSE(IsIdentified);
}

TEST_F(ServerCompilerTest, AServerThatEndsCostsASecondTry) {
  There->Plan = {begin, serve, die, serve};
  EXPECT_EQ(compile(), "made there");
  EXPECT_EQ(compile(), "made there");
  // The user is told once.
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings[0].find("a compile server ended"), std::string::npos);
}

TEST_F(ServerCompilerTest, AConnectionThatTheProgramClosesIsNoServersFault) {
  There->Plan = {serve, serve};
  There->IsFirstClosed = true;
  EXPECT_EQ(compile(), "made there");
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(ServerCompilerTest, TwoThatEndAreAFailureOfASpecializedImage) {
  There->Plan = {begin, die, serve};
  Request.Facts = {{{FactKind::Alignment, 0}, 64}};
  EXPECT_EQ(compile(), "failed: the compile server ended in the middle of it, "
                       "twice: the connection was closed");
  EXPECT_TRUE(Tested->isOpen());
  EXPECT_EQ(There->NumGivenBack, 0);
  EXPECT_EQ(compile(), "made there");
}

TEST_F(ServerCompilerTest, WhatServesAnyValuesIsCompiledHereInTheEnd) {
  There->Plan = {begin, die, serve};
  EXPECT_EQ(compile(), "error: not open");
  EXPECT_FALSE(Tested->isOpen());
  Tested->open();
  EXPECT_EQ(compile(), "made here");
  EXPECT_EQ(There->NumConnections, 2u);
  ASSERT_EQ(Warnings.size(), 2u);
  EXPECT_NE(Warnings[1].find("compiles run in the program"), std::string::npos);
}

TEST_F(ServerCompilerTest, WhatNobodyUnderstandsIsALoss) {
  const auto Says = [](std::string Bytes) {
    return [Bytes](Channel &Client, const CompileRequest &Asked) {
      begin(Client, Asked);
      (void)Client.sendBytes(Bytes, Never);
    };
  };
  const std::string Answer = encodeFrame(FrameKind::Answer, answer("image"));
  for (const std::string &Bytes :
       {std::string(100, 'x'), Answer.substr(0, Answer.size() / 2),
        encodeFrame(FrameKind::Answer, "no result"),
        encodeFrame(FrameKind::Free, ""), encodeFrame(FrameKind::Begun, "")}) {
    There->Plan.push_back(Says(Bytes));
    There->Plan.push_back(serve);
  }
  for (size_t I = 0; I != 5; ++I)
    EXPECT_EQ(compile(), "made there") << I;
  EXPECT_EQ(There->NumConnections, 10u);
}

TEST_F(ServerCompilerTest, WithoutServersTheProgramCompiles) {
  EXPECT_EQ(compile(), "error: not open");
  EXPECT_FALSE(Tested->isOpen());
  Tested->open();
  EXPECT_EQ(compile(), "made here");
  EXPECT_EQ(compile(), "made here");
  EXPECT_EQ(There->NumConnections, 1u);
  EXPECT_EQ(Warnings,
            std::vector<std::string>{"compiles run in the program, as no "
                                     "compile server can be had: no more "
                                     "servers"});
}

TEST_F(ServerCompilerTest, ServersThatNeverBeginAreNone) {
  Here->IsOpen = true;
  There->Plan = {die, die};
  EXPECT_EQ(compile(), "made here");
}

TEST_F(ServerCompilerTest, ARefusalIsAnError) {
  There->Plan = {[](Channel &Client, const CompileRequest &) {
    (void)Client.send(FrameKind::Refused, "no library", Never);
  }};
  EXPECT_EQ(compile(), "error: no library");
  EXPECT_EQ(There->NumConnections, 1u);
}

TEST_F(ServerCompilerTest, ASilentServerIsNotWaitedForBeyondTheLimit) {
  // The server begins within this time, however busy the machine is.
  Request.TimeLimitMs = 3000;
  There->Plan = {[](Channel &Client, const CompileRequest &Asked) {
    begin(Client, Asked);
    (void)Client.receive(Never); // Returns when nobody waits any more.
  }};
  EXPECT_EQ(compile(), "failed: it did not end within 3000 ms");
}

TEST_F(ServerCompilerTest, WhereNoneBeginsInTimeTheProgramCompiles) {
  There->Plan = {[](Channel &Client, const CompileRequest &) {
    (void)Client.receive(Never); // Returns when the program gives up.
  }};
  Request.TimeLimitMs = 50;
  Here->open();
  EXPECT_EQ(compile(), "made here");
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings[0].find("it did not begin within 50 ms"),
            std::string::npos);
}

TEST_F(ServerCompilerTest, WhatFailsThereIsNotTriedAgain) {
  There->Plan = {[](Channel &Client, const CompileRequest &Asked) {
    begin(Client, Asked);
    CompileResult Failed;
    Failed.Message = "the compiler crashed";
    Failed.GoesOn = Failed.IsAfterCrash = true;
    (void)Client.send(FrameKind::Answer, Failed.encode(), Never);
  }};
  EXPECT_EQ(compile(), "failed: the compiler crashed");
  EXPECT_EQ(There->NumConnections, 1u);
  EXPECT_EQ(There->NumGivenBack, 0);
}

TEST_F(ServerCompilerTest, AfterACrashInTheProgramServersCompile) {
  Options.BeginsHere = true;
  Here->IsOpen = true;
  There->Plan = {serve};
  EXPECT_EQ(compile(), "made here");
  Here->Next.Ok = false;
  Here->Next.Message = "crashed";
  Here->Next.IsAfterCrash = true;
  EXPECT_EQ(compile(), "failed: crashed");
  EXPECT_EQ(compile(), "made there");
  // The program does not compile here again, where it might hang.
  EXPECT_EQ(compile(), "failed: the compiler crashed or hangs in this process, "
                       "and no compile server can be had: no more servers");
  EXPECT_EQ(Here->NumCompiles, 2);
}

TEST_F(ServerCompilerTest, BesideACompileWithoutAnEndServersCompile) {
  Options.BeginsHere = true;
  Here->IsOpen = true;
  There->Plan = {serve};
  Here->Next.Ok = false;
  Here->Next.GoesOn = true;
  EXPECT_EQ(compile(), "failed: ");
  EXPECT_EQ(compile(), "made there");
}

TEST_F(ServerCompilerTest, FaultsStrikeOnceOrAlways) {
  std::mutex Guard; // Sanitizers see no order through sockets.
  std::vector<std::string> Faults;
  const auto Note = [&](Channel &, const CompileRequest &Asked) {
    const std::lock_guard Lock(Guard);
    Faults.push_back(Asked.Fault);
  };
  There->Plan = {Note, Note, Note, Note};
  Here->IsOpen = true;
  Request.Fault = "kill@begin";
  compile();
  const std::lock_guard Lock(Guard);
  EXPECT_EQ(Faults, (std::vector<std::string>{"kill@begin", ""}));
}

} // namespace
