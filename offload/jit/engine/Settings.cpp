//===- Settings.cpp - The OMP_JIT_* variables -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of variables, with the parsers that its rows use. A new variable is
// a new row; warnings and documentation follow from it. The facts that kernels
// can be specialised for are another table, in ompjit/FactTraits.h.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Jit/Settings.h"

#include "ompjit/CompileService.h"
#include "ompjit/Remote/Address.h"
#include "ompjit/Support/ConstantText.h"
#include "ompjit/Support/OutputFile.h"
#include "ompjit/Support/VariableTable.h"
#include "ompjit/VirtualGpuSettings.h"

#include <algorithm>
#include <string_view>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

bool parseSwitch(std::string_view Value, bool &IsOn) {
  if (Value != "0" && Value != "1")
    return false;
  IsOn = Value == "1";
  return true;
}

constexpr size_t writeMeaning(char *Buffer) {
  ConstantText Text(Buffer);
  Text << "What kernels are specialised for. ";
  for (const SpecializationTraits &Row : SpecializationTable)
    Text << (&Row == SpecializationTable ? "`" : "; `") << Row.Word
         << "`: " << Row.Meaning;
  return (Text << ".").size();
}

constexpr size_t writeAccepted(char *Buffer) {
  ConstantText Text(Buffer);
  Text << "`none`, `all`, or a comma-separated list of ";
  for (const SpecializationTraits &Row : SpecializationTable)
    Text << (&Row == SpecializationTable                 ? "`"
             : &Row + 1 == std::end(SpecializationTable) ? " and `"
                                                         : ", `")
         << Row.Word << "`";
  return Text.size();
}

/// Returns the bit of a word; 0 if there is no such word.
uint32_t specializationNamed(std::string_view Word) {
  for (const SpecializationTraits &Row : SpecializationTable)
    if (!Word.empty() && (Word == Row.Word || Word == Row.OldWord))
      return Row.Bit;
  return 0;
}

/// A word may occur twice.
bool parseSpecialize(std::string_view Value, Settings &S) {
  if (Value == "none" || Value == "all") {
    S.Specialize = Value == "all" ? ~0u : 0;
    return true;
  }
  uint32_t Chosen = 0;
  for (;;) {
    const size_t Comma = Value.find(',');
    const uint32_t Named = specializationNamed(Value.substr(0, Comma));
    if (!Named)
      return false;
    Chosen |= Named;
    if (Comma == std::string_view::npos)
      break;
    Value.remove_prefix(Comma + 1);
  }
  S.Specialize = Chosen;
  return true;
}

bool parseCacheMode(std::string_view Value, Settings &S) {
  if (Value == "off")
    S.Cache = CacheMode::Off;
  else if (Value == "memory")
    S.Cache = CacheMode::Memory;
  else if (Value == "disk")
    S.Cache = CacheMode::Disk;
  else
    return false;
  return true;
}

bool parseLanes(std::string_view Value, Settings &S) {
  if (Value == "auto")
    S.Lanes = LanesAuto;
  else if (Value == "off")
    S.Lanes = LanesOff;
  else if (uint32_t Lanes;
           parseNumber<uint32_t>(Value, 2, MaxLanes, Lanes) && areLanes(Lanes))
    S.Lanes = Lanes;
  else
    return false;
  return true;
}

bool parseNontemporal(std::string_view Value, Settings &S) {
  if (Value == "auto")
    S.NontemporalBytes = NontemporalAuto;
  else if (Value == "off")
    S.NontemporalBytes = NontemporalOff;
  else
    return parseSize(Value, UINT64_MAX / 2, S.NontemporalBytes);
  return true;
}

bool parsePrefetch(std::string_view Value, Settings &S) {
  if (Value == "auto")
    S.Prefetch = PrefetchAuto;
  else if (Value == "off")
    S.Prefetch = PrefetchOff;
  else
    return parseNumber<uint32_t>(Value, 1, MaxPrefetch, S.Prefetch);
  return true;
}

bool parsePipeline(std::string_view Value, Settings &S) {
  if (Value == "auto")
    S.Pipeline = PipelineMode::Auto;
  else if (Value == "quick")
    S.Pipeline = PipelineMode::Quick;
  else if (Value == "full")
    S.Pipeline = PipelineMode::Full;
  else
    return false;
  return true;
}

