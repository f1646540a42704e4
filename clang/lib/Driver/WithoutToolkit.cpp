//===- WithoutToolkit.cpp - GPUs where there is no toolkit ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WithoutToolkit.h"

#include "ompjit/Backend/Cuda.h"
#include "ompjit/Driver/DeferredCode.h"

#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace clang::options;
using clang::driver::Action;
using clang::driver::Command;
using clang::driver::Compilation;

StringSet<>
ompjit::driver::targetsWithoutToolkit(const Compilation &Failed,
                                      const DriverDiagnostics &Diagnostics) {
  StringSet<> Triples;
  if (!Diagnostics.onlyLacksLibraries())
    return Triples;
  auto Range = Failed.getOffloadToolChains<Action::OFK_OpenMP>();
  for (auto At = Range.first; At != Range.second; ++At) {
    const Triple &T = At->second->getTriple();
    if ((T.isAMDGPU() && Diagnostics.lacksRocm()) ||
        (T.isNVPTX() && Diagnostics.lacksCuda()))
      Triples.insert(T.str());
  }
  return Triples;
}

void ompjit::driver::tellOfMissingToolkits(const Compilation &Plan,
                                           const StringSet<> &Triples,
                                           StringRef ProgramName) {
  const opt::ArgList &Args = Plan.getArgs();
  for (StringRef Triple : Triples.keys()) {
    const bool IsNvidia = Triple.starts_with("nvptx");
    const opt::Arg *Named =
        IsNvidia
            ? Args.getLastArg(OPT_cuda_path_EQ)
            : Args.getLastArg(OPT_rocm_device_lib_path_EQ, OPT_rocm_path_EQ);
    if (!Named && !Args.hasArg(OPT_v, OPT__HASH_HASH_HASH))
      continue;
    // clang's diagnostics engine would take a note for a part of the previous
    // diagnostic.
    WithColor::note(errs(), sys::path::stem(ProgramName))
        << (IsNvidia ? "CUDA's" : "ROCm's") << " device libraries for "
        << Triple << " were not found"
        << (Named ? " by '" + Named->getAsString(Args) + "'" : "")
        << ": the mathematics of the device runtime are used\n";
  }
}

void ompjit::driver::keepRuntimeFlags(Command &Job,
                                      const StringSet<> &Triples) {
  opt::ArgStringList Arguments = Job.getArguments();
  if (!Triples.contains(tripleOf(Arguments)))
    return;
  llvm::erase_if(Arguments, [](StringRef Argument) {
    return Argument == "--no-offloadlib";
  });
  Job.replaceArguments(std::move(Arguments));
}

/// Returns whether the system will find the program when the step runs.
static bool isThere(StringRef Program) {
  return sys::fs::can_execute(Program) ||
         (!Program.contains('/') && sys::findProgramByName(Program));
}

Error ompjit::driver::checkPrograms(const Compilation &Plan) {
  CudaTools Tools;
  Tools.Ptxas = Plan.getArgs().getLastArgValue(OPT_ptxas_path_EQ);
  Tools.Toolkit = Plan.getArgs().getLastArgValue(OPT_cuda_path_EQ);
  for (const Command &Job : Plan.getJobs()) {
    StringRef Name = sys::path::filename(Job.getExecutable());
    if (isThere(Job.getExecutable()))
      continue;
    if (Name != "ptxas")
      continue;
    if (Expected<std::string> Found = findCudaTool(Name, Tools); !Found)
      return Found.takeError();
  }
  return Error::success();
}
