//===- Main.cpp - ompjit-tune ---------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the fastest choices for kernels by replaying recorded launches.
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "Options.h"
#include "Profiles.h"
#include "Report.h"
#include "Tuner.h"

#include "ompjit/Support/ChildProcess.h"
#include "ompjit/Support/LoadedFile.h"
#include "ompjit/Support/Tool.h"
#include "ompjit/Support/WorkFolder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

using namespace ompjit;
using namespace ompjit::tune;

namespace fs = std::filesystem;

namespace {

constexpr Tool Program{.Name = "ompjit-tune", .Help = helpText};

/// Runs the program and records its launches in \p Folder.
Status record(const Options &Chosen, const std::string &Folder) {
  ChildProcess Run;
  Run.Command = Chosen.Words;
  Run.Variables = {"LIBOMPTARGET_RECORD=1", "LIBOMPTARGET_RR_SAVE_OUTPUT=1",
                   "LIBOMPTARGET_RECORD_FOLDER=" + Folder,
                   "LIBOMPTARGET_RECORD_LAUNCHES=" +
                       std::to_string(Chosen.Launches),
                   "OMP_JIT_PROFILE=off"};
  Run.TimeLimit = {};
  Result<int> Ended = Run.run();
  if (!Ended)
    return Ended.takeError().context("'" + Chosen.Words.front() + "'");
  if (*Ended != 0)
    Program.warn("'" + Chosen.Words.front() + "' ended with status " +
                 std::to_string(*Ended));
  return Done{};
}

Result<std::vector<std::string>> descriptorsFor(const Options &Chosen,
                                                const std::string &Folder) {
  if (areRecordings(Chosen.Words))
    return findDescriptors(Chosen.Words);
  const std::string Into = Chosen.Keep.empty() ? Folder : Chosen.Keep;
  std::error_code Failure;
  fs::create_directories(Into, Failure);
  if (Failure)
    return Error("'" + Into + "' cannot be made: " + Failure.message());
  if (Status S = record(Chosen, fs::absolute(Into).string()); !S)
    return S.takeError();
  Result<std::vector<std::string>> Found = findDescriptors({Into});
  if (!Found)
    return Error("'" + Chosen.Words.front() +
                 "' has launched no kernel that could be recorded");
  return Found;
}

int keep(const Options &Chosen, const std::vector<Tuned> &All,
         const std::vector<std::string> &Problems) {
  tuning::Profile Measured;
  for (const Tuned &Each : All)
    if (Each.Problem.empty())
      Measured.push_back(Each.Choice);
  Result<tuning::Profile> Old = readProfile(Chosen.Output);
  if (!Old)
    return Program.fail(Old.error());
  if (Status S =
          writeProfile(Chosen.Output, updated(std::move(*Old), Measured));
      !S)
    return Program.fail(S.error());
  if (Chosen.IntoCache)
    if (Status S = updateCache(Measured); !S)
      return Program.fail(S.error());
  const std::string Path = fs::absolute(Chosen.Output).string();
  const int Status = Measured.size() == All.size() && Problems.empty()
                         ? Tool::Good
                         : Tool::Bad;
  if (Chosen.Json)
    return Program.print(asJson(All, Problems, Path), Status);
  const auto NumGains = std::count_if(
      All.begin(), All.end(), [](const Tuned &Each) { return Each.isGain(); });
  std::string Text = asText(All) + std::to_string(NumGains) + " of " +
                     std::to_string(All.size()) + " gain; ";
  Text += Chosen.IntoCache
              ? "programs find the choices in the cache, and in " + Path + "\n"
              : "use the choices with OMP_JIT_PROFILE=" + Path + "\n";
  return Program.print(Text, Status);
}

int tuneAll(const Options &Chosen) {
  // A profile that could not be added to would cost all measurements.
  if (Result<tuning::Profile> Old = readProfile(Chosen.Output); !Old)
    return Program.fail(Old.error());
  const WorkFolder Folder("ompjit-tune");
  if (!Folder.IsMade)
    return Program.fail("'" + Folder.Path +
                        "' cannot be made: " + std::strerror(errno));
  Result<std::vector<std::string>> Descriptors =
      descriptorsFor(Chosen, Folder.Path + "/recordings");
  if (!Descriptors)
    return Program.fail(Descriptors.error());
  std::vector<std::string> Problems;
  const std::vector<Sample> Samples =
      chooseSamples(*Descriptors, Chosen.Kernel, Problems);
  for (const std::string &Each : Problems)
    Program.warn(Each);
  if (Samples.empty())
    return Program.fail(Problems.empty()
                            ? "no recorded kernel's name contains '" +
                                  Chosen.Kernel + "'"
                            : "there is nothing that could be tuned");
  const Replays Measured(
      Chosen, Folder.Path,
      (fs::path(programFile()).parent_path() / "ompjit-kernel-replay")
          .string());
  std::vector<Tuned> All = Tuner(Chosen, Measured).tune(Samples);
  return keep(Chosen, All, Problems);
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, tuneAll);
}
