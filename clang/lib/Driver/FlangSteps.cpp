//===- FlangSteps.cpp - Steps of flang as those of clang ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlangSteps.h"

#include "ompjit/Driver/DeferredCode.h"
#include "ompjit/Targets.h"

#include "clang/Driver/Job.h"
#include "clang/Driver/ToolChain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ompjit::driver;
using clang::driver::Command;
using clang::driver::Compilation;
using opt::ArgStringList;

static bool isDeviceStep(const Command &Job) {
  const ArgStringList &Arguments = Job.getArguments();
  return is_contained(Arguments, StringRef("-fc1")) &&
         is_contained(Arguments, StringRef("-fopenmp-is-target-device"));
}

static StringRef after(const ArgStringList &Arguments, StringRef Option) {
  for (size_t I = 0; I + 1 < Arguments.size(); ++I)
    if (StringRef(Arguments[I]) == Option)
      return Arguments[I + 1];
  return "";
}

/// Removes the steps of ptxas. \returns the file that each would have written,
/// by the file that it would have read.
static StringMap<StringRef> removeAssembler(Compilation &Plan) {
  StringMap<StringRef> Written;
  // The class has no way to remove one job.
  auto &Jobs =
      const_cast<clang::driver::JobList::list_type &>(Plan.getJobs().getJobs());
  erase_if(Jobs, [&](const std::unique_ptr<Command> &Job) {
    if (sys::path::filename(Job->getExecutable()) != "ptxas")
      return false;
    for (StringRef Argument : Job->getArguments())
      if (Argument.ends_with(".s"))
        Written[Argument] = after(Job->getArguments(), "--output-file");
    return true;
  });
  return Written;
}

static void writeBitcode(Command &Job, const StringMap<StringRef> &Written) {
  ArgStringList Result;
  for (StringRef Argument : Job.getArguments()) {
    if (Argument == "-S" || Argument == "-emit-obj")
      Argument = "-emit-llvm-bc";
    if (auto At = Written.find(Argument); At != Written.end())
      Argument = At->second;
    if (Argument == "-fopenmp-is-target-device")
      Result.push_back("-flto=full");
    Result.push_back(Argument.data());
  }
  Job.replaceArguments(std::move(Result));
}

static std::vector<std::string> deviceTriples(const Compilation &Plan) {
  std::vector<std::string> Triples;
  auto Range = Plan.getOffloadToolChains<clang::driver::Action::OFK_OpenMP>();
  for (auto At = Range.first; At != Range.second; ++At)
    Triples.push_back(At->second->getTriple().str());
  return Triples;
}

/// Gives the device link the options that it does not have yet.
static void addToLink(Compilation &Plan, ArrayRef<std::string> Options,
                      StringSaver &Strings) {
  for (Command &Job : Plan.getJobs()) {
    if (sys::path::filename(Job.getExecutable()) != "clang-linker-wrapper")
      continue;
    ArgStringList Arguments = Job.getArguments();
    for (StringRef Option : Options)
      if (!is_contained(Arguments, Option))
        Arguments.push_back(Strings.save(Option).data());
    Job.replaceArguments(std::move(Arguments));
  }
}

void ompjit::driver::optimizeForGpu(Command &Job) {
  ArgStringList Arguments = Job.getArguments();
  if (!isDeviceStep(Job) || !Triple(tripleOf(Arguments)).isGPU())
    return;
  for (const char *&Argument : Arguments)
    if (StringRef(Argument) == "-O0")
      Argument = "-O1";
  Job.replaceArguments(std::move(Arguments));
}

void ompjit::driver::keepDeviceBitcode(Compilation &Plan, DeviceMode Mode,
                                       StringSaver &Strings) {
  if (Mode == DeviceMode::Ahead)
    return;
  const StringMap<StringRef> Written = removeAssembler(Plan);
  for (Command &Job : Plan.getJobs())
    if (isDeviceStep(Job))
      writeBitcode(Job, Written);
  SmallVector<std::string> Options;
  for (StringRef Triple : deviceTriples(Plan))
    Options.push_back(("--device-compiler=" + Triple + "=-flto=full").str());
  if (Mode == DeviceMode::Deferred)
    Options.push_back("--embed-bitcode");
  addToLink(Plan, Options, Strings);
}

void ompjit::driver::linkDeviceRuntime(Compilation &Plan,
                                       StringSaver &Strings) {
  SmallVector<std::string> Options;
  for (StringRef Triple : deviceTriples(Plan))
    Options.push_back(("--device-linker=" + Triple + "=-lompdevice").str());
  addToLink(Plan, Options, Strings);
}

void ompjit::driver::addHostRegions(Command &Job, const Locations &Paths,
                                    StringSaver &Strings) {
  ArgStringList Arguments = Job.getArguments();
  if (!isDeviceStep(Job) || !isForProcessor(Arguments))
    return;
  const std::string_view Folder =
      ompjit::traitsOf(tripleOf(Arguments)).Host.Triple;
  // flang would warn of each file whose triple is spelled otherwise.
  if (auto *Triple = find(Arguments, StringRef("-triple"));
      Triple != Arguments.end())
    Triple[1] = Strings.save(StringRef(Folder)).data();
  const char *Options[] = {
      "-mlink-builtin-bitcode",
      Strings.save(Paths.TreeLib + "/" + Folder + "/ompregions.bc").data(),
      // It makes omp_get_device_num() return the device's number.
      Strings
          .save("-fpass-plugin=" + Paths.TreeLib +
                "/libompjit-clang-team-variables.so")
          .data()};
  Arguments.insert(find(Arguments, StringRef("-fopenmp-is-target-device")),
                   std::begin(Options), std::end(Options));
  Job.replaceArguments(std::move(Arguments));
}
