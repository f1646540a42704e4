//===- ChannelTest.cpp - Tests of frames on a socket ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/Channel.h"
#include "ompjit/Server/SealedBytes.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

namespace {

constexpr Deadline Never = Deadline::max();

struct Pair {
  Pair() : Pair(std::move(*Channel::makePair())) {}
  explicit Pair(std::pair<Channel, Channel> Ends)
      : Left(std::move(Ends.first)), Right(std::move(Ends.second)) {}
  Channel Left, Right;
};

std::string payload(Channel &From) {
  Result<Frame> Got = From.receive(Never);
  return Got ? Got->Payload : "error: " + Got.error().message();
}

TEST(Channel, CarriesLargeFramesInSmallSteps) {
  Pair Ends;
  const std::string Large(3 << 20, 'x');
  std::thread Sender([&] {
    Ends.Left.limitSteps(1000);
    EXPECT_TRUE(Ends.Left.send(FrameKind::Answer, Large, Never));
    EXPECT_TRUE(Ends.Left.send(FrameKind::Free, "", Never));
  });
  EXPECT_EQ(payload(Ends.Right), Large);
  EXPECT_EQ(payload(Ends.Right), "");
  Sender.join();
}

TEST(Channel, ThePeersEndIsAnErrorAndNoSignal) {
  Pair Ends;
  ASSERT_TRUE(Ends.Left.sendBytes(
      encodeFrame(FrameKind::Answer, "cut off").substr(0, 22), Never));
  EXPECT_TRUE(Ends.Left.isQuiet());
  Ends.Left.close();
  EXPECT_FALSE(Ends.Right.isQuiet());
  EXPECT_EQ(payload(Ends.Right), "error: the connection was closed");
  EXPECT_FALSE(Ends.Right.send(FrameKind::Free, "", Never));
}

TEST(Channel, GarbageIsAnError) {
  Pair Ends;
  ASSERT_TRUE(Ends.Left.sendBytes(std::string(100, 'x'), Never));
  EXPECT_EQ(payload(Ends.Right),
            "error: these are no frames of a compile server");
}

TEST(Channel, NobodyIsWaitedForLongerThanTheDeadline) {
  Pair Ends;
  EXPECT_FALSE(Ends.Right.receive(Clock::now()));
  // The socket cannot take that many bytes.
  EXPECT_FALSE(Ends.Right.send(FrameKind::Answer, std::string(16 << 20, 'x'),
                               deadlineIn(std::chrono::milliseconds(1))));
  EXPECT_EQ(deadlineIn(std::chrono::milliseconds(0)), Never);
}

TEST(Channel, ADescriptorComesAlong) {
  Pair Ends;
  Result<Descriptor> File = sealBytes("a package");
  ASSERT_TRUE(File);
  Ends.Left.limitSteps(3);
  ASSERT_TRUE(Ends.Left.send(FrameKind::Request, "r", Never, File->get()));
  File->close();
  EXPECT_EQ(payload(Ends.Right), "r");
  const Descriptor Arrived = Ends.Right.takeAttached();
  EXPECT_TRUE(::fcntl(Arrived.get(), F_GETFD) & FD_CLOEXEC);
  Result<SealedBytes> Package = SealedBytes::map(Arrived);
  ASSERT_TRUE(Package);
  EXPECT_EQ(Package->bytes(), "a package");
  EXPECT_FALSE(Ends.Right.takeAttached());
}

/// A daemon may close all descriptors and open files of its own.
TEST(Channel, ADescriptorThatIsNotOursIsNeitherUsedNorClosed) {
  Pair Ends;
  const int Number = Ends.Left.descriptor();
  const int File = ::memfd_create("the program's", 0);
  ASSERT_EQ(::dup2(File, Number), Number);
  EXPECT_FALSE(Ends.Left.isQuiet());
  EXPECT_FALSE(Ends.Left.send(FrameKind::Free, "", Never));
  EXPECT_FALSE(Ends.Left.receive(Never));
  Ends.Left.close();
  EXPECT_EQ(::lseek(Number, 0, SEEK_END), 0);
  ::close(Number);
  ::close(File);
}

TEST(Channel, KeepsAwayFromTheStandardStreams) {
  const int Before = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  {
    Pair Ends;
    EXPECT_GT(Ends.Left.descriptor(), STDERR_FILENO);
    EXPECT_GT(Ends.Right.descriptor(), STDERR_FILENO);
  }
  ::dup2(Before, STDIN_FILENO);
  ::close(Before);
}

TEST(Channel, KnowsThePeersUser) {
  Pair Ends;
  EXPECT_TRUE(Ends.Left.isOfSameUser());
}

TEST(SealedBytes, OnlyWhatIsSealedIsMapped) {
  const Descriptor Open(::memfd_create("open", MFD_ALLOW_SEALING));
  ASSERT_EQ(::write(Open.get(), "abc", 3), 3);
  EXPECT_FALSE(SealedBytes::map(Open));
  EXPECT_FALSE(SealedBytes::map(Descriptor()));
  EXPECT_FALSE(SealedBytes::map(Descriptor(::open("/dev/null", O_RDONLY))));
  Result<Descriptor> Empty = sealBytes("");
  ASSERT_TRUE(Empty);
  Result<SealedBytes> Mapped = SealedBytes::map(*Empty);
  ASSERT_TRUE(Mapped);
  EXPECT_TRUE(Mapped->bytes().empty());
}

TEST(SealedBytesDeathTest, TheLimitForFilesIsAnErrorAndNoSignal) {
  EXPECT_EXIT(
      {
        rlimit Limit;
        ::getrlimit(RLIMIT_FSIZE, &Limit);
        Limit.rlim_cur = 4;
        ::setrlimit(RLIMIT_FSIZE, &Limit);
        std::_Exit(sealBytes("12345") ? 1 : sealBytes("1234") ? 0 : 2);
      },
      testing::ExitedWithCode(0), "");
}

} // namespace
