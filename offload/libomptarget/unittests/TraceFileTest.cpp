//===- TraceFileTest.cpp - Tests of the trace's file ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceTest.h"

#include "ompjit/Support/Sanitizers.h"

#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <pthread.h>
#include <set>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

namespace {

using TraceFileTest = TraceTest;

TEST_F(TraceFileTest, AnArrayOfWhatIsWritten) {
  TraceFile File(Path, warnOfFile());
  EXPECT_NE(::access(Path.c_str(), F_OK), 0);
  File.write("{1}");
  File.write("{2}");
  File.finish();
  File.write("{3}");
  File.finish();
  EXPECT_THAT(lines(),
              ElementsAre("[",
                          MatchesRegex("\\{\"name\":\"process_name\".*\\}"),
                          ",{1}", ",{2}", "]"));
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(TraceFileTest, EverythingIsThereBeforeTheEnd) {
  TraceFile File(Path, warnOfFile());
  File.write("{1}");
  EXPECT_EQ(lines().back(), ",{1}");
}

TEST_F(TraceFileTest, EachThreadHasItsNameOnce) {
  TraceFile File(Path, warnOfFile());
  File.write("{1}");
  std::thread([&] {
    ::pthread_setname_np(::pthread_self(), "helper");
    File.write("{2}");
    File.write("{3}");
  }).join();
  File.write("{4}");
  const std::string Text = read(Path);
  EXPECT_THAT(Text, HasSubstr("\"args\":{\"name\":\"main thread\"}}\n,{1}\n"));
  EXPECT_THAT(Text, HasSubstr("\"args\":{\"name\":\"helper\"}}\n,{2}\n,{3}\n"
                              ",{4}\n"));
}

TEST_F(TraceFileTest, EachProcessIsDescribed) {
  TraceFile File(Folder + "/%p", warnOfFile(), [] { return "{about}"; });
  File.write("{1}");
  inChild([&] {
    File.write("{child}");
    if (read(File.path()).find("\n,{about}\n") == std::string::npos)
      ::_exit(1);
  });
  EXPECT_THAT(read(File.path()), HasSubstr("\n,{about}\n"));
}

constexpr uint64_t SecondNs = 1000000000;
/// What a thread collects before somebody has to write it.
constexpr size_t PartBytes = 32 << 10;

TEST_F(TraceFileTest, EventsThatComeOftenAreCollected) {
  TraceFile File(Path, warnOfFile());
  File.writeSoon({"{1}"}, SecondNs);
  EXPECT_EQ(lines().back(), ",{1}");
  File.writeSoon({"{2}"}, SecondNs + 1);
  EXPECT_EQ(lines().back(), ",{1}");
  File.writeSoon({"{3}"}, 2 * SecondNs);
  File.writeSoon({"{4}"}, 2 * SecondNs + 1);
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 5u);
  EXPECT_EQ(All[3], ",{2}");
  EXPECT_EQ(All[4], ",{3}");
  std::thread([&] {
    File.writeSoon({"{5}"}, SecondNs);
    File.writeSoon({"{6}"}, SecondNs);
  }).join();
  EXPECT_EQ(lines().back(), ",{6}");
  File.finish();
  All = lines();
  ASSERT_EQ(All.size(), 9u);
  EXPECT_EQ(All[7], ",{4}");
}

TEST_F(TraceFileTest, FullBuffersAreWrittenByAThreadOfTheFile) {
  TraceFile File(Path, warnOfFile());
  const std::string Event = "{" + std::string(998, '1') + "}";
  for (int I = 0; I != 100; ++I)
    File.writeSoon({Event}, SecondNs);
  while (lines().size() <= 60)
    std::this_thread::yield();
  EXPECT_LT(lines().size(), 102u);
  EXPECT_THAT(read(Path), Not(HasSubstr("trace writer")));
  File.writeSoon({"{" + std::string(100000, '2') + "}"}, SecondNs);
  File.finish();
  EXPECT_EQ(lines().size(), 104u);
}

TEST_F(TraceFileTest, ThreadsWriteThemselvesWhereThereCanBeNoOther) {
  if (hasMemoryChecks())
    GTEST_SKIP(); // Sanitizers choose the sizes of stacks themselves.
  inChild([&] {
    pthread_attr_t TooLarge;
    ::pthread_attr_init(&TooLarge);
    ::pthread_attr_setstacksize(&TooLarge, size_t(1) << 60);
    ::pthread_setattr_default_np(&TooLarge);
    TraceFile File(Path, warnOfFile());
    const std::string Event(1000, '1');
    for (int I = 1; I <= 1000; ++I) {
      File.writeSoon({Event}, SecondNs);
      struct stat Now = {};
      ::stat(Path.c_str(), &Now);
      if (Now.st_size + off_t(PartBytes) < I * off_t(Event.size()))
        ::_exit(1);
    }
  });
}

/// Adds numbered events until there are \p Last. Says how many there are.
static void writeNumbers(TraceFile &File, const std::string &Name, int Last,
                         std::atomic<int> &NumWritten) {
  for (int I = 1; I <= Last; ++I) {
    File.writeSoon({"{", Name, ":", std::to_string(I), "}"}, SecondNs);
    NumWritten.store(I);
  }
}

TEST_F(TraceFileTest, ManyThreadsLoseNothingAndWriteNothingTwice) {
  constexpr int PerThread = 30000;
  TraceFile File(Path, warnOfFile());
  std::atomic<int> Numbers[4] = {};
  std::vector<std::thread> Threads;
  for (int I = 0; I != 4; ++I)
    Threads.emplace_back([&, I] {
      writeNumbers(File, std::string(1, char('a' + I)), PerThread, Numbers[I]);
    });
  for (std::thread &Each : Threads)
    Each.join();
  File.finish();
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 4u * PerThread + 3);
  const std::set<std::string> Different(All.begin(), All.end());
  EXPECT_EQ(Different.size(), All.size());
  EXPECT_TRUE(Different.count(",{d:" + std::to_string(PerThread) + "}"));
}

