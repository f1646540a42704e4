//===- RuntimeSettings.cpp - The LIBOMPTARGET_* variables -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of variables, with the parsers that its rows use. To add a
// variable, add a row; warnings and documentation follow from it.
//
//===----------------------------------------------------------------------===//

#include "RuntimeSettings.h"

#include "ompjit/Support/VariableTable.h"
#include "ompjit/VirtualGpuSettings.h"

#include <algorithm>
#include <cctype>

using namespace ompjit;

namespace {

/// Accepts the spellings that users of the packaged runtime have in their
/// scripts.
bool parseSwitch(std::string_view Value, bool &IsOn) {
  std::string Lower(Value);
  std::transform(Lower.begin(), Lower.end(), Lower.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  for (std::string_view Yes : {"1", "true", "yes", "on"})
    if (Lower == Yes)
      return IsOn = true;
  for (std::string_view No : {"0", "false", "no", "off"})
    if (Lower == No)
      return !(IsOn = false);
  return false;
}

/// Parses a switch with a third position.
bool parsePinMapped(std::string_view Value, PinMapped &Mapped) {
  bool IsOn = false;
  if (parseSwitch(Value, IsOn))
    Mapped = IsOn ? PinMapped::On : PinMapped::Off;
  else if (Value == "mandatory")
    Mapped = PinMapped::Mandatory;
  else
    return false;
  return true;
}

/// Parses a sum of flags, in decimal or with 0x; -1 means all of them.
bool parseFlags(std::string_view Value, uint32_t &Flags) {
  if (Value == "-1") {
    Flags = ~uint32_t(0);
    return true;
  }
  int Base = 10;
  if (Value.starts_with("0x") || Value.starts_with("0X")) {
    Value.remove_prefix(2);
    Base = 16;
  }
  uint32_t Parsed = 0;
  auto [Rest, Failure] =
      std::from_chars(Value.data(), Value.data() + Value.size(), Parsed, Base);
  if (Failure != std::errc() || Rest != Value.data() + Value.size())
    return false;
  Flags = Parsed;
  return true;
}

/// Parses a level. The packaged runtime has several; here all above 0 are the
/// same.
bool parseDebug(std::string_view Value, bool &IsOn) {
  uint32_t Level = 0;
  if (!parseNumber<uint32_t>(Value, 0, UINT32_MAX, Level))
    return false;
  IsOn = Level != 0;
  return true;
}

/// Refuses empty parts, which would match every name.
bool parseNames(std::string_view Value, std::vector<std::string> &Names) {
  std::vector<std::string> Found;
  for (size_t At = 0; At <= Value.size();) {
    const size_t End = std::min(Value.find(',', At), Value.size());
    if (End == At)
      return false;
    Found.emplace_back(Value.substr(At, End - At));
    At = End + 1;
  }
  Names = std::move(Found);
  return true;
}

bool parsesBytes(std::string_view Value, RuntimeSettings &) {
  uint64_t Ignored = 0;
  return parseNumber<uint64_t>(Value, 0, UINT64_MAX, Ignored);
}

constexpr Variable<RuntimeSettings> Variables[] = {
    {"LIBOMPTARGET_INFO",
     "What is printed on stderr about the program's constructs, a sum of "
     "flags. 0x1: the arguments of data directives and target regions; 0x2: a "
     "list item that was mapped already; 0x4: the table of mappings after each "
     "target region and when something fails; 0x8: mappings that are made and "
     "removed; 0x10: kernels that are launched; 0x20: copies between host and "
     "device; 0x40: list items that need no mapping.",
     "a number, in decimal or with 0x, or -1 for everything", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseFlags(V, S.InfoFlags);
     }},
    {"LIBOMPTARGET_DEBUG",
     "Above 0, everything that the runtime does and why it does so is printed "
     "on stderr.",
     "an integer from 0", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseDebug(V, S.Debug);
     }},
    {"LIBOMPTARGET_PROFILE",
     "File for a trace of all threads in the JSON format of Chrome and "
     "Perfetto. `%p` stands for the process id, `%h` for the host's name.",
     "a path", "unset",
     [](std::string_view V, RuntimeSettings &S) {
       S.ProfileFile = V;
       return true;
     }},
    {"LIBOMPTARGET_PROFILE_GRANULARITY",
     "What took less time than this is left out of the trace.",
     "a number of microseconds", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNumber<uint64_t>(V, 0, UINT32_MAX, S.ProfileGranularityUs);
     }},
    {"LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS",
     "A mapped pointer is attached to what it points to by every construct "
     "that maps both, and not only when one of them is new on the device.",
     "1, `true`, `yes`, `on`, or 0, `false`, `no`, `off`", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseSwitch(V, S.AlwaysAttach);
     }},
    {"LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD",
     "Device memory up to this size is kept when it is freed and given out "
     "again; 0 gives all of it back at once. The default is 0 on devices whose "
     "allocations cost no more than malloc, as the host's.",
     "a number of bytes", "8192, or 0",
     [](std::string_view V, RuntimeSettings &S) {
       uint64_t Bytes = 0;
       if (!parseNumber<uint64_t>(V, 0, UINT64_MAX, Bytes))
         return false;
       S.PoolThresholdBytes = Bytes;
       return true;
     }},
    // Read by the plugin for NVIDIA's GPUs; the rows document them and warn.
    {"LIBOMPTARGET_STACK_SIZE",
     "The stack of each thread of an NVIDIA GPU. All of a GPU's threads have "
     "theirs in its memory.",
     "a number of bytes", "the driver's choice", parsesBytes},
    {"LIBOMPTARGET_HEAP_SIZE",
     "The memory that kernels on an NVIDIA GPU can allocate.",
     "a number of bytes", "the driver's choice", parsesBytes},
    {"LIBOMPTARGET_SHARED_MEMORY_SIZE",
     "The dynamic shared memory that each block on a GPU has at least, as if "
     "each region had an `ompx_dyn_cgroup_mem` clause.",
     "a number of bytes below 4 GiB", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNumber<uint32_t>(V, 0, UINT32_MAX, S.SharedBytes);
     }},
    // Read by the plugins for GPUs, and by libomp, which warns.
    {"OMP_NUM_TEAMS",
     "How many teams there are at the most where a construct has no "
     "`num_teams` clause.",
     "an integer from 1", "the device's choice",
     [](std::string_view, RuntimeSettings &) { return true; }},
    {"OMP_TEAMS_THREAD_LIMIT",
     "How many threads a team has at the most where a construct has no "
     "`thread_limit` clause.",
     "an integer from 1", "the device's choice",
     [](std::string_view, RuntimeSettings &) { return true; }},
    // Read by the host's plugin; the row documents it and warns.
    {"LIBOMPTARGET_IMAGE_FOLDER",
     "Folder of the files that code for the processor is loaded from, where "
     "debuggers and profilers find it. It must be the user's alone, on a file "
     "system of this machine that may hold code; otherwise code is loaded from "
     "memory. Above 256 MiB what was not used for the longest time is removed.",
     "an absolute path, or `none`", "omp-jit-UID in $TMPDIR, else in /tmp",
     [](std::string_view V, RuntimeSettings &) {
       return V == "none" || V.starts_with('/');
     }},
    {"LIBOMPTARGET_HOST_QUEUES",
     "Each queue of a host device is a thread, so that `nowait` constructs "
     "overlap with the program and with each other as they do on a GPU. "
     "Otherwise everything is done when its construct is met.",
     "1, `true`, `yes`, `on`, or 0, `false`, `no`, `off`", "0",
     [](std::string_view V, RuntimeSettings &) {
       bool Ignored;
       return parseSwitch(V, Ignored);
     }},
    {"LIBOMPTARGET_HOST_MAPS_IN_PLACE",
     "Regions on a host device use mapped data in its place: nothing is "
     "allocated or copied, as with `requires unified_shared_memory`, and what "
     "either side writes the other one sees at once. For programs that do not "
     "rely on the device's copy staying as it was. `OMPX_APU_MAPS=1` says the "
     "same, to AMD's GPUs as well. With 0, all data has a copy. By default "
     "that is used in its place which no program can tell from a copy: what a "
     "single launch maps and copies back, or is known to only read, while its "
     "thread waits.",
     "1, `true`, `yes`, `on`, or 0, `false`, `no`, `off`", "neither",
     [](std::string_view V, RuntimeSettings &) {
       bool Ignored;
       return parseSwitch(V, Ignored);
     }},
    {"LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS",
     "Host memory is pinned while it is mapped, where that is possible; with "
     "`mandatory`, what cannot be pinned cannot be mapped.",
     "1, `true`, `yes`, `on`, 0, `false`, `no`, `off`, or `mandatory`", "off",
     [](std::string_view V, RuntimeSettings &S) {
       return parsePinMapped(V, S.PinMappedMemory);
     }},
    {"LIBOMPTARGET_COOPERATIVE_KERNELS",
     "Kernels whose teams wait for each other: all teams of a launch run at "
     "the same time, or it is an error. For GPUs that can do so.",
     "names of kernels or parts of them, separated by commas", "none",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNames(V, S.CooperativeKernels);
     }},
    {"LIBOMPTARGET_RECORD",
     "Launches of kernels are recorded, for ompjit-kernel-replay; see "
     "[record-replay.md](record-replay.md).",
     "1, `true`, `yes`, `on`, or 0, `false`, `no`, `off`", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseSwitch(V, S.Record.IsOn);
     }},
    {"LIBOMPTARGET_RR_SAVE_OUTPUT",
     "The memory after the kernel is recorded too, so that replays can be "
     "compared with it.",
     "1, `true`, `yes`, `on`, or 0, `false`, `no`, `off`", "0",
     [](std::string_view V, RuntimeSettings &S) {
       return parseSwitch(V, S.Record.SaveOutput);
     }},
    {"LIBOMPTARGET_RECORD_FOLDER", "Where recordings are written.",
     "a folder that exists", "the current folder",
     [](std::string_view V, RuntimeSettings &S) {
       S.Record.Folder = V;
       return true;
     }},
    {"LIBOMPTARGET_RECORD_LAUNCHES",
     "How many launches of each kernel are recorded, the first ones.",
     "an integer from 1", "10",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNumber<uint32_t>(V, 1, UINT32_MAX,
                                    S.Record.LaunchesPerKernel);
     }},
    {"OMPTARGET_QUERY_COUNT_THRESHOLD",
     "After how many questions in a row whether a `nowait` construct is done a "
     "thread waits for it instead of asking again.",
     "an integer from 0", "5",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNumber<uint32_t>(V, 0, UINT32_MAX, S.Queries.Threshold);
     }},
    {"OMPTARGET_QUERY_COUNT_MAX",
     "How many of these questions are counted at most.", "an integer from 0",
     "10",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNumber<uint32_t>(V, 0, UINT32_MAX, S.Queries.Max);
     }},
    {"OMPTARGET_QUERY_COUNT_BACKOFF_FACTOR",
     "What the count is multiplied with when a construct is done.",
     "a number from 0 to 1", "0.5",
     [](std::string_view V, RuntimeSettings &S) {
       return parseNumber<double>(V, 0, 1, S.Queries.Factor);
     }},
};

