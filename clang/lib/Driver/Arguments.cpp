//===- Arguments.cpp - The command line as clang reads it -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/Arguments.h"
#include "ArchDistribution.h"
#include "FlangOptions.h"
#include "UsedOptions.h"

#include "clang/Driver/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdlib>

using namespace llvm;
using namespace ompjit::driver;

Arguments::Arguments(ArrayRef<const char *> Argv)
    : List(Argv.begin(), Argv.end()) {}

Error Arguments::expandResponseFiles() {
  return clang::driver::expandResponseFiles(List, /*ClangCLMode=*/false,
                                            Memory);
}

void Arguments::applyOverrides() {
  if (const char *Edits = getenv("CCC_OVERRIDE_OPTIONS"))
    clang::driver::applyOverrideOptions(List, Edits, OverrideStrings,
                                        "CCC_OVERRIDE_OPTIONS", &errs());
}

void Arguments::insertImpliedByName(
    const clang::driver::ParsedClangName &Name) {
  SmallVector<const char *, 3> Implied;
  if (Name.TargetIsValid)
    Implied.append({"-target", Strings.save(Name.TargetPrefix).data()});
  if (Name.DriverMode)
    Implied.push_back(Name.DriverMode);
  List.insert(List.begin() + 1, Implied.begin(), Implied.end());
}

void Arguments::insertFirst(ArrayRef<std::string> Options) {
  SmallVector<const char *, 4> Saved;
  for (StringRef Option : Options)
    Saved.push_back(Strings.save(Option).data());
  List.insert(List.begin() + 1, Saved.begin(), Saved.end());
}

/// Whether \p Target is a CPU like this machine's.
static bool isLikeHost(StringRef Target) {
  return Triple(Target).getArch() ==
         Triple(sys::getDefaultTargetTriple()).getArch();
}

/// Whether \p Target is this machine's, in another spelling than LLVM's
/// default: "x86_64" or "x86_64-linux-gnu".
static bool isHostMisspelt(StringRef Target) {
  const Triple Named(Triple::normalize(Target)),
      Host(sys::getDefaultTargetTriple());
  return isLikeHost(Target) && Target != Host.str() &&
         (Named.getOS() == Triple::UnknownOS ||
          Named.getOS() == Host.getOS()) &&
         (Named.getEnvironment() == Triple::UnknownEnvironment ||
          Named.getEnvironment() == Host.getEnvironment());
}

bool Arguments::spellHostTargets() {
  const std::string Host = sys::getDefaultTargetTriple();
  bool IsChanged = false;
  for (const char *&Argument : List) {
    if (StringRef(Argument) == "--")
      break;
    StringRef Named = Argument;
    if (!Named.consume_front("-fopenmp-targets=") &&
        !Named.consume_front("--offload-targets=") &&
        !Named.consume_front("-Xopenmp-target="))
      continue;
    SmallVector<StringRef, 4> Targets;
    Named.split(Targets, ',');
    if (none_of(Targets, isHostMisspelt))
      continue;
    for (StringRef &Target : Targets)
      if (isHostMisspelt(Target))
        Target = Host;
    StringRef Option = StringRef(Argument).drop_back(Named.size());
    Argument = Strings.save(Option + join(Targets, ",")).data();
    IsChanged = true;
  }
  return IsChanged;
}

bool Arguments::dropRepeatedTargets() {
  StringSet<> Known;
  const size_t NumBefore = List.size();
  bool AreFiles = false;
  llvm::erase_if(List, [&](StringRef Argument) {
    AreFiles |= Argument == "--";
    return !AreFiles &&
           (Argument.starts_with("-fopenmp-targets=") ||
            Argument.starts_with("--offload-targets=")) &&
           !Known.insert(Argument.split('=').second).second;
  });
  return List.size() != NumBefore;
}

