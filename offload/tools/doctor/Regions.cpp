//===- Regions.cpp - A region in each mode on each device -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "ompjit/Support/ChildProcess.h"
#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Support/WorkFolder.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

namespace ompjit::doctor {

using deviceinfo::DeviceReport;
using deviceinfo::PluginReport;

namespace {

/// Prints a line for each device that something is wrong with, and last how
/// many devices it has run on.
constexpr char Program[] = R"(#include <omp.h>
#include <stdio.h>
int main(void) {
  int NumDevices = omp_get_num_devices(), Bad = 0;
  for (int Device = 0; Device < NumDevices; ++Device) {
    int Numbers[1000], IsHost = 1;
    long Sum = 0;
    for (int I = 0; I < 1000; ++I)
      Numbers[I] = I;
#pragma omp target data device(Device) map(to : Numbers)
    {
#pragma omp target device(Device) map(from : IsHost)
      IsHost = omp_is_initial_device();
#pragma omp target teams distribute parallel for device(Device) \
    reduction(+ : Sum) map(tofrom : Sum)
      for (int I = 0; I < 1000; ++I)
        Sum += Numbers[I];
    }
    if (IsHost)
      printf("device %d: the region ran on the host\n", Device);
    else if (Sum != 499500)
      printf("device %d: the sum is %ld, not 499500\n", Device, Sum);
    Bad += IsHost || Sum != 499500;
  }
  printf("%d\n", NumDevices);
  return Bad != 0;
}
)";

struct Mode {
  const char *Name;
  const char *Option; ///< Null: none.
  /// Whether the device code is a package in any case, which virtual GPUs need.
  bool IsPackage;
};

constexpr Mode Modes[] = {
    {"ahead of time", nullptr, false},
    {"with device LTO", "-foffload-lto", false},
    {"at run time", "-fopenmp-target-jit", true},
};

/// A kind of device to compile for.
struct Kind {
  std::string Triple, Arch;
  bool IsVirtual = false;
  size_t NumDevices = 0;

  std::string name() const { return (IsVirtual ? "virtual " : "") + Arch; }
};

/// The program obeys the settings of this shell, except those that would keep
/// it from offloading or from compiling, or that write files.
const char *const Variables[] = {
    "OMP_TARGET_OFFLOAD=MANDATORY",
    "OMP_JIT_CACHE=memory",
    "OMP_JIT_ASYNC=0",
    "OMP_JIT_STATS=",
    "OMP_JIT_TRACE=",
    "OMP_JIT_REPORT=",
    "OMP_JIT_SUMMARY=",
    "OMP_JIT_DUMP=",
    "OMP_JIT_RECORD=",
    "LIBOMPTARGET_PROFILE=",
    "LIBOMPTARGET_RECORD=",
};

/// Virtual GPUs are devices of programs only if the user asks for them.
bool wantsVirtualGpus() {
  const char *Value = programVariable("OMP_JIT_VGPU");
  return Value && std::string_view(Value) == "1";
}

std::vector<Kind> kindsOf(const std::vector<PluginReport> &Plugins) {
  std::vector<Kind> Kinds;
  for (const PluginReport &P : Plugins)
    for (const DeviceReport &Each : P.Devices) {
      const DeviceDescription &D = Each.Description;
      const TargetTraits *Target = findTarget(D.Triple);
      if (!Each.Trouble.empty() || !Target)
        continue;
      const bool IsVirtual = P.Name != Target->PluginName;
      if (Target->PluginName != Target->VirtualPluginName &&
          IsVirtual != wantsVirtualGpus())
        continue;
      auto Known = std::find_if(Kinds.begin(), Kinds.end(), [&](const Kind &K) {
        return K.Triple == D.Triple && K.Arch == D.Arch;
      });
      if (Known == Kinds.end())
        Known = Kinds.insert(Kinds.end(), {D.Triple, D.Arch, IsVirtual});
      ++Known->NumDevices;
    }
  return Kinds;
}

class Trial {
public:
  Trial(const Installation &Here, const std::string &Folder, Findings &Found)
      : Here(Here), Folder(Folder), Found(Found) {}

  void runIn(const Mode &How, const Kind &On);

private:
  std::vector<std::string> compileCommand(const Mode &How,
                                          const Kind &On) const;
  void addResult(const std::string &Subject, const Kind &On, size_t NumDevices);

  const Installation &Here;
  const std::string &Folder;
  Findings &Found;
};

std::vector<std::string> Trial::compileCommand(const Mode &How,
                                               const Kind &On) const {
  std::vector<std::string> Command = {Here.clang(), "-O1", "-fopenmp"};
  Command.push_back("-fopenmp-targets=" + On.Triple);
  if (findTarget(On.Triple)->PluginName != "host")
    Command.push_back("--offload-arch=" + On.Arch);
  if (How.Option)
    Command.emplace_back(How.Option);
  Command.insert(Command.end(),
                 {Folder + "/region.c", "-o", Folder + "/region"});
  return Command;
}

void Trial::addResult(const std::string &Subject, const Kind &On,
                      size_t NumDevices) {
  const std::string Ran = "ran on " + std::to_string(NumDevices) +
                          (NumDevices == 1 ? " device" : " devices");
  if (NumDevices >= On.NumDevices)
    Found.good(Subject, Ran);
  else
    Found.error(Subject, Ran + " of " + std::to_string(On.NumDevices),
                "run a program with LIBOMPTARGET_DEBUG=1, which says why a "
                "device is not used");
}

void Trial::runIn(const Mode &How, const Kind &On) {
  const std::string Subject =
      "region for " + On.name() + ", compiled " + How.Name;
  const std::string Output = Folder + "/output";
  const std::vector<std::string> Command = compileCommand(How, On);
  if (Status S = ChildProcess{Command, {}, Output}.runWell(); !S) {
    std::string Words;
    for (const std::string &Each : Command)
      Words += (Words.empty() ? "" : " ") + Each;
    Found.error(Subject, "the compiler failed: " + S.error().message(),
                "see its message; the command was: " + Words);
    return;
  }
  const ChildProcess Region = {{Folder + "/region"},
                               {std::begin(Variables), std::end(Variables)},
                               Output};
  if (Status S = Region.runWell(); !S) {
    Found.error(Subject, "the program failed: " + S.error().message(),
                "see its message, and docs/diagnostics.md for its number");
    return;
  }
  const std::string Lines = lastLines(Output);
  addResult(Subject, On,
            std::strtoul(Lines.c_str() + Lines.rfind('\n') + 1, nullptr, 10));
}

} // namespace

void checkRegions(const Installation &Here,
                  const std::vector<PluginReport> &Plugins, Findings &Found) {
  const WorkFolder Folder("ompjit-doctor");
  if (!Folder.IsMade ||
      !(std::ofstream(Folder.Path + "/region.c") << Program)) {
    Found.error("regions",
                "there is no place for a program: " + Folder.Path + ": " +
                    std::strerror(errno),
                "free some space, or choose another folder with TMPDIR");
    return;
  }
  Trial TheTrial(Here, Folder.Path, Found);
  for (const Kind &On : kindsOf(Plugins))
    for (const Mode &How : Modes)
      if (How.IsPackage || !On.IsVirtual)
        TheTrial.runIn(How, On);
}

} // namespace ompjit::doctor