TEST_F(TraceFileTest, AProcessThatForksAndItsChildBothHaveAWriter) {
  constexpr int Many = 20000;
  TraceFile File(Folder + "/%p", warnOfFile());
  std::atomic<int> Number = 0, OfOther = 0;
  std::atomic<bool> IsOver = false;
  std::thread Other([&] {
    while (!IsOver)
      writeNumbers(File, "other", 1000, OfOther);
  });
  writeNumbers(File, "before", Many, Number);
  const auto CountLines = [&](const std::string &What) {
    const std::string Text = read(File.path());
    int Count = 0;
    for (size_t At = 0; (At = Text.find(What, At)) != std::string::npos; ++At)
      ++Count;
    return Count;
  };
  for (int I = 0; I != 5; ++I)
    inChild([&] {
      writeNumbers(File, "child", Many, Number);
      File.finish();
      if (CountLines(",{child:") != Many || CountLines(",{before:") ||
          CountLines(",{other:"))
        ::_exit(1);
    });
  writeNumbers(File, "after", Many, Number);
  IsOver = true;
  Other.join();
  File.finish();
  EXPECT_EQ(CountLines(",{before:"), Many);
  EXPECT_EQ(CountLines(",{after:"), Many);
  EXPECT_EQ(CountLines(",{other:") % 1000, 0);
  EXPECT_EQ(CountLines(",{child:"), 0);
}

TEST_F(TraceFileTest, ASignalLosesNothingOfThreadsThatAreWriting) {
  constexpr int NumThreads = 3, Enough = 5000, Many = 50000;
  void *Shared =
      ::mmap(nullptr, sizeof(std::atomic<int>[2 * NumThreads]),
             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Shared, MAP_FAILED);
  auto *const Numbers = static_cast<std::atomic<int> *>(Shared);
  std::atomic<int> *const AtSignal = Numbers + NumThreads;
  std::fflush(nullptr);
  const pid_t Child = ::fork();
  if (Child == 0) {
    TraceFile File(Path, warnOfFile());
    for (int I = 0; I != NumThreads; ++I)
      std::thread([&, I] {
        writeNumbers(File, std::string(1, char('a' + I)), Many, Numbers[I]);
        ::pause();
      }).detach();
    for (int I = 0; I != NumThreads; ++I) {
      while (Numbers[I] < Enough)
        std::this_thread::yield();
      AtSignal[I] = Numbers[I].load();
    }
    std::raise(SIGTERM);
  }
  int State = 0;
  ASSERT_EQ(::waitpid(Child, &State, 0), Child);
  EXPECT_TRUE(WIFSIGNALED(State) && WTERMSIG(State) == SIGTERM);
  const std::vector<std::string> All = lines();
  const std::set<std::string> Written(All.begin(), All.end());
  for (int I = 0; I != NumThreads; ++I)
    for (int Number = 1; Number <= AtSignal[I]; ++Number)
      ASSERT_TRUE(Written.count(",{" + std::string(1, char('a' + I)) + ":" +
                                std::to_string(Number) + "}"))
          << Number << " of " << AtSignal[I];
  ::munmap(Shared, sizeof(std::atomic<int>[2 * NumThreads]));
}

