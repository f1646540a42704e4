//===- LinkJob.cpp - Our part of the link step ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/LinkJob.h"
#include "ompjit/Targets.h"

#include "clang/Driver/Driver.h"
#include "clang/Driver/Tool.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ompjit::driver;
using clang::driver::Command;
using opt::ArgStringList;

bool ompjit::driver::isPackagedLinkStep(const Command &Job,
                                        const Locations &Paths) {
  StringRef Program = Job.getExecutable();
  if (Program == Paths.packagedLinkerWrapper())
    return true;
  // If the package with the linker wrapper is not installed, clang plans with a
  // program from PATH, or with the bare name if there is none.
  const clang::driver::Driver &Driver =
      Job.getCreator().getToolChain().getDriver();
  return sys::path::filename(Program) == "clang-linker-wrapper" &&
         none_of(Driver.PrefixDirs,
                 [&](StringRef Prefix) { return Program.starts_with(Prefix); });
}

namespace {

/// An option of the host linker that names folders.
struct FolderOption {
  StringRef Spelling;
  /// The value is the next argument.
  bool IsSeparate;
};

} // namespace

static constexpr FolderOption LibraryFolderOptions[] = {{"-L", true},
                                                        {"-L", false}};
static constexpr FolderOption RunPathOptions[] = {
    {"-rpath", true},   {"--rpath", true},   {"-R", true},
    {"-rpath=", false}, {"--rpath=", false}, {"-R", false}};

/// The index of the first argument by which one of \p Options names a folder
/// that \p Holds; \p Arguments.size() if there is none.
static size_t firstNaming(ArrayRef<FolderOption> Options,
                          const ArgStringList &Arguments, HoldsRuntime Holds) {
  auto Names = [&](const FolderOption &Option, size_t I) {
    StringRef Value = Arguments[I];
    if (!Value.consume_front(Option.Spelling) ||
        Option.IsSeparate != Value.empty())
      return false;
    if (Option.IsSeparate)
      Value = I + 1 < Arguments.size() ? Arguments[I + 1] : "";
    return any_of(split(Value, ':'), Holds);
  };
  for (size_t I = 0; I != Arguments.size(); ++I)
    if (any_of(Options, [&](const FolderOption &O) { return Names(O, I); }))
      return I;
  return Arguments.size();
}

static bool hasArgument(const ArgStringList &Arguments, StringRef Argument) {
  return is_contained(Arguments, Argument);
}

ArgStringList ompjit::driver::withOurRuntime(const ArgStringList &Arguments,
                                             StringRef Folder, RunPath Path,
                                             HoldsRuntime Holds,
                                             StringSaver &Strings) {
  ArgStringList Result = Arguments;
  if (!hasArgument(Arguments, "-lomptarget"))
    return Result;
  StringRef Lib = Strings.save(Folder);
  size_t Place = firstNaming(LibraryFolderOptions, Result, Holds);
  Result.insert(Result.begin() + Place, Strings.save("-L" + Lib).data());
  // A static program has no dynamic section to hold a run path.
  if (Path == RunPath::None || hasArgument(Arguments, "-static"))
    return Result;
  // Builds name the packaged folder as run path, because they need it with the
  // packaged driver.
  const char *RunPathArguments[] = {"-rpath", Lib.data()};
  Place = firstNaming(RunPathOptions, Result, Holds);
  Result.insert(Result.begin() + Place, std::begin(RunPathArguments),
                std::end(RunPathArguments));
  return Result;
}

static bool holdsLibomptarget(StringRef Folder) {
  return sys::fs::exists(Folder + "/libomptarget.so") ||
         sys::fs::exists(Folder + "/libomptarget.so.22.1");
}

/// clang asks for every archive member with code for an architecture of the
/// command line, whether anything needs it or not. Members that the user asks
/// for come after the linker's path.
static ArgStringList withoutForcedMembers(const ArgStringList &Arguments) {
  ArgStringList Result = Arguments;
  auto Linker = find_if(Result, [](StringRef Argument) {
    return Argument.starts_with("--linker-path=");
  });
  auto Kept = std::remove_if(Result.begin(), Linker, [](StringRef Argument) {
    return Argument.starts_with("--should-extract=");
  });
  Result.erase(Kept, Linker);
  return Result;
}

void ompjit::driver::useOurLinkStep(Command &Job, const Locations &Paths,
                                    StringRef Triple, RunPath Path,
                                    StringSaver &Strings) {
  const TargetTraits *Host =
      findTarget(llvm::Triple::getArchTypeName(llvm::Triple(Triple).getArch()));
  std::string Folder = Paths.TreeLib;
  // What is in the tree runs here. Another host's libraries may lie below it.
  if (Host && !isForThisMachine(*Host)) {
    Folder += "/" + std::string(Host->Host.Triple);
    Path = RunPath::None;
  }
  // The saver terminates strings by a null.
  Job.replaceExecutable(Strings.save(Paths.linkerWrapper()).begin());
  Job.replaceArguments(withOurRuntime(withoutForcedMembers(Job.getArguments()),
                                      Folder, Path, holdsLibomptarget,
                                      Strings));
}

