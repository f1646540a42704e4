//===- ChildProcess.cpp - Programs that a tool runs -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ChildProcess.h"

#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ompjit {

namespace {

std::vector<char *> pointersTo(std::vector<std::string> &Texts) {
  std::vector<char *> Out;
  Out.reserve(Texts.size() + 1);
  for (std::string &Each : Texts)
    Out.push_back(Each.data());
  Out.push_back(nullptr);
  return Out;
}

std::vector<std::string> environmentWith(std::vector<std::string> Set) {
  const size_t NumSet = Set.size();
  for (char **Each = programEnvironment(); Each && *Each; ++Each) {
    const std::string_view Entry = *Each;
    const std::string_view Name = Entry.substr(0, Entry.find('=') + 1);
    if (std::none_of(Set.begin(), Set.begin() + ptrdiff_t(NumSet),
                     [Name](const std::string &S) {
                       return std::string_view(S).starts_with(Name);
                     }))
      Set.emplace_back(Entry);
  }
  return Set;
}

/// Starts it in a process group of its own, so that its children can be ended
/// with it. Returns the error number.
/// Its own group, so that it can be killed with what it started; but one that
/// may read from the terminal has to stay in the terminal's.
int start(const ChildProcess &What, pid_t &Id) {
  std::vector<std::string> Command = What.Command;
  std::vector<std::string> Environment = environmentWith(What.Variables);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  if (!What.OutputFile.empty()) {
    posix_spawn_file_actions_addopen(&Files, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&Files, STDOUT_FILENO,
                                     What.OutputFile.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&Files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETPGROUP);
  }
  const int Failure = ::posix_spawnp(&Id, Command.front().c_str(), &Files,
                                     &Attributes, pointersTo(Command).data(),
                                     pointersTo(Environment).data());
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  return Failure;
}

/// Returns false if it had to be killed.
bool waitFor(const ChildProcess &What, pid_t Id, int &How) {
  if (What.TimeLimit.count() == 0) {
    while (::waitpid(Id, &How, 0) < 0 && errno == EINTR)
      continue;
    return true;
  }
  const auto End = std::chrono::steady_clock::now() + What.TimeLimit;
  while (::waitpid(Id, &How, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > End) {
      ::kill(What.OutputFile.empty() ? Id : -Id, SIGKILL);
      ::waitpid(Id, &How, 0);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::string secondsText(std::chrono::milliseconds Time) {
  const auto Tenths = Time.count() / 100;
  return std::to_string(Tenths / 10) +
         (Tenths % 10 ? "." + std::to_string(Tenths % 10) : "") + " seconds";
}

} // namespace

std::string lastLines(const std::string &Path) {
  constexpr size_t MaxLines = 6;
  std::deque<std::string> Lines;
  std::ifstream File(Path);
  for (std::string Line; std::getline(File, Line);) {
    Lines.push_back(std::move(Line));
    if (Lines.size() > MaxLines)
      Lines.pop_front();
  }
  std::string Text;
  for (const std::string &Each : Lines)
    Text += (Text.empty() ? "" : "\n") + Each;
  return Text;
}

Result<int> ChildProcess::run() const {
  pid_t Id = 0;
  if (const int Failure = start(*this, Id))
    return Error(Command.front() +
                 " cannot be started: " + std::strerror(Failure));
  int How = 0;
  if (!waitFor(*this, Id, How))
    return Error("it was ended after " + secondsText(TimeLimit));
  if (WIFSIGNALED(How))
    return Error(std::string("it was ended by a signal: ") +
                 ::strsignal(WTERMSIG(How)));
  return WEXITSTATUS(How);
}

Status ChildProcess::runWell() const {
  Result<int> Ended = run();
  if (Ended && *Ended == 0)
    return Done();
  const std::string Problem =
      Ended ? "it ended with status " + std::to_string(*Ended)
            : Ended.error().message();
  const std::string Output = lastLines(OutputFile);
  return Error(Problem + (Output.empty() ? "" : ":\n" + Output));
}

} // namespace ompjit
