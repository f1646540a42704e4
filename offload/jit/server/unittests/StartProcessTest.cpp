//===- StartProcessTest.cpp - Tests of starting detached processes --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/StartProcess.h"
#include "ompjit/Server/Channel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

namespace {

std::atomic<int> NumSignals = 0;
void count(int) { ++NumSignals; }

class StartProcess : public testing::Test {
protected:
  StartProcess() { connect(); }

  void connect() {
    Result<std::pair<Channel, Channel>> Ends = Channel::makePair();
    Ours = std::move(Ends->first);
    Theirs = std::move(Ends->second);
  }

  /// Starts a shell that runs the script with the socket as descriptor 3.
  Result<pid_t> start(const std::string &Script,
                      std::vector<std::string> Variables = {}) {
    std::vector<char *> Environment;
    for (std::string &Each : Variables)
      Environment.push_back(Each.data());
    Environment.push_back(nullptr);
    Result<pid_t> Started =
        startDetached("/bin/sh", {"sh", "-c", Script}, Environment.data(),
                      Theirs.descriptor());
    Theirs.close();
    return Started;
  }

  /// Returns all that the script writes to the socket until its end.
  std::string said() {
    std::string Text;
    char Bytes[256];
    ssize_t Size;
    while ((Size = ::read(Ours.descriptor(), Bytes, sizeof(Bytes))) > 0)
      Text.append(Bytes, size_t(Size));
    return Text;
  }

  Channel Ours, Theirs;
};

TEST_F(StartProcess, IsNoChildAndItsEndNoSignal) {
  struct sigaction Counting = {}, Before;
  Counting.sa_handler = count;
  ::sigaction(SIGCHLD, &Counting, &Before);
  Result<pid_t> Started = start("echo $$ >&3");
  ASSERT_TRUE(Started);
  EXPECT_EQ(said(), std::to_string(*Started) + "\n");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG | __WALL), -1);
  EXPECT_EQ(NumSignals, 0);
  ::sigaction(SIGCHLD, &Before, nullptr);
}

/// From here on there is no process with our memory that ends without a signal.
bool refuseSilentProcesses() {
  constexpr uint32_t Number = offsetof(seccomp_data, nr),
                     Flags = offsetof(seccomp_data, args);
  sock_filter Rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, Number),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, Flags),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLONE_VM | CLONE_VFORK, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog Filter = {std::size(Rules), Rules};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Filter) == 0;
}

TEST_F(StartProcess, IsForkedWhereAnEmulatorKnowsNothingElse) {
  EXPECT_EXIT(
      {
        if (!refuseSilentProcesses())
          std::_Exit(2);
        connect(); // The parent does not have these open.
        Result<pid_t> Started = start("echo $$ >&3");
        std::_Exit(!Started || said() != std::to_string(*Started) + "\n" ||
                   ::waitpid(-1, nullptr, WNOHANG) != -1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(StartProcess, HasNothingOfTheProgramsButItsSocket) {
  const int Other = ::open("/dev/zero", O_RDONLY);
  ASSERT_GT(Other, 3);
  sigset_t Blocked, Before;
  sigemptyset(&Blocked);
  sigaddset(&Blocked, SIGTERM);
  ::pthread_sigmask(SIG_SETMASK, &Blocked, &Before);
  const auto Ignored = ::signal(SIGINT, SIG_IGN);
  // Two signals that the C library uses itself stay ignored. The fifth
  // descriptor is the one with which the shell reads the folder.
  ASSERT_TRUE(start("exec 4>&3 3>&-; "
                    "for f in 0 1 2; do x=$(readlink /proc/$$/fd/$f); "
                    "echo $x >&4; done; set -- /proc/$$/fd/*; echo $# >&4; "
                    "pwd >&4; "
                    "grep -cE 'Sig(Blk|Ign):.*0000000$' /proc/self/status >&4; "
                    "echo \"$A,$LD_AUDIT,$LD_PRELOAD\" >&4",
                    {"A=b", "LD_AUDIT=", "LD_PRELOAD=", "PATH=/usr/bin:/bin"}));
  EXPECT_EQ(said(), "/dev/null\n/dev/null\n/dev/null\n5\n/\n2\nb,,\n");
  ::signal(SIGINT, Ignored);
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  ::close(Other);
}

TEST_F(StartProcess, WhatIsNotThereIsAnError) {
  Result<pid_t> Started = startDetached("/nowhere/server", {"server"}, nullptr,
                                        Theirs.descriptor());
  ASSERT_FALSE(Started);
  EXPECT_EQ(Started.error().message(), "/nowhere/server cannot be started: No "
                                       "such file or directory");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG | __WALL), -1);
}

TEST_F(StartProcess, AServerEndsWithItsConnection) {
  Result<pid_t> Started =
      startDetached(OMPJIT_COMPILE_SERVER,
                    {OMPJIT_COMPILE_SERVER, "worker", "/nowhere/compiler.so"},
                    nullptr, Theirs.descriptor());
  ASSERT_TRUE(Started);
  Theirs.close();
  ASSERT_EQ(::shutdown(Ours.descriptor(), SHUT_WR), 0);
  EXPECT_EQ(said(), "");
}

TEST_F(StartProcess, AServerWithoutACompilerSaysSo) {
  ASSERT_TRUE(startDetached(
      OMPJIT_COMPILE_SERVER,
      {OMPJIT_COMPILE_SERVER, "worker", "/nowhere/libcompiler.so"}, nullptr,
      Theirs.descriptor()));
  Theirs.close();
  ASSERT_TRUE(Ours.send(FrameKind::Request, "", Deadline::max()));
  Result<Frame> Answer = Ours.receive(Deadline::max());
  ASSERT_TRUE(Answer);
  EXPECT_EQ(Answer->Kind, FrameKind::Refused);
  EXPECT_NE(Answer->Payload.find("/nowhere/libcompiler.so"), std::string::npos);
}

} // namespace
