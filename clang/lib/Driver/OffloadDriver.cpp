//===- OffloadDriver.cpp - Plan and run a compilation that offloads -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/OffloadDriver.h"

#include "Counters.h"
#include "Diagnostics.h"
#include "Environment.h"
#include "FlangSteps.h"
#include "ForkedStep.h"
#include "JobRunner.h"
#include "PackStep.h"
#include "Refusals.h"
#include "SignalHold.h"
#include "WithoutToolkit.h"
#include "ompjit/Driver/Arguments.h"
#include "ompjit/Driver/DeferredCode.h"
#include "ompjit/Driver/DevicePasses.h"
#include "ompjit/Driver/LinkJob.h"
#include "ompjit/Driver/OutputCapture.h"

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Options/Options.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

#include <cstdio>
#include <cstdlib>

using namespace llvm;
using namespace ompjit::driver;
using clang::driver::Action;
using clang::driver::Command;
using clang::driver::Compilation;
using clang::driver::Driver;

static DriverOutcome handOver(ArrayRef<const char *> Arguments) {
  return {std::nullopt, {Arguments.begin(), Arguments.end()}};
}

/// Returns the path by which the packaged compiler believes to have been
/// started.
static std::string packagedExecutable(const Locations &Paths,
                                      const Arguments &Args) {
  if (Args.wantsPathAsCalled())
    return packagedProgramName(Paths, Args.all().front());
  return Paths.packagedCompiler(Args.all().front());
}

/// Returns whether the plan offloads OpenMP code, or links offloaded code with
/// the OpenMP runtime. CUDA and HIP have runtimes of their own.
static bool offloadsOpenMP(const Compilation &Plan) {
  unsigned Foreign = Action::OFK_Cuda | Action::OFK_HIP | Action::OFK_SYCL;
  if (Plan.getActiveOffloadKinds() & Foreign)
    return false;
  return Plan.isOffloadingHostKind(Action::OFK_OpenMP) ||
         (Plan.getArgs().hasArg(clang::options::OPT_offload_link) &&
          Plan.getArgs().hasFlag(clang::options::OPT_fopenmp,
                                 clang::options::OPT_fopenmp_EQ,
                                 clang::options::OPT_fno_openmp, false));
}

/// The packaged clang runs a single step in its own process, so that a plan of
/// one step is left to it, unless that is our link step or the packaged
/// compiler would plan another step, as flang always may.
static bool isOurs(const Compilation &Plan, const Locations &Paths,
                   const Arguments &Args, const StringSet<> &WithoutToolkit) {
  if (Plan.containsError() || !offloadsOpenMP(Plan))
    return false;
  return Args.isForFlang() || Plan.getJobs().size() > 1 ||
         !WithoutToolkit.empty() ||
         any_of(Plan.getJobs(), [&](const Command &Job) {
           return isPackagedLinkStep(Job, Paths);
         });
}

/// Returns whether the program that clang runs to detect GPUs finds one here.
static bool hasGpu(const Locations &Paths, StringRef Arch) {
  StringRef Program = Arch == "amdgcn" ? "amdgpu-arch" : "nvptx-arch";
  std::string Path = Paths.PackagedBin + "/" + Program.str();
  std::string Command = "'" + Path + "' 2>/dev/null";
  FILE *Output = popen(Command.c_str(), "r");
  if (!Output)
    return false;
  bool SaysSomething = fgetc(Output) != EOF;
  return pclose(Output) == 0 && SaysSomething;
}

static DeviceMode deviceMode(const Arguments &Args) {
  if (Args.isDeferred())
    return DeviceMode::Deferred;
  return Args.linksByLto() ? DeviceMode::Lto : DeviceMode::Ahead;
}

