//===- JobRunner.cpp - Run the steps of a compilation ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JobRunner.h"

#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Signals.h"

#include <csignal>
#include <cstdlib>

using namespace llvm;
using namespace ompjit::driver;
using clang::driver::Command;
using clang::driver::Compilation;
using clang::driver::Driver;

using CommandStatus = Driver::CommandStatus;
using ReproLevel = Driver::ReproLevel;

namespace {

/// The result of the steps.
struct Failure {
  int Status = 0;
  CommandStatus Kind = CommandStatus::Ok;
  /// The step to report: the first that crashed, or else the first that failed.
  const Command *Step = nullptr;
};

} // namespace

/// A negative status means that a signal ended the step. 70 is clang's own
/// status for an internal error. Above 128, a shell or a crash handler reported
/// a signal.
static bool isCrash(int Status) {
  return Status < 0 || Status == 70 || Status > 128;
}

static Failure runAll(Driver &Driver, Compilation &Plan) {
  SmallVector<std::pair<int, const Command *>, 4> Failing;
  Failure Result;
  Result.Status = Driver.ExecuteCompilation(Plan, Failing);
  for (const auto &[Status, Step] : Failing) {
    if (!Result.Status)
      Result.Status = Status;
    bool Crashed = isCrash(Status);
    if (!Result.Step || Crashed)
      Result.Step = Step;
    Result.Kind = Crashed ? CommandStatus::Crash : CommandStatus::Error;
    if (Crashed)
      break;
  }
  if (!Result.Step && !Plan.getJobs().empty())
    Result.Step = &*Plan.getJobs().begin();
  return Result;
}

/// Returns when to write a reproducer. Clang's default is on a crash.
static ReproLevel reproducerLevel(const Compilation &Plan) {
  if (getenv("FORCE_CLANG_DIAGNOSTICS_CRASH"))
    return ReproLevel::Always;
  const opt::Arg *Level =
      Plan.getArgs().getLastArg(clang::options::OPT_gen_reproducer_eq);
  if (!Level)
    return ReproLevel::OnCrash;
  StringRef Value = Level->getValue();
  if (Value == "off")
    return ReproLevel::Off;
  if (Value == "error")
    return ReproLevel::OnError;
  return Value == "always" ? ReproLevel::Always : ReproLevel::OnCrash;
}

/// All signals are blocked meanwhile: a second Ctrl-C right after the first
/// must not end the process between two files.
static void endBySignal(int Signal) {
  sys::RunInterruptHandlers();
  // This takes effect when the handler returns. The handler was reset when it
  // was called.
  raise(Signal);
}

void ompjit::driver::removeTemporaryFilesOnSignal(const Compilation &Plan) {
  for (const char *File : Plan.getTempFiles())
    sys::RemoveFileOnSignal(File);
  struct sigaction Action = {};
  Action.sa_handler = endBySignal;
  Action.sa_flags = int(SA_RESETHAND);
  sigfillset(&Action.sa_mask);
  // `clang++ -v ... | head` ends with SIGPIPE.
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    struct sigaction Before;
    sigaction(Signal, nullptr, &Before);
    if (Signal == SIGPIPE || Before.sa_handler != SIG_IGN)
      sigaction(Signal, &Action, nullptr);
  }
}

int ompjit::driver::runJobs(Driver &Driver, Compilation &Plan) {
  Failure Result = runAll(Driver, Plan);
  if (Result.Step &&
      Driver.maybeGenerateCompilationDiagnostics(
          Result.Kind, reproducerLevel(Plan), Plan, *Result.Step))
    return EXIT_FAILURE;
  return Result.Status;
}