/// Whether every target that the arguments name is a CPU like this machine's.
static bool targetsHostOnly(ArrayRef<const char *> List) {
  bool AnyTarget = false;
  for (StringRef Argument : List) {
    if (!Argument.consume_front("-fopenmp-targets=") &&
        !Argument.consume_front("--offload-targets="))
      continue;
    for (StringRef Target : split(Argument, ',')) {
      AnyTarget = true;
      if (!isLikeHost(Target))
        return false;
    }
  }
  return AnyTarget;
}

static bool defersCode(ArrayRef<const char *> List) {
  bool Deferred = false;
  for (StringRef Argument : List) {
    if (Argument == "-fopenmp-target-jit")
      Deferred = true;
    if (Argument == "-fno-openmp-target-jit")
      Deferred = false;
  }
  return Deferred;
}

static bool saysLto(ArrayRef<const char *> List) {
  bool Lto = false;
  for (StringRef Argument : List) {
    if (Argument == "-foffload-lto" || Argument.starts_with("-foffload-lto="))
      Lto = true;
    if (Argument == "-fno-offload-lto")
      Lto = false;
  }
  return Lto;
}

namespace {

/// A kind of GPU, and the oldest one that the packaged LLVM and CUDA know.
struct GpuTarget {
  Triple::ArchType Arch;
  StringLiteral FullTriple, Lowest;
};

} // namespace

static constexpr GpuTarget GpuTargets[] = {
    {Triple::nvptx64, "nvptx64-nvidia-cuda", "sm_75"},
    {Triple::amdgcn, "amdgcn-amd-amdhsa", "gfx900"}};

void Arguments::compileForLowest(GpuDetector HasGpu, bool IsDeferred) {
  for (const Triple &Target : targetsWithoutArch(List))
    for (const GpuTarget &Gpu : GpuTargets) {
      if (Target.getArch() != Gpu.Arch ||
          (!IsDeferred && HasGpu(Triple::getArchTypeName(Gpu.Arch))))
        continue;
      PortableTargets[Gpu.FullTriple] = Gpu.Lowest;
      insertFirst({("-Xopenmp-target=" + Gpu.FullTriple).str(),
                   ("-march=" + Gpu.Lowest).str()});
    }
}

bool Arguments::distributeArchs() {
  if (isSingleStep() || isForeignMode())
    return false;
  std::optional<ArgumentList> Distributed = withDistributedArchs(List, Strings);
  if (Distributed)
    List = std::move(*Distributed);
  return Distributed.has_value();
}

void Arguments::widenOffloadOptions(GpuDetector HasGpu) {
  bool IsDeferred = defersCode(List);
  if (IsDeferred || saysLto(List))
    compileForLowest(HasGpu, IsDeferred);
  if (!IsDeferred && PortableTargets.empty())
    return;
  StringRef Cpu = sys::getHostCPUName();
  bool IsForHost = targetsHostOnly(List);
  StringRef Before;
  for (const char *&Argument : List) {
    if (StringRef(Argument) == "-foffload-lto=thin")
      Argument = "-foffload-lto=full";
    bool IsHosts = Before.consume_front("-Xopenmp-target=") ? isLikeHost(Before)
                                                            : IsForHost;
    if (IsHosts && Cpu != "generic" &&
        StringRef(Argument) == "--offload-arch=native")
      Argument = Strings.save("--offload-arch=" + Cpu).data();
    Before = Argument;
  }
}

void Arguments::linkGpuCodeByLto() {
  if (!leavesGpuLtoOpen(List))
    return;
  LtoIsImplied = true;
  insertFirst({"--start-no-unused-arguments", "-foffload-lto",
               "--end-no-unused-arguments"});
}

void Arguments::silenceUsedOptions() {
  if (!isForFlang()) // Its mode cannot silence a warning.
    List = withUsedOptions(List);
}

