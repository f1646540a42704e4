//===- RunTrace.cpp - The trace of the program's device work -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTrace.h"

#include "support/Diagnostics.h"

#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/OutputFile.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace ompjit;

namespace {

/// The version of what RunTrace and the observers write; ompjit-report refuses
/// others.
constexpr uint64_t TraceVersion = 1;

template <typename Clock> uint64_t now() {
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      Clock::now().time_since_epoch())
                      .count());
}

/// Returns the number that the process has in its job; empty if it is in none.
std::string rank() {
  for (const char *Name :
       {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char *Value = programVariable(Name))
      return Value;
  return "";
}

std::string hostName() {
  char Name[256] = {};
  return ::gethostname(Name, sizeof(Name) - 1) == 0 ? Name : "";
}

/// Returns an event with what viewers show beside the name of the process.
std::string labelOf(const std::string &Rank) {
  JsonWriter Json(JsonWriter::Layout::Line);
  Json.beginObject();
  Json.text("name", "process_labels");
  Json.text("ph", "M");
  Json.number("pid", uint64_t(::getpid()));
  Json.beginObject("args");
  Json.text("labels", "rank " + Rank);
  Json.endObject();
  Json.endObject();
  return Json.take();
}

/// Returns an event that says which process wrote the trace, and when the
/// monotonic clock showed what: traces of several machines fit together then.
std::string describeProcess(const jit::Settings &Chosen) {
  JsonWriter Json(JsonWriter::Layout::Line);
  Json.beginObject();
  Json.text("name", "ompjit_run");
  Json.text("ph", "M");
  Json.number("pid", uint64_t(::getpid()));
  Json.beginObject("args");
  Json.number("version", TraceVersion);
  Json.text("program", ::program_invocation_name);
  Json.text("host", hostName());
  Json.textOrNull("rank", rank());
  Json.number("processors", uint64_t(::sysconf(_SC_NPROCESSORS_ONLN)));
  Json.milliseconds("unix_ms", now<std::chrono::system_clock>());
  Json.milliseconds("monotonic_ms", now<std::chrono::steady_clock>());
  Json.textOrNull("dump", Chosen.DumpFolder);
  Json.boolean("async", Chosen.Async);
  Json.endObject();
  Json.endObject();
  const std::string Rank = rank();
  return Json.take() + (Rank.empty() ? "" : "\n," + labelOf(Rank));
}

/// Returns the name of a new file that only the user can read; empty if there
/// can be none.
std::string temporaryFile() {
  const char *Folder = programVariable("TMPDIR");
  std::string Name = std::string(Folder && *Folder == '/' ? Folder : "/tmp") +
                     "/ompjit-trace-XXXXXX";
  const int Made = ::mkostemp(Name.data(), O_CLOEXEC);
  if (Made < 0)
    return "";
  ::close(Made);
  return Name;
}

/// Returns the file of the trace. Those of the report lie beside it.
std::string traceName(const jit::Settings &Chosen) {
  if (!Chosen.TraceFile.empty())
    return Chosen.TraceFile;
  return Chosen.ReportFile.empty() ? temporaryFile()
                                   : Chosen.ReportFile + ".trace";
}

/// Runs a program whose output goes to the program's errors, and waits for it.
/// Returns why it failed, or nothing. If a handler of the program waits for all
/// children, how it ended is not known.
std::string runAndWait(const std::vector<std::string> &Command) {
  std::vector<char *> Arguments;
  Arguments.reserve(Command.size() + 1);
  for (const std::string &Each : Command)
    Arguments.push_back(const_cast<char *>(Each.c_str()));
  Arguments.push_back(nullptr);
  posix_spawn_file_actions_t Files;
  ::posix_spawn_file_actions_init(&Files);
  ::posix_spawn_file_actions_adddup2(&Files, STDERR_FILENO, STDOUT_FILENO);
  pid_t Child = -1;
  const int Failure = ::posix_spawn(&Child, Arguments[0], &Files, nullptr,
                                    Arguments.data(), programEnvironment());
  ::posix_spawn_file_actions_destroy(&Files);
  if (Failure)
    return Command[0] + " cannot be started: " + std::strerror(Failure);
  int State = 0;
  pid_t Ended = -1;
  while ((Ended = ::waitpid(Child, &State, 0)) < 0 && errno == EINTR)
    ;
  if (Ended == Child && WIFSIGNALED(State))
    return Command[0] + " was ended by signal " +
           std::to_string(WTERMSIG(State));
  return Ended == Child && WEXITSTATUS(State)
             ? Command[0] + " failed with status " +
                   std::to_string(WEXITSTATUS(State))
             : "";
}

} // namespace

RunTrace *RunTrace::fromEnvironment(const std::string &Folder, LineSink Print) {
  // Most programs have none of these, and need not read all settings.
  if (!programVariable("OMP_JIT_TRACE") && !programVariable("OMP_JIT_REPORT") &&
      !programVariable("OMP_JIT_SUMMARY"))
    return nullptr;
  // The engine warns of variables that it does not understand.
  std::vector<std::string> Ignored;
  const jit::Settings Chosen =
      jit::Settings::fromEnvironment(programEnvironment(), Ignored);
  if (Chosen.TraceFile.empty() && Chosen.ReportFile.empty() &&
      !Chosen.Summarize)
    return nullptr;
  const std::string Name = traceName(Chosen);
  if (Name.empty()) {
    Print("omp-jit: warning: OMP_JIT_SUMMARY: no temporary file can be made: " +
          std::string(std::strerror(errno)) + "; there will be no summary");
    return nullptr;
  }
  return new RunTrace(Chosen, Name, Folder, Print);
}

RunTrace::RunTrace(const jit::Settings &Chosen, const std::string &TraceName,
                   const std::string &Folder, LineSink Print)
    : ReportName(Chosen.ReportFile), IsSummarized(Chosen.Summarize),
      IsTemporary(Chosen.TraceFile.empty() && Chosen.ReportFile.empty()),
      Tool(Folder + "/" OMPJIT_BIN_FROM_LIB "/ompjit-report"), Print(Print),
      File(
          TraceName,
          [Print, Variable = Chosen.TraceFile.empty() ? "OMP_JIT_REPORT"
                                                      : "OMP_JIT_TRACE"](
              const std::string &Path, const std::string &Why) {
            Print("omp-jit: warning: " + std::string(Variable) +
                  ": the trace cannot be written to " + Path + ": " + Why +
                  "; there will be no more events");
          },
          [Chosen] { return describeProcess(Chosen); }) {}

void RunTrace::finish() {
  // What a process has forked may end without a word.
  if (File.isUnused() && ::getpid() == Owner)
    Print("omp-jit: there is nothing to report: the program did nothing with "
          "its devices; OMP_TARGET_OFFLOAD=mandatory shows why a region runs "
          "on the host");
  if (File.finish() && (!ReportName.empty() || IsSummarized))
    runTool();
  if (IsTemporary && File.belongsToProcess())
    ::unlink(File.path().c_str());
}

void RunTrace::runTool() {
  std::vector<std::string> Command = {Tool};
  if (!ReportName.empty())
    Command.push_back("--output=" + withProcess(ReportName));
  if (IsSummarized)
    Command.push_back("--text");
  Command.push_back(File.path());
  const std::string Why = runAndWait(Command);
  if (!Why.empty())
    Print(formatDiagnostic("warning", diagnose(Diagnostic::ReportFailed, {Why}),
                           nullptr, -1));
}
