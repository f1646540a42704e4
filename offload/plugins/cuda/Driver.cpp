//===- Driver.cpp - NVIDIA's driver, opened at run time -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/VendorLibrary.h"

#include <dlfcn.h>
#include <optional>

namespace ompjit::cuda {

using plugins::fail;

namespace {

constexpr char LibraryName[] = "libcuda.so.1";

int initialise(const Driver &D, ompjit_error *Error) {
  plugins::noteDriverStarts();
  const Result Code = D.Init(0);
  if (Code == Result::Success)
    return 0;
  return fail(Error, "NVIDIA's driver (%s, for %s) does not start: %s",
              LibraryName, versionText(D.Version).c_str(),
              textOf(D, Code).c_str());
}

/// The outcome of the first attempt, for the whole process.
struct TheDriver {
  std::optional<Driver> Opened;
  ompjit_error Failure = {};

  TheDriver() {
    Driver D;
    if (!openDriver(LibraryName, D, &Failure) && !initialise(D, &Failure))
      Opened = D;
  }
};

} // namespace

std::string versionText(int Version) {
  return "CUDA " + std::to_string(Version / 1000) + "." +
         std::to_string(Version % 1000 / 10);
}

std::string textOf(const Driver &D, Result Code) {
  const char *Name = nullptr, *Sentence = nullptr;
  D.GetErrorName(Code, &Name);
  D.GetErrorString(Code, &Sentence);
  return (Name ? Name : "error " + std::to_string(int(Code))) +
         (Sentence ? std::string(": ") + Sentence : "");
}

int openDriver(const char *Library, Driver &Opened, ompjit_error *Error) {
  void *Handle = dlopen(Library, RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    const char *Reason = dlerror();
    return fail(Error, "NVIDIA's driver library cannot be opened: %s",
                Reason ? Reason : Library);
  }
  plugins::FunctionFinder Functions(Handle);
#define OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)                  \
  Functions.find(Opened.Member, #Name, Since);
#include "DriverFunctions.def"
#undef OMPJIT_CUDA_FUNCTION
  Result Known = Result::Success;
  if (Opened.DriverGetVersion)
    Known = Opened.DriverGetVersion(&Opened.Version);
  if (const char *Missing = Functions.missing()) {
    const std::string Has = versionText(Opened.Version);
    fail(Error,
         "NVIDIA's driver (%s, for %s) is older than %s: it has no function %s",
         Library, Has.c_str(), versionText(Functions.missingSince()).c_str(),
         Missing);
    dlclose(Handle);
    return 1;
  }
  if (Known != Result::Success) {
    fail(Error, "NVIDIA's driver (%s) does not tell its version: %s", Library,
         textOf(Opened, Known).c_str());
    dlclose(Handle);
    return 1;
  }
#define OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)
#define OMPJIT_CUDA_OPTIONAL(Member, Name, Since, Parameters)                  \
  Functions.findOptional(Opened.Member, #Name);
#include "DriverFunctions.def"
#undef OMPJIT_CUDA_OPTIONAL
#undef OMPJIT_CUDA_FUNCTION
  Functions.findOptional(Opened.Emulation, "ompjit_standin_emulation");
  return 0;
}

const Driver *theDriver(ompjit_error *Error) {
  // Never destroyed and never closed, because threads may launch while the
  // program ends.
  static const TheDriver &Only = *new TheDriver;
  if (Only.Opened)
    return &*Only.Opened;
  if (Error)
    *Error = Only.Failure;
  return nullptr;
}

} // namespace ompjit::cuda
