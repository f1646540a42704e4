//===- DevicePasses.cpp - Our passes in clang -cc1 ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/DevicePasses.h"

#include "ompjit/Driver/DeferredCode.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

void ompjit::driver::addDevicePasses(clang::driver::Command &Job,
                                     const Locations &Where,
                                     StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  const auto IsForDevice =
      find(Arguments, StringRef("-fopenmp-is-target-device"));
  const StringRef Triple = tripleOf(Arguments);
  const bool IsForGpu =
      Triple.starts_with("amdgcn") || Triple.starts_with("nvptx64");
  if (!is_contained(Arguments, StringRef("-cc1")) || !IsForGpu ||
      IsForDevice == Arguments.end())
    return;
  StringRef Option = Strings.save("-fpass-plugin=" + Where.TreeLib +
                                  "/libompjit-clang-passes.so");
  Arguments.insert(IsForDevice, Option.data());
  Job.replaceArguments(std::move(Arguments));
}

void ompjit::driver::addTeamVariables(clang::driver::Command &Job,
                                      const Locations &Where,
                                      StringSaver &Strings) {
  opt::ArgStringList Arguments = Job.getArguments();
  const auto IsOffloading = find_if(Arguments, [](StringRef Argument) {
    return Argument == "-fopenmp-is-target-device" ||
           Argument.starts_with("--offload-targets=");
  });
  if (!is_contained(Arguments, StringRef("-cc1")) ||
      IsOffloading == Arguments.end())
    return;
  StringRef Library =
      Strings.save(Where.TreeLib + "/libompjit-clang-team-variables.so");
  const char *Options[] = {"-load", Library.data()};
  Arguments.insert(IsOffloading, std::begin(Options), std::end(Options));
  Job.replaceArguments(std::move(Arguments));
}