/// Whether the user wants to know of loops that the optimiser could not make
/// what a directive asks for: the device link optimises, too.
static bool tellsFailedPasses(const opt::ArgList &Args) {
  using namespace clang::options;
  bool Tells = true;
  for (const opt::Arg *Each : Args.filtered(OPT_W_Group)) {
    const StringRef Name = Each->getOption().getName();
    const StringRef Value = Each->getNumValues() ? Each->getValue() : "";
    if (Name != "W")
      continue;
    if (Value == "no-pass-failed" || Value == "no-everything")
      Tells = false;
    else if (Value == "pass-failed" || Value == "everything")
      Tells = true;
  }
  return Tells && !Args.hasArg(OPT_w);
}

void ompjit::driver::addDeviceLinkOptions(
    Command &Job, const clang::driver::Compilation &Plan, StringRef Jobs,
    StringSaver &Strings) {
  using namespace clang::options;
  const opt::ArgList &Args = Plan.getArgs();
  ArgStringList Result = Job.getArguments();
  auto Add = [&](const Twine &Text) {
    Result.push_back(Strings.save(Text).data());
  };
  bool HasJobs = any_of(Result, [](StringRef Argument) {
    return Argument.starts_with("--wrapper-jobs=");
  });
  // For clang, 0 means as many as there are processors.
  StringRef LtoJobs = Args.getLastArgValue(OPT_flto_jobs_EQ, "0");
  if (!Jobs.empty())
    Add("--wrapper-jobs=" + Jobs);
  else if (!HasJobs && LtoJobs != "0")
    Add("--wrapper-jobs=" + LtoJobs);
  if (const opt::Arg *Ptxas = Args.getLastArg(OPT_ptxas_path_EQ))
    Add("--device-compiler=nvptx64-nvidia-cuda=--ptxas-path=" +
        StringRef(Ptxas->getValue()));
  if (!tellsFailedPasses(Args))
    Add("--device-compiler=-Wno-pass-failed");
  for (const opt::Arg *Ptx :
       Args.filtered(OPT_cuda_include_ptx_EQ, OPT_no_cuda_include_ptx_EQ)) {
    Ptx->claim();
    Add("--device-compiler=nvptx64-nvidia-cuda=" + Ptx->getSpelling() +
        Ptx->getValue());
  }
  bool ForNvidia = any_of(Result, [](StringRef Argument) {
    return Argument.starts_with("--device-linker=nvptx64-nvidia-cuda=-mllvm");
  });
  if (!ForNvidia)
    for (const std::string &Value : Args.getAllArgValues(OPT_mllvm))
      Add("--device-linker=nvptx64-nvidia-cuda=-mllvm=" + Value);
  Job.replaceArguments(std::move(Result));
}

void ompjit::driver::askForLto(Command &Job) {
  ArgStringList Result = Job.getArguments();
  Result.push_back("--device-compiler=-foffload-lto");
  Job.replaceArguments(std::move(Result));
}

void ompjit::driver::namePortableCode(Command &Job,
                                      const StringMap<StringRef> &Targets,
                                      StringSaver &Strings) {
  ArgStringList Result;
  for (StringRef Argument : Job.getArguments()) {
    auto [Head, Tail] = Argument.split(",arch=");
    auto [Before, Triple] = Head.rsplit(",triple=");
    if (Argument.starts_with("--image=") && Targets.contains(Triple))
      Result.push_back(
          Strings.save(Head + ",arch=generic" + Tail.substr(Tail.find(',')))
              .data());
    else
      Result.push_back(Argument.data());
  }
  Job.replaceArguments(std::move(Result));
}

/// Returns the first version of PTX that knows a GPU, or an empty string if
/// LLVM 22 does not have that version. CUDA's toolkit documents them in "PTX
/// ISA", "Release Notes".
static StringRef firstPtxFor(StringRef Processor) {
  return StringSwitch<StringRef>(Processor)
      .Cases({"sm_60", "sm_61", "sm_62"}, "50")
      .Case("sm_70", "60")
      .Case("sm_72", "61")
      .Case("sm_75", "63")
      .Case("sm_80", "70")
      .Case("sm_86", "71")
      .Case("sm_87", "74")
      .Cases({"sm_89", "sm_90"}, "78")
      .Case("sm_90a", "80")
      .Cases({"sm_100", "sm_100a", "sm_101", "sm_101a"}, "86")
      .Cases({"sm_120", "sm_120a"}, "87")
      .Cases({"sm_100f", "sm_101f", "sm_103", "sm_103a", "sm_103f"}, "88")
      .Cases({"sm_120f", "sm_121", "sm_121a", "sm_121f"}, "88")
      .Cases({"sm_88", "sm_110", "sm_110a", "sm_110f"}, "90")
      .Default("");
}

void ompjit::driver::correctAssumedPtx(Command &Job, StringSaver &Strings) {
  const ArgStringList &Arguments = Job.getArguments();
  StringRef Version;
  for (size_t I = 1; I < Arguments.size(); ++I)
    if (StringRef(Arguments[I - 1]) == "-target-cpu")
      Version = firstPtxFor(Arguments[I]);
  ArgStringList Result;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    auto [Before, After] = StringRef(Arguments[I]).split(",feature=+ptx42");
    if (StringRef(Arguments[I]) == "-target-feature" &&
        I + 1 != Arguments.size() && StringRef(Arguments[I + 1]) == "+ptx42") {
      ++I;
      if (Version.empty())
        continue;
      Result.push_back("-target-feature");
      Result.push_back(Strings.save("+ptx" + Version).data());
    } else if (Before.starts_with("--image=")) {
      Result.push_back(Strings.save(Before + After).data());
    } else {
      Result.push_back(Arguments[I]);
    }
  }
  Job.replaceArguments(std::move(Result));
}