/// Rejects relative folders, which would depend on the working directory, where
/// another user may have put a cache.
bool parseCacheDir(std::string_view Value, Settings &S) {
  if (!Value.starts_with('/'))
    return false;
  S.CacheDir = Value;
  return true;
}

/// Rejects relative paths for the same reason.
bool parsePaths(std::string_view Value, std::vector<std::string> &Out) {
  std::vector<std::string> Paths;
  while (!Value.empty()) {
    const size_t Colon = std::min(Value.find(':'), Value.size());
    if (!Value.starts_with('/'))
      return false;
    Paths.emplace_back(Value.substr(0, Colon));
    Value.remove_prefix(std::min(Colon + 1, Value.size()));
  }
  Out = std::move(Paths);
  return true;
}

bool parseCounting(std::string_view Value, Settings &S) {
  if (Value == "off")
    S.Counting = CountMode::Off;
  else if (bool Counts; parseSwitch(Value, Counts))
    S.Counting = Counts ? CountMode::Count : CountMode::Use;
  else
    return false;
  return true;
}

bool parseProfiles(std::string_view Value, Settings &S) {
  S.UsesProfiles = Value != "off";
  return !S.UsesProfiles || parsePaths(Value, S.Profiles);
}

bool parseCacheRemote(std::string_view Value, Settings &S) {
  if (!remote::parseAddress(Value))
    return false;
  S.CacheRemote = Value;
  return true;
}

bool parseCacheRemoteSecret(std::string_view Value, Settings &S) {
  if (!Value.starts_with('/') && Value != Settings::NoSecret)
    return false;
  S.CacheRemoteSecret = Value;
  return true;
}

bool parseCompilerPlace(std::string_view Value, Settings &S) {
  if (Value == "thread")
    S.Compiler = CompilerPlace::Thread;
  else if (Value == "process")
    S.Compiler = CompilerPlace::Process;
  else if (Value == "node")
    S.Compiler = CompilerPlace::Node;
  else
    return false;
  return true;
}

bool parseNvJitLink(std::string_view Value, Settings &S) {
  if (!Value.starts_with('/'))
    return false;
  S.NvJitLink = Value;
  return true;
}

bool parseTimeLimit(std::string_view Value, Settings &S) {
  uint32_t Seconds = 0;
  if (!parseNumber<uint32_t>(Value, 0, 86400, Seconds))
    return false;
  S.TimeLimitMs = Seconds * 1000;
  return true;
}

bool isOneOf(std::string_view Value,
             std::initializer_list<std::string_view> Words) {
  return std::find(Words.begin(), Words.end(), Value) != Words.end();
}

/// Whether it is a fault of the compile service.
bool isCompileFault(std::string_view Kind, std::string_view Stage) {
  return isOneOf(Kind, {"fail", "fatal", "crash", "hang", "slow"}) &&
         isOneOf(Stage, {"load", "specialise", "optimise", "generate", "link",
                         "assemble"});
}

/// Whether it is a fault of a compile server.
bool isServerFault(std::string_view Kind, std::string_view Stage) {
  return isOneOf(Kind.substr(0, Kind.find("-always")),
                 {"kill", "hang", "cut", "garbage", "short"}) &&
         isOneOf(Stage, {"receive", "begin", "answer"});
}

/// Parses KIND@STAGE, or KIND@STAGE/specialised.
bool parseFault(std::string_view Value, Settings &S) {
  const size_t Slash = std::min(Value.find('/'), Value.size());
  const std::string_view Point = Value.substr(0, Slash);
  const std::string_view Images = Value.substr(Slash);
  const size_t Position = Point.find('@');
  const bool IsKnown =
      Position != std::string_view::npos &&
      (isCompileFault(Point.substr(0, Position), Point.substr(Position + 1)) ||
       isServerFault(Point.substr(0, Position), Point.substr(Position + 1)));
  const FaultSetting Asked = {std::string(Point), !Images.empty()};
  if ((!IsKnown && !Asked.givesPoorCode()) ||
      !isOneOf(Images, {"", "/specialised"}))
    return false;
  S.Fault = Asked;
  return true;
}

