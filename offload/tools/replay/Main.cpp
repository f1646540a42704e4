//===- Main.cpp - ompjit-kernel-replay ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs one recorded kernel again, measures its time and compares the memory
// afterwards.
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"
#include "LoadedRecording.h"
#include "Options.h"
#include "ReplayedProgram.h"

#include "ompjit/Support/Tool.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace ompjit;
using namespace ompjit::replay;

namespace {

constexpr Tool Program{.Name = "ompjit-kernel-replay", .Help = helpText};

double microseconds(std::chrono::nanoseconds Time) {
  return double(Time.count()) / 1000;
}

/// The first replay is shown separately, because it also loads or compiles the
/// kernel.
void printTimes(std::vector<std::chrono::nanoseconds> Times) {
  for (size_t I = 0; I < Times.size(); ++I)
    std::printf("replay %zu: %.3f us\n", I + 1, microseconds(Times[I]));
  if (Times.size() < 2)
    return;
  Times.erase(Times.begin());
  std::sort(Times.begin(), Times.end());
  std::printf("without the first: median %.3f us, fastest %.3f us\n",
              microseconds(Times[Times.size() / 2]),
              microseconds(Times.front()));
}

Status save(const std::string &Memory, const std::string &Path) {
  FILE *File = std::fopen(Path.c_str(), "wbe");
  bool IsWritten = File && std::fwrite(Memory.data(), 1, Memory.size(), File) ==
                               Memory.size();
  if (File && std::fclose(File))
    IsWritten = false;
  if (!IsWritten)
    return Error("cannot write '" + Path + "': " + std::strerror(errno));
  return Done{};
}

void printKernel(const recording::Descriptor &D) {
  std::printf("kernel %s: %zu arguments, %zu blocks and %zu variables with "
              "%llu bytes\n",
              D.Kernel.c_str(), D.Launch.Arguments.size(), D.Blocks.size(),
              D.Globals.size(),
              static_cast<unsigned long long>(D.memoryBytes()));
  // __tgt_target_kernel_replay has no parameters for them.
  if (D.Launch.NumTeams[1] > 1 || D.Launch.NumTeams[2] > 1 ||
      D.Launch.ThreadLimit[1] > 1 || D.Launch.ThreadLimit[2] > 1 ||
      D.Launch.DynamicMemoryBytes)
    std::printf("note: the launch had more than one dimension, or dynamic "
                "memory; the replay has not\n");
}

/// Prints, after the times, whether the memory is as recorded.
int conclude(const LoadedRecording &Recording, const Options &Chosen,
             const std::string &Difference, size_t Replay) {
  if (!Chosen.Compare)
    return Tool::Good;
  if (!Recording.Descriptor.Output) {
    std::printf("not compared: the recording has no output; record with "
                "LIBOMPTARGET_RR_SAVE_OUTPUT=1\n");
    return Tool::Good;
  }
  if (Difference.empty()) {
    std::printf("the output is the recorded one\n");
    return Tool::Good;
  }
  std::printf("replay %zu: the output is not the recorded one: %s\n", Replay,
              Difference.c_str());
  std::printf("note: static variables of device code are not recorded: they "
              "begin with their\nfirst values and keep what a replay leaves in "
              "them\n");
  return Tool::Bad;
}

std::string differenceOf(const LoadedRecording &Recording,
                         const std::string &Memory, const Options &Chosen) {
  const recording::Descriptor &D = Recording.Descriptor;
  std::string Text = describeDifference(D, Recording.Output, Memory);
  if (!Text.empty() && Chosen.AllowRounding &&
      differOnlyByRounding(D, Recording.Output, Memory))
    Text.clear();
  return Text;
}

Status saveFigures(const std::string &Path, const ReplayedProgram &Replayed,
                   const std::vector<std::chrono::nanoseconds> &Times) {
  const auto [Arch, Processors] = Replayed.deviceKind();
  std::string Text = Arch + "\n" + std::to_string(Processors) + "\n";
  for (const std::chrono::nanoseconds Each : Times)
    Text += std::to_string(Each.count()) + "\n";
  return save(Text, Path);
}

int replayAll(LoadedRecording &Recording, const Options &Chosen) {
  // Its image may be registered until the very end of the process.
  auto *Replayed = new ReplayedProgram(Recording, Chosen);
  if (Status S = Replayed->prepare(); !S)
    return Program.fail(S.error());
  printKernel(Recording.Descriptor);
  std::vector<std::chrono::nanoseconds> Times;
  std::string Memory, Difference;
  while (Times.size() < Chosen.Repeat && Difference.empty()) {
    Result<std::chrono::nanoseconds> Time = Replayed->run();
    if (!Time)
      return Program.fail(Time.error());
    Times.push_back(*Time);
    Result<std::string> After = Replayed->readMemory();
    if (!After)
      return Program.fail(After.error());
    Memory = std::move(*After);
    if (Chosen.Compare && Recording.Descriptor.Output)
      Difference = differenceOf(Recording, Memory, Chosen);
  }
  if (!Chosen.Figures.empty())
    if (Status S = saveFigures(Chosen.Figures, *Replayed, Times); !S)
      return Program.fail(S.error());
  printTimes(Times);
  if (!Chosen.OutputFile.empty())
    if (Status S = save(Memory, Chosen.OutputFile); !S)
      return Program.fail(S.error());
  return conclude(Recording, Chosen, Difference, Times.size());
}

int replayFile(const Options &Chosen) {
  Result<LoadedRecording> Loaded =
      LoadedRecording::load(Chosen.Descriptor, Chosen.AllowChanges);
  if (!Loaded)
    return Program.fail(Loaded.error());
  // It is never destroyed, because a compile in the background may read the
  // package until the process ends.
  static auto *const Recording = new LoadedRecording(std::move(*Loaded));
  // The replay must not be recorded, and a setting that keeps programs on the
  // host is not meant for it.
  unsetenv("LIBOMPTARGET_RECORD");
  setenv("OMP_TARGET_OFFLOAD", "mandatory", 1);
  // Replay the image for these arguments, not a fallback.
  setenv("OMP_JIT_ASYNC", "0", 0);
  return replayAll(*Recording, Chosen);
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, replayFile);
}