TEST_F(TraceFileTest, ASignalThatEndsTheProgramLosesNothing) {
  for (const int Signal : {SIGTERM, SIGSEGV, SIGABRT}) {
    std::fflush(nullptr);
    const pid_t Child = ::fork();
    if (Child == 0) {
      TraceFile File(Path, warnOfFile());
      // The writer thread has hardly begun when the signal comes.
      const std::string Long(1000, '1');
      for (int I = 0; I != 100; ++I)
        File.writeSoon({"{", std::to_string(I), Long, "}"}, SecondNs);
      File.writeSoon({"{2}"}, SecondNs);
      std::raise(Signal);
      ::_exit(0);
    }
    int State = 0;
    ASSERT_EQ(::waitpid(Child, &State, 0), Child);
    EXPECT_TRUE(WIFSIGNALED(State) && WTERMSIG(State) == Signal);
    const std::vector<std::string> All = lines();
    EXPECT_EQ(All.size(), 103u);
    EXPECT_EQ(std::set<std::string>(All.begin(), All.end()).size(), 103u);
  }
}

TEST_F(TraceFileTest, AChildDoesNotWriteWhatItsParentCollected) {
  TraceFile File(Folder + "/%p", warnOfFile());
  File.writeSoon({"{1}"}, SecondNs);
  File.writeSoon({"{2}"}, SecondNs);
  inChild([&] {
    File.writeSoon({"{child}"}, SecondNs);
    File.writeSoon({"{child again}"}, SecondNs);
    File.finish();
    if (read(File.path()).find(",{child}\n,{child again}\n]\n") ==
        std::string::npos)
      ::_exit(1);
  });
  File.finish();
  EXPECT_THAT(read(File.path()), HasSubstr(",{1}\n,{2}\n]\n"));
}

TEST_F(TraceFileTest, NothingWithoutEvents) {
  TraceFile File(Path, warnOfFile());
  File.finish();
  EXPECT_NE(::access(Path.c_str(), F_OK), 0);
}

TEST_F(TraceFileTest, AChildLeavesTheFileAlone) {
  TraceFile File(Path, warnOfFile());
  File.write("{1}");
  inChild([&] {
    File.write("{child}");
    File.finish();
  });
  File.write("{2}");
  File.finish();
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 5u);
  EXPECT_THAT(read(Path), Not(HasSubstr("child")));
}

TEST_F(TraceFileTest, AChildHasAFileOfItsOwnWhereTheNameAllows) {
  TraceFile File(Folder + "/%p-of-%p", warnOfFile());
  File.write("{1}");
  inChild([&] {
    File.write("{child}");
    File.finish();
    const std::string Me = std::to_string(::getpid());
    std::string Text = read(Folder + "/" + Me + "-of-" + Me);
    if (Text.find(",{child}\n]\n") == std::string::npos)
      ::_exit(1);
  });
  const std::string Me = std::to_string(::getpid());
  EXPECT_THAT(read(Folder + "/" + Me + "-of-" + Me), HasSubstr(",{1}\n"));
}

TEST_F(TraceFileTest, AChildMayBeTheFirstThatWrites) {
  TraceFile File(Path, warnOfFile());
  inChild([&] { File.write("{child}"); });
  EXPECT_NE(::access(Path.c_str(), F_OK), 0);
}

TEST_F(TraceFileTest, OneWarningWhereItCannotBeOpened) {
  TraceFile File(Folder + "/absent/trace", warnOfFile());
  File.write("{1}");
  File.write("{2}");
  File.finish();
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("absent/trace")));
}

TEST_F(TraceFileTest, OneWarningWhereTheDeviceIsFull) {
  TraceFile File("/dev/full", warnOfFile());
  File.write("{1}");
  File.write("{2}");
  File.finish();
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("No space left")));
}

TEST_F(TraceFileTest, APipeIsRefused) {
  ASSERT_EQ(::mkfifo(Path.c_str(), 0600), 0);
  TraceFile File(Path, warnOfFile());
  File.write("{1}");
  EXPECT_EQ(Warnings.size(), 1u);
}