constexpr Variable<Settings> Variables[] = {
    {"OMP_JIT",
     "0 turns specialisation and caching off: the whole package is compiled "
     "once per device.",
     "0 or 1", "1",
     [](std::string_view V, Settings &S) { return parseSwitch(V, S.Enabled); }},
    {"OMP_JIT_SPECIALIZE", WrittenText<writeMeaning>,
     WrittenText<writeAccepted>, "all", parseSpecialize},
    {"OMP_JIT_THRESHOLD",
     "T of the tracker: a parameter is given up only after more than T "
     "specialisations of its kernel. After 4096 specialisations, the parameter "
     "whose value was new most often is given up.",
     "an integer from 0 to 1000000", "8",
     [](std::string_view V, Settings &S) {
       return parseNumber<uint32_t>(V, 0, 1000000, S.Threshold);
     }},
    {"OMP_JIT_RATIO",
     "R of the tracker: a parameter is given up if its value was new in "
     "more than this share of its kernel's specialisations.",
     "a number from 0 to 1", "0.5",
     [](std::string_view V, Settings &S) {
       return parseNumber<double>(V, 0, 1, S.Ratio);
     }},
    {"OMP_JIT_CACHE",
     "Where compiled images are kept: nowhere, in the process, or on disk as "
     "well.",
     "`off`, `memory` or `disk`", "disk", parseCacheMode},
    {"OMP_JIT_CACHE_DIR", "Folder of the images on disk.", "an absolute path",
     "$XDG_CACHE_HOME/omp-jit, else $HOME/.cache/omp-jit", parseCacheDir},
    {"OMP_JIT_CACHE_SIZE",
     "Maximum size of that folder. The images that were used least recently "
     "are removed if it becomes larger.",
     "a number of bytes above 0, or one with the suffix K, M, G or T", "1G",
     [](std::string_view V, Settings &S) {
       return parseSize(V, UINT64_MAX / 2, S.CacheSizeBytes);
     }},
    {"OMP_JIT_CACHE_BUNDLES",
     "Files of images that `omp-jit-cache export` wrote; they are read before "
     "the folder, unless OMP_JIT_CACHE is `off` or `memory`.",
     "absolute paths, separated by colons", "unset",
     [](std::string_view V, Settings &S) {
       return parsePaths(V, S.CacheBundles);
     }},
    {"OMP_JIT_CACHE_REMOTE",
     "A Redis server through which machines share images. A process that is "
     "about to compile asks it first. Requires OMP_JIT_CACHE_REMOTE_SECRET.",
     "`redis://[[user]:password@]host[:port][/database]`", "unset",
     parseCacheRemote},
    {"OMP_JIT_CACHE_REMOTE_SECRET",
     "File with a secret of at least 16 bytes that only the user can read. "
     "Entries on the server are signed with it; entries without a valid "
     "signature are not used. With `none`, everybody who can write to the "
     "server can make this program run code of theirs.",
     "an absolute path, or `none`", "unset", parseCacheRemoteSecret},
    {"OMP_JIT_CACHE_REMOTE_WAIT",
     "How many milliseconds a launch waits for the server. If there is no "
     "answer, no launch waits any more until the server answers in time again.",
     "an integer from 1 to 10000", "10",
     [](std::string_view V, Settings &S) {
       return parseNumber<uint32_t>(V, 1, 10000, S.CacheRemoteWaitMs);
     }},
    {"OMP_JIT_MEMORY",
     "Bytes of images that may be loaded on a device at the same time. Images "
     "that were used least recently are unloaded to make room, unless they are "
     "running, and loaded again when a launch wants them. Native images and "
     "images that are loaded before any kernel do not count. As many bytes, at "
     "least 64M, of images that were compiled or read are kept in memory.",
     "a number of bytes above 0, or one with the suffix K, M, G or T", "256M",
     [](std::string_view V, Settings &S) {
       return parseSize(V, UINT64_MAX / 2, S.MemoryBytes);
     }},
    {"OMP_JIT_OPT_LEVEL", "Optimisation level of run-time compiles.",
     "an integer from 0 to 3", "3",
     [](std::string_view V, Settings &S) {
       return parseNumber<uint32_t>(V, 0, 3, S.OptLevel);
     }},
    {"OMP_JIT_PIPELINE",
     "How much kernels are optimised. `full`: as OMP_JIT_OPT_LEVEL says; "
     "`quick`: only by passes that use the values that became known; `auto`: "
     "fully if there are loops. A launch that has to wait gets a quick image "
     "first, and the full one is compiled after it (OMP_JIT_ASYNC=1).",
     "`auto`, `quick` or `full`", "auto", parsePipeline},
    {"OMP_JIT_LANES",
     "How many iterations of a `distribute parallel for` loop share the "
     "vectors "
     "of a processor: as many as are worth it for each loop, none, or this "
     "number. No difference on GPUs.",
     "`auto`, `off`, 2, 4, 8, 16, 32 or 64", "auto", parseLanes},
    {"OMP_JIT_NONTEMPORAL",
     "How many bytes a thread's part of a loop has to write to an array that "
     "it does not read, so that the stores go past the cache of an x86-64 "
     "processor. `auto`: 8M. No difference on GPUs.",
     "`auto`, `off`, or a number of bytes above 0, or one with the suffix K, "
     "M, G or T",
     "auto", parseNontemporal},
    {"OMP_JIT_PREFETCH",
     "How many iterations ahead a loop for processors prefetches what it reads "
     "at places that arrays say. `auto`: as it suits the loop, in images for "
     "certain values. No difference on GPUs.",
     "`auto`, `off`, or a number from 1 to 64", "auto", parsePrefetch},
    {"OMP_JIT_PROFILE",
     "Files that `ompjit-tune` wrote, with what was found to be the fastest "
     "for kernels; what later ones say replaces what earlier ones say. They "
     "come "
     "before what the cache has for the same launches. `off`: that of the "
     "cache is not used either.",
     "absolute paths, separated by colons, or `off`", "unset", parseProfiles},
    {"OMP_JIT_COUNT",
     "1: kernels count how often each of their branches is taken, and the "
     "counts are kept in the cache at the end; launches wait for images as "
     "with OMP_JIT_ASYNC=0. 0: kernels "
     "are optimised for what earlier runs counted, if they did. `off`: they "
     "are not.",
     "`off`, 0 or 1", "0", parseCounting},
    {"OMP_JIT_ASYNC",
     "1: if a less specialised image or a native one can run meanwhile, a "
     "launch does not wait for its own image, which is compiled in the "
     "background. 0: every launch waits for the image that it wants.",
     "0 or 1", "1",
     [](std::string_view V, Settings &S) { return parseSwitch(V, S.Async); }},
    {"OMP_JIT_TRIAL",
     "1: a specialised image whose launches take long enough to matter is "
     "compared with the generic image, which replaces it if it is faster; "
     "requires OMP_JIT_ASYNC=1. 0: specialised images are always used.",
     "0 or 1", "1",
     [](std::string_view V, Settings &S) { return parseSwitch(V, S.Trial); }},
    {"OMP_JIT_THREADS",
     "How many threads compile in the background, at low priority. One more "
     "compiles generic images, which launches are likely to wait for. Unless "
     "this is set, all but the first start only while a processor is idle.",
     "an integer from 1 to 64", "one for 4 processors, from 1 to 4",
     [](std::string_view V, Settings &S) {
       return parseNumber<uint32_t>(V, 1, 64, S.Threads);
     }},
    {"OMP_JIT_EXIT_WAIT",
     "How many milliseconds the end of the program waits for compiles in the "
     "background that have begun, so that the next run has their images. "
     "Queued compiles are dropped; images that are compiled are always stored.",
     "an integer from 0 to 60000", "100",
     [](std::string_view V, Settings &S) {
       return parseNumber<uint32_t>(V, 0, 60000, S.ExitWaitMs);
     }},
    {"OMP_JIT_COMPILER",
     "Where compiles run. `thread`: in the program; `process`: in processes of "
     "its own, so that a crash there does not harm it; `node`: in processes "
     "that all programs of the user on the machine share. If no process can be "
     "started, compiles run in the program.",
     "`thread`, `process` or `node`", "thread", parseCompilerPlace},
    {"OMP_JIT_COMPILE_MEMORY",
     "Bytes of memory that a compile may use. A process that uses more is "
     "ended, and the compile fails. Has no effect with "
     "OMP_JIT_COMPILER=thread.",
     "a number of bytes above 0, or one with the suffix K, M, G or T",
     "no limit",
     [](std::string_view V, Settings &S) {
       return parseSize(V, UINT64_MAX / 2, S.CompileMemoryBytes);
     }},
    {"OMP_JIT_TIME_LIMIT",
     "Seconds after which a compile counts as failed, and the launch gets the "
     "generic or the native image, or an error. A compile in the program "
     "continues at the lowest priority; a process of its own is ended.",
     "an integer from 0 to 86400; 0 is no limit", "300", parseTimeLimit},
    {"OMP_JIT_NVJITLINK",
     "NVIDIA's libnvJitLink, of CUDA 12 or 13, which links fragments from CUDA "
     "sources.",
     "an absolute path",
     "libnvJitLink.so.13 or .12 in LD_LIBRARY_PATH, in the `lib64` of "
     "CUDA_HOME or CUDA_PATH, or where it is usually installed",
     parseNvJitLink},
    {"OMP_JIT_FAULT",
     "Makes compiles fail, for tests. `fail`: an error; `fatal`: a fatal error "
     "of LLVM; `crash`: a crash; `hang`: the compile never ends; `slow`: it "
     "takes half a second longer; `poor@optimise`: the code is that of "
     "OMP_JIT_OPT_LEVEL=0, which is slow. With a process of its own, the "
     "process is ended (`kill`), answers nothing (`hang`), half of the answer "
     "(`cut`), something else (`garbage`), or a few bytes at a time (`short`): "
     "once, or always with `-always` after the kind. With `/specialised`, only "
     "images for certain values are concerned.",
     "`KIND@STAGE` or `KIND@STAGE/specialised`; kinds are `fail`, `fatal`, "
     "`crash`, `hang`, `slow`; stages are `load`, `specialise`, `optimise`, "
     "`generate`, `link`, `assemble`; or `poor@optimise`; or kinds `kill`, "
     "`hang`, `cut`, `garbage`, `short` and stages `receive`, `begin`, "
     "`answer`",
     "unset", parseFault},
    {"OMP_JIT_INFO",
     "The events that are printed on stderr, one line each. 1: compiles, "
     "and which loops got iterations in vectors; 2: also the cache; 3: also "
     "the image that each launch gets.",
     "an integer from 0 to 3", "0",
     [](std::string_view V, Settings &S) {
       return parseNumber<uint32_t>(V, 0, 3, S.InfoLevel);
     }},
    {"OMP_JIT_STATS",
     "File for a summary in JSON, written at exit. `%p` stands for the "
     "process id, `%h` for the host's name. If the file is a link, a pipe or a "
     "device, it is written to "
     "and not replaced.",
     "a path", "unset",
     [](std::string_view V, Settings &S) {
       S.StatsFile = withProcess(V);
       return true;
     }},
    {"OMP_JIT_TRACE",
     "File for a trace of constructs, copies, kernels, compiles and the cache, "
     "for Perfetto, chrome://tracing and `ompjit-report`; written while the "
     "program runs. `%p` stands for the process id, `%h` for the host's name.",
     "a path", "unset",
     [](std::string_view V, Settings &S) {
       S.TraceFile = V;
       return true;
     }},
    {"OMP_JIT_REPORT",
     "File for a report of the program's device work, a page for browsers that "
     "`ompjit-report` makes at exit. `%p` stands for the process id, `%h` for "
     "the host's name. The trace "
     "that it is made of is the file of OMP_JIT_TRACE, or lies beside the "
     "report under the same name with `.trace` behind it.",
     "a path", "unset",
     [](std::string_view V, Settings &S) {
       S.ReportFile = V;
       return true;
     }},
    {"OMP_JIT_SUMMARY",
     "1: the short form of that report is printed on stderr at exit.", "0 or 1",
     "0",
     [](std::string_view V, Settings &S) {
       return parseSwitch(V, S.Summarize);
     }},
    {"OMP_JIT_DUMP",
     "Folder for files about each compile, named after the kernel: LLVM IR "
     "before and after, assembly, the image, and the values that it is for. "
     "The folder is created if necessary. All images are compiled then, even "
     "those that are on disk. `%p` stands for the process id, `%h` for the "
     "host's name.",
     "a path", "unset",
     [](std::string_view V, Settings &S) {
       S.DumpFolder = withProcess(V);
       return true;
     }},
    {"OMP_JIT_RECORD",
     "File to which the images that the program wants are appended, for "
     "`omp-jit-cache warm`. Processes may share it. `%p` stands for the "
     "process id, `%h` for the host's name.",
     "a path", "unset",
     [](std::string_view V, Settings &S) {
       S.RecordFile = withProcess(V);
       return true;
     }},
};