void Arguments::nameDeviceRuntime(StringRef Folder) {
  std::string Library = (Folder + "/libomptarget-nvptx.bc").str();
  auto IsSaid = [](StringRef Argument) {
    return Argument.starts_with("--libomptarget-nvptx-bc-path=");
  };
  if (isForFlang() || any_of(List, IsSaid) || !sys::fs::exists(Library))
    return;
  insertFirst({"--start-no-unused-arguments",
               "--libomptarget-nvptx-bc-path=" + Library,
               "--end-no-unused-arguments"});
}

void Arguments::goWithoutToolkit(const StringSet<> &Triples) {
  for (StringRef Triple : Triples.keys())
    insertFirst({"--start-no-unused-arguments",
                 ("-Xopenmp-target=" + Triple).str(), "-nogpulib",
                 "--end-no-unused-arguments"});
}

void Arguments::translateForFlang() {
  if (!isForFlang())
    return;
  FlangCommand Command = flangCommand(List, Strings);
  List = std::move(Command.List);
  FlangModes.append(Command.Modes);
}

bool Arguments::isDeferred() const {
  return defersCode(isForFlang() ? ArrayRef(FlangModes) : List);
}

bool Arguments::linksByLto() const {
  return saysLto(isForFlang() ? ArrayRef(FlangModes) : List);
}

bool Arguments::asksForLto() const { return linksByLto() && !LtoIsImplied; }

/// Whether \p Value is a number of lanes or leaves it to the compiler.
static bool areLanes(StringRef Value) {
  unsigned Number;
  return Value == "auto" || (to_integer(Value, Number, 10) && Number >= 2 &&
                             Number <= 64 && isPowerOf2_32(Number));
}

Error Arguments::takeOwnOptions() {
  std::string Problem;
  const auto Refuse = [&](StringRef Argument, StringRef Value,
                          const char *Expected) {
    Problem =
        ("invalid value '" + Value + "' in '" + Argument + "': " + Expected)
            .str();
  };
  bool AreFiles = false;
  llvm::erase_if(List, [&](StringRef Argument) {
    StringRef Value = Argument;
    AreFiles |= Argument == "--";
    if (AreFiles)
      return false;
    if (Value.consume_front("-foffload-lto-jobs=")) {
      unsigned Jobs;
      if (Value != "jobserver" && (!to_integer(Value, Jobs) || Jobs == 0))
        Refuse(Argument, Value, "a positive number or 'jobserver' is expected");
      OffloadJobs = Value.str();
      return true;
    }
    if (Value.consume_front("-fopenmp-target-lanes=")) {
      if (!areLanes(Value))
        Refuse(Argument, Value, "'auto', 2, 4, 8, 16, 32 or 64 is expected");
      Lanes = Value.str();
      return true;
    }
    const bool IsWanted = Argument == "-fopenmp-target-lanes";
    if (!IsWanted && Argument != "-fno-openmp-target-lanes")
      return false;
    Lanes = IsWanted ? "auto" : "off";
    return true;
  });
  return Problem.empty() ? Error::success() : createStringError(Problem);
}

bool Arguments::wantsPathAsCalled() const {
  bool AsCalled = false;
  for (StringRef Argument : List) {
    if (Argument == "-no-canonical-prefixes")
      AsCalled = true;
    if (Argument == "-canonical-prefixes")
      AsCalled = false;
  }
  return AsCalled;
}

bool Arguments::isSingleStep() const {
  return List.size() > 1 && (StringRef(List[1]).starts_with("-cc1") ||
                             StringRef(List[1]) == "-fc1");
}

bool Arguments::isForeignMode() const {
  StringRef Mode =
      clang::driver::getDriverMode(List[0], ArrayRef(List).slice(1));
  return clang::driver::IsClangCL(Mode) || Mode == "dxc" ||
         (Mode == "flang" && !isForFlang());
}

bool ompjit::driver::readsStream(ArrayRef<const char *> Argv) {
  return any_of(Argv, [](StringRef Argument) {
    sys::fs::file_status Status;
    return Argument.consume_front("@") && !sys::fs::status(Argument, Status) &&
           exists(Status) && !is_regular_file(Status) && !is_directory(Status);
  });
}