TEST_F(TraceFileTest, TheLimitOfFileSizesEndsTheTraceAndNotTheProgram) {
  inChild([&] {
    rlimit Small = {200, 200};
    ::setrlimit(RLIMIT_FSIZE, &Small);
    TraceFile File(Path, warnOfFile());
    for (int I = 0; I < 100; ++I)
      File.write("{12345678}");
    if (Warnings.size() != 1)
      ::_exit(1);
  });
  EXPECT_LE(read(Path).size(), 200u);
}

/// Acts as a daemon, which closes the file and then opens \p Theirs under its
/// number.
static void closeAndReuse(const std::string &Path, const std::string &Theirs) {
  struct stat Ours, Each;
  ASSERT_EQ(::stat(Path.c_str(), &Ours), 0);
  const int Other = ::open(Theirs.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  for (int Number = 3; Number != 1024; ++Number)
    if (::fstat(Number, &Each) == 0 && Each.st_ino == Ours.st_ino &&
        Each.st_dev == Ours.st_dev)
      ::dup2(Other, Number);
  ::close(Other);
}

TEST_F(TraceFileTest, WhatTheProgramClosesIsOpenedAgain) {
  const std::string Theirs = Folder + "/theirs";
  {
    TraceFile File(Path, warnOfFile());
    File.write("{1}");
    closeAndReuse(Path, Theirs);
    File.write("{2}");
    File.finish();
  }
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 5u);
  EXPECT_EQ(All[2], ",{1}");
  EXPECT_EQ(All[3], ",{2}");
  EXPECT_EQ(read(Theirs), "");
  EXPECT_THAT(Warnings, IsEmpty());
}

TEST_F(TraceFileTest, NoOtherFileTakesThePlaceOfOneThatIsGone) {
  const std::string Theirs = Folder + "/theirs";
  TraceFile File(Path, warnOfFile());
  File.write("{1}");
  closeAndReuse(Path, Theirs);
  ASSERT_EQ(::rename(Path.c_str(), (Path + ".old").c_str()), 0);
  File.write("{2}");
  EXPECT_NE(::access(Path.c_str(), F_OK), 0);
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("the program has closed it")));
  std::ofstream(Path) << "another";
  File.write("{3}");
  EXPECT_EQ(read(Path), "another");
  EXPECT_EQ(read(Theirs), "");
}

TEST_F(TraceFileTest, ErrnoIsTheProgramsOwn) {
  TraceFile File(Folder + "/absent/trace", warnOfFile());
  errno = EDOM;
  File.write("{1}");
  EXPECT_EQ(errno, EDOM);
}

TEST_F(TraceFileTest, TheProgramsFilesKeepTheirNumbers) {
  int Before = ::open("/dev/null", O_RDONLY);
  ::close(Before);
  TraceFile File(Path, warnOfFile());
  File.write("{1}");
  int After = ::open("/dev/null", O_RDONLY);
  ::close(After);
  EXPECT_EQ(Before, After);
}

TEST_F(TraceFileTest, ACancelledThreadFinishesItsEvent) {
  TraceFile File(Path, warnOfFile());
  pthread_t Thread;
  auto Work = [](void *To) -> void * {
    ::pthread_cancel(::pthread_self());
    static_cast<TraceFile *>(To)->write("{1}");
    ::pthread_testcancel();
    return nullptr;
  };
  ASSERT_EQ(::pthread_create(&Thread, nullptr, Work, &File), 0);
  void *Outcome = nullptr;
  ASSERT_EQ(::pthread_join(Thread, &Outcome), 0);
  EXPECT_EQ(Outcome, PTHREAD_CANCELED);
  File.finish();
  EXPECT_EQ(lines().size(), 4u);
}

TEST_F(TraceFileTest, ThreadsDoNotDisturbEachOther) {
  TraceFile File(Path, warnOfFile());
  auto Work = [&] {
    for (int I = 0; I < 500; ++I)
      File.write("{123}");
  };
  std::thread One(Work), Two(Work);
  Work();
  One.join();
  Two.join();
  File.finish();
  std::vector<std::string> All = lines();
  ASSERT_EQ(All.size(), 1503u);
  for (size_t I = 2; I < 1502; ++I)
    EXPECT_EQ(All[I], ",{123}");
}

} // namespace