std::vector<std::string_view> namesOfVariables() {
  std::vector<std::string_view> Names;
  for (const Variable<Settings> &V : Variables)
    Names.push_back(V.Name);
  for (const Variable<VirtualGpuSettings> &V : VirtualGpuVariables)
    Names.push_back(V.Name);
  return Names;
}

bool doesExist(std::string_view Name) {
  const std::vector<std::string_view> Names = namesOfVariables();
  return std::find(Names.begin(), Names.end(), Name) != Names.end();
}

std::string allNames() {
  std::string Text;
  for (std::string_view Name : namesOfVariables())
    Text.append(Text.empty() ? "" : ", ").append(Name);
  return Text;
}

/// Returns the default folder: never one that other users can write to, like
/// /tmp, and never one relative to the working directory.
std::string defaultCacheDir(char **Environment) {
  std::string_view Xdg = valueOf(Environment, "XDG_CACHE_HOME");
  if (Xdg.starts_with('/'))
    return std::string(Xdg) + "/omp-jit";
  std::string_view Home = valueOf(Environment, "HOME");
  if (Home.starts_with('/'))
    return std::string(Home) + "/.cache/omp-jit";
  return "";
}

void warnOfUnknown(char **Environment, std::vector<std::string> &Warnings) {
  for (char **Position = Environment; Position && *Position; ++Position) {
    std::string_view Entry = *Position;
    std::string_view Name = Entry.substr(0, Entry.find('='));
    // Of others that begin so, nothing is known.
    if (Name.starts_with("OMPJIT_"))
      if (const std::string Spelled = "OMP_" + std::string(Name.substr(3));
          doesExist(Spelled))
        Warnings.push_back("the variable " + std::string(Name) +
                           " does not exist (did you mean " + Spelled + "?)");
    if (!Name.starts_with("OMP_JIT") || (Name.size() > 7 && Name[7] != '_') ||
        doesExist(Name))
      continue;
    std::string Meant = suggestion(Name, namesOfVariables(), "OMP_JIT_");
    if (Meant.empty())
      Meant = "; there are " + allNames();
    Warnings.push_back("the variable " + std::string(Name) + " does not exist" +
                       Meant);
  }
}

} // namespace