static void makeOurs(Compilation &Plan, const Locations &Paths,
                     const Arguments &Args, StringSaver &Strings) {
  // This option of clang already controls whether an offloading runtime's
  // folder becomes a run path. Ours is not on the system's path, so the default
  // is yes.
  bool AddsRunPath =
      Plan.getArgs().hasFlag(clang::options::OPT_frtlib_add_rpath,
                             clang::options::OPT_fno_rtlib_add_rpath, true);
  if (Args.isForFlang())
    keepDeviceBitcode(Plan, deviceMode(Args), Strings);
  for (Command &Job : Plan.getJobs()) {
    namePortableCode(Job, Args.portableTargets(), Strings);
    if (!Plan.getArgs().hasArg(clang::options::OPT_cuda_feature_EQ))
      correctAssumedPtx(Job, Strings);
    addDevicePasses(Job, Paths, Strings);
    optimizeForGpu(Job);
    addHostRegions(Job, Paths, Strings);
    addTeamVariables(Job, Paths, Strings);
    chooseVectors(Job, Plan, Args.lanes(), Args.isDeferred(), Paths, Strings);
    keepCodeOptions(Job, Plan, Args.lanes(), Paths, Strings);
    leaveLoopsOpen(Job, Args.isDeferred() ? nullptr : &Args.portableTargets());
    if (!isPackagedLinkStep(Job, Paths))
      continue;
    useOurLinkStep(Job, Paths, Plan.getDefaultToolChain().getTripleString(),
                   AddsRunPath ? RunPath::TreeLib : RunPath::None, Strings);
    addDeviceLinkOptions(Job, Plan, Args.offloadJobs(), Strings);
    if (Args.asksForLto())
      askForLto(Job);
  }
}

/// Brings the arguments into the form that clang's Driver takes. Response files
/// have to be read before. \returns false if the command line is for the
/// packaged clang.
static bool prepareArguments(Arguments &Args, const Locations &Paths,
                             const clang::driver::ParsedClangName &Name) {
  if (Args.isSingleStep())
    return false;
  Args.applyOverrides();
  if (Args.isForeignMode())
    return false;
  Args.widenOffloadOptions([&](StringRef Arch) { return hasGpu(Paths, Arch); });
  Args.linkGpuCodeByLto();
  Args.silenceUsedOptions();
  Args.nameDeviceRuntime(Paths.TreeLib);
  Args.translateForFlang();
  Args.insertImpliedByName(Name);
  return true;
}

/// A plan and the objects that its jobs use. The plan removes its files when it
/// is destroyed.
struct Planned {
  Planned(const Locations &Paths, const Arguments &Args)
      : Diagnostics(Args.all()),
        TheDriver(packagedExecutable(Paths, Args),
                  sys::getDefaultTargetTriple(), Diagnostics.engine()) {}

  DriverDiagnostics Diagnostics;
  Driver TheDriver;
  BumpPtrAllocator Memory;
  StringSaver Strings{Memory};
  std::unique_ptr<Compilation> Plan;
};

/// Returns null if the driver's environment asks for something that is left to
/// the packaged clang.
static std::unique_ptr<Planned>
makePlan(const Locations &Paths, const Arguments &Args,
         const clang::driver::ParsedClangName &Name) {
  auto Made = std::make_unique<Planned>(Paths, Args);
  Made->TheDriver.setTargetAndMode(Name);
  if (!readEnvironment(Made->TheDriver))
    return nullptr;
  Made->Plan.reset(Made->TheDriver.BuildCompilation(Args.all()));
  return Made;
}

/// There is no libomptarget to link in, and no plugin could be loaded.
static void warnOfStaticLink(const Compilation &Plan,
                             clang::DiagnosticsEngine &Diagnostics) {
  for (const Command &Job : Plan.getJobs()) {
    auto Has = [&](StringRef Argument) {
      return is_contained(Job.getArguments(), Argument);
    };
    if (Has("-lomptarget") && (Has("-static") || Has("-static-pie")))
      Diagnostics.Report(Diagnostics.getCustomDiagID(
          clang::DiagnosticsEngine::Warning,
          "a static program cannot offload: libomptarget and the plugins of "
          "devices are shared libraries; link without -static and "
          "-static-pie (-static-libstdc++ and -static-libgcc work)"));
  }
}