/// Of other variables that begin so, nothing is known: the packaged runtime and
/// its plugins have many.
void warnOfMisspelt(char **Environment, std::vector<std::string> &Warnings) {
  constexpr std::string_view Prefix = "LIBOMPTARGET_";
  std::vector<std::string_view> Names;
  for (char **Position = Environment; Position && *Position; ++Position) {
    const std::string_view Entry = *Position;
    const std::string_view Name = Entry.substr(0, Entry.find('='));
    if (!Name.starts_with(Prefix))
      continue;
    if (Names.empty())
      for (const auto &Each : Variables)
        Names.push_back(Each.Name);
    if (const std::string Meant = suggestion(Name, Names, Prefix);
        !Meant.empty())
      Warnings.push_back("the variable " + std::string(Name) +
                         " does not exist" + Meant);
  }
}

} // namespace

bool RuntimeSettings::isCooperative(std::string_view Kernel) const {
  return std::any_of(CooperativeKernels.begin(), CooperativeKernels.end(),
                     [Kernel](const std::string &Part) {
                       return Kernel.find(Part) != std::string_view::npos;
                     });
}

RuntimeSettings
RuntimeSettings::fromEnvironment(char **Environment,
                                 std::vector<std::string> &Warnings) {
  RuntimeSettings S;
  readVariables<RuntimeSettings>(Variables, Environment, S, Warnings);
  warnOfMisspelt(Environment, Warnings);
  S.VirtualGpus =
      VirtualGpuSettings::fromEnvironment(Environment, Warnings).Enabled;
  return S;
}

std::string ompjit::runtimeSettingsAsMarkdown() {
  return "# Settings of the runtime library\n\n"
         "Environment variables that `libomptarget` reads when the program "
         "starts. A value that is not\nunderstood is named in a warning and "
         "ignored, and so is a variable whose name is like one of them; "
         "an\nempty value counts as unset. Those of the JIT engine "
         "are in [variables.md](variables.md).\nPrograms that run with "
         "privileges that their caller has not (set-uid, set-gid, file "
         "capabilities)\nobey none of them.\n\n"
         "This file is generated from the table in "
         "`offload/libomptarget/device/RuntimeSettings.cpp` by the "
         "build\ntarget "
         "`update-docs-runtime-variables`.\n\n" +
         variablesAsMarkdown<RuntimeSettings>(Variables);
}