/// Stand-ins for images do not count, so launches wait.
static void settleCounting(Settings &S, std::vector<std::string> &Warnings) {
  if (S.Counting != CountMode::Count)
    return;
  S.Async = false;
  if (!S.Enabled)
    Warnings.push_back("OMP_JIT_COUNT=1 has no effect with OMP_JIT=0, which "
                       "compiles programs as a whole");
}

Settings Settings::fromEnvironment(char **Environment,
                                   std::vector<std::string> &Warnings) {
  Settings S;
  S.CacheDir = defaultCacheDir(Environment);
  readVariables<Settings>(Variables, Environment, S, Warnings);
  warnOfUnknown(Environment, Warnings);
  settleCounting(S, Warnings);
  return S;
}

std::string jit::settingsAsMarkdown() {
  return "# Run-time settings\n\n"
         "Environment variables that the JIT engine reads when the program "
         "starts. A value that is not\nunderstood, and an `OMP_JIT_*` variable "
         "that does not exist, is named in a warning and ignored; an\nempty "
         "value counts as unset. The variables of the runtime library are in "
         "[runtime-variables.md](runtime-variables.md).\n"
         "Programs that run with privileges that their caller does not have "
         "(set-uid, set-gid, file capabilities)\nignore all of them.\n\n"
         "This file is generated from the table in "
         "`offload/jit/engine/Settings.cpp` by the build target\n"
         "`update-docs-variables`.\n\n" +
         variablesAsMarkdown<Settings>(Variables) +
         "\n## Virtual GPUs\n\n"
         "See [virtual-gpu.md](virtual-gpu.md).\n\n" +
         variablesAsMarkdown<VirtualGpuSettings>(VirtualGpuVariables);
}