/// Runs the plan, or reports why it cannot be run. \returns the exit status.
static int run(Planned &Made, const StringSet<> &WithoutToolkit,
               StringRef ProgramName) {
  clang::DiagnosticsEngine &Diagnostics = Made.Diagnostics.engine();
  tellOfMissingToolkits(*Made.Plan, WithoutToolkit, ProgramName);
  warnOfStaticLink(*Made.Plan, Diagnostics);
  Error Problem = checkOptions(*Made.Plan);
  if (!Problem &&
      !Made.Plan->getArgs().hasArg(clang::options::OPT__HASH_HASH_HASH))
    Problem = checkPrograms(*Made.Plan);
  if (!Problem)
    return runJobs(Made.TheDriver, *Made.Plan);
  Diagnostics.Report(
      Diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
      << toString(std::move(Problem));
  return EXIT_FAILURE;
}

/// Plans and runs. \p Planning holds the output back until the plan is known to
/// be ours. \returns the exit status, or nothing if the plan is not ours.
static std::optional<int> planAndRun(const Locations &Paths, Arguments &Args,
                                     const PrepareStep &Prepare,
                                     MutableArrayRef<OutputCapture> Planning) {
  auto Name = clang::driver::ToolChain::getTargetAndModeFromProgramName(
      Args.all().front());
  if (!prepareArguments(Args, Paths, Name))
    return std::nullopt;
  SignalHold Hold;
  std::unique_ptr<Planned> Made = makePlan(Paths, Args, Name);
  if (!Made)
    return std::nullopt;
  StringSet<> WithoutToolkit;
  if (Made->Plan && offloadsOpenMP(*Made->Plan))
    WithoutToolkit = targetsWithoutToolkit(*Made->Plan, Made->Diagnostics);
  if (!WithoutToolkit.empty()) {
    Args.goWithoutToolkit(WithoutToolkit);
    Args.translateForFlang();
    for (OutputCapture &Capture : Planning)
      Capture.forget();
    Made = makePlan(Paths, Args, Name);
  }
  if (!Made->Plan || Made->Diagnostics.engine().hasErrorOccurred() ||
      !isOurs(*Made->Plan, Paths, Args, WithoutToolkit))
    return std::nullopt;
  removeTemporaryFilesOnSignal(*Made->Plan);
  Hold.release();

  makeOurs(*Made->Plan, Paths, Args, Made->Strings);
  if (Args.isForFlang() && !WithoutToolkit.empty())
    linkDeviceRuntime(*Made->Plan, Made->Strings);
  for (Command &Job : Made->Plan->getJobs())
    keepRuntimeFlags(Job, WithoutToolkit);
  for (OutputCapture &Capture : Planning)
    Capture.show();
  dropHostOptions(*Made->Plan, Args.isDeferred(), Made->Strings);
  handCountersOver(*Made->Plan, Paths, Made->Strings);
  packHere(*Made->Plan);
  forkSteps(*Made->Plan, Paths, Prepare);
  int Status = run(*Made, WithoutToolkit, Args.all().front());
  Made->Diagnostics.engine().getClient()->finish();
  return Status;
}

Expected<DriverOutcome>
ompjit::driver::driveOffload(const Locations &Paths,
                             ArrayRef<const char *> Argv,
                             const PrepareStep &Prepare) {
  // A pipe is empty once it has been read, so the packaged clang gets the text
  // that was in it.
  bool PipeIsRead = readsStream(Argv);
  Arguments Args(Argv);
  Expected<OutputCapture> StandardOutput = OutputCapture::start(1);
  if (!StandardOutput)
    return StandardOutput.takeError();
  Expected<OutputCapture> StandardError = OutputCapture::start(2);
  if (!StandardError)
    return StandardError.takeError();
  if (Error Problem = Args.expandResponseFiles()) {
    // The packaged clang meets the same problem and reports it.
    consumeError(std::move(Problem));
    return handOver(Argv);
  }
  if (Error Problem = Args.takeOwnOptions())
    return Problem;
  bool IsChanged = Args.spellHostTargets();
  IsChanged |= Args.dropRepeatedTargets();
  IsChanged |= Args.distributeArchs();
  IsChanged |=
      !Args.offloadJobs().empty() || !Args.lanes().empty() || Args.isForFlang();
  Arguments ForPackaged(Args.all());
  ForPackaged.translateForFlang();
  SmallVector<const char *, 0> Expanded(ForPackaged.all());
  OutputCapture Planning[] = {std::move(*StandardOutput),
                              std::move(*StandardError)};
  if (std::optional<int> Status = planAndRun(Paths, Args, Prepare, Planning))
    return DriverOutcome{Status, {}};
  return handOver(PipeIsRead || IsChanged ? ArrayRef<const char *>(Expanded)
                                          : Argv);
}
