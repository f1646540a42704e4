//===- ForkedStep.cpp - A step in a child of the driver -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForkedStep.h"

#include "ReplacedJob.h"

#include "clang/Driver/Driver.h"
#include "clang/Options/Options.h"
#include "llvm/Support/ExitCodes.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace ompjit::driver;
using clang::driver::Command;
using clang::driver::Compilation;

static constexpr int CrashSignals[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE,
                                       SIGBUS, SIGSEGV, SIGSYS};

/// Says nothing, because the packaged clang will crash, too.
static void endByCrash(int Signal) {
  sys::RunInterruptHandlers();
  // This takes effect when the handler returns. The handler was reset when it
  // was called.
  raise(Signal);
}

/// As in clang's own processes: `clang++ -v ... | head` is no crash.
static void endByPipe(int) {
  sys::RunInterruptHandlers();
  _exit(EX_IOERR);
}

static void handle(int Signal, void (*Handler)(int)) {
  struct sigaction Action = {};
  Action.sa_handler = Handler;
  Action.sa_flags = int(SA_RESETHAND | SA_ONSTACK);
  sigfillset(&Action.sa_mask);
  sigaction(Signal, &Action, nullptr);
}

namespace {

class ForkedStep : public Command {
public:
  ForkedStep(const Command &Step, const Compilation &Plan,
             const PrepareStep &Prepare)
      : Command(Step), Plan(Plan), Prepare(Prepare) {}

  int Execute(ArrayRef<std::optional<StringRef>> Redirects,
              std::string *Problem, bool *ExecutionFailed) const override {
    if (ExecutionFailed)
      *ExecutionFailed = false;
    if (Redirects.empty())
      if (StepWork Work = Prepare(getExecutable(), getArguments()))
        if (std::optional<int> Status = fork(Work, Problem))
          return *Status;
    return Command::Execute(Redirects, Problem, ExecutionFailed);
  }

private:
  std::optional<int> fork(StepWork &Work, std::string *Problem) const;
  [[noreturn]] void runAsChild(StepWork &Work) const;

  const Compilation &Plan;
  const PrepareStep &Prepare;
};

} // namespace

void ForkedStep::runAsChild(StepWork &Work) const {
  for (int Signal : CrashSignals)
    handle(Signal, endByCrash);
  handle(SIGPIPE, endByPipe);
  // These are still the driver's to remove.
  for (const char *File : Plan.getTempFiles())
    sys::DontRemoveFileOnSignal(File);
  const int Status = Work();
  outs().flush();
  _exit(Status);
}

/// \returns as llvm::sys::ExecuteAndWait, or nothing if the packaged clang has
/// to run the step.
std::optional<int> ForkedStep::fork(StepWork &Work,
                                    std::string *Problem) const {
  PrintFileNames();
  outs().flush();
  const pid_t Child = ::fork();
  if (Child == 0)
    runAsChild(Work);
  int Status = 0;
  pid_t Ended = -1;
  while (Child > 0 && (Ended = waitpid(Child, &Status, 0)) < 0 &&
         errno == EINTR) {
  }
  if (Ended != Child)
    return std::nullopt;
  if (WIFEXITED(Status))
    return WEXITSTATUS(Status) == LeftToPackaged
               ? std::nullopt
               : std::optional<int>(WEXITSTATUS(Status));
  if (is_contained(CrashSignals, WTERMSIG(Status)))
    return std::nullopt;
  if (Problem)
    *Problem = strsignal(WTERMSIG(Status));
  return -2;
}

static bool wantsProcesses(const Compilation &Plan) {
  using namespace clang::options;
  const opt::ArgList &Args = Plan.getArgs();
  return !Args.hasFlag(OPT_fintegrated_cc1, OPT_fno_integrated_cc1, true) ||
         Args.hasArg(OPT_fproc_stat_report, OPT_fproc_stat_report_EQ) ||
         Plan.getDriver().CCPrintProcessStats;
}

void ompjit::driver::forkSteps(Compilation &Plan, const Locations &Paths,
                               const PrepareStep &Prepare) {
  if (!Prepare || wantsProcesses(Plan))
    return;
  const std::string Packaged = Paths.packagedCompiler("clang");
  replaceJobs(Plan.getJobs(), [&](const Command &Job) {
    const opt::ArgStringList &Arguments = Job.getArguments();
    const bool IsCompilation = !Arguments.empty() &&
                               StringRef(Arguments.front()) == "-cc1" &&
                               Job.getExecutable() == Packaged;
    return IsCompilation ? std::make_unique<ForkedStep>(Job, Plan, Prepare)
                         : nullptr;
  });
}
