//===- Hsa.cpp - AMD's HSA runtime, opened at run time --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hsa.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/VendorLibrary.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

constexpr char LibraryName[] = "libhsa-runtime64.so.1";
constexpr char KernelDriver[] = "/dev/kfd";

/// Says why the kernel driver cannot be opened, which the library does not
/// tell.
std::string troubleOfDriver() {
  const int Descriptor = ::open(KernelDriver, O_RDWR | O_CLOEXEC);
  if (Descriptor < 0)
    return std::string("; ") + KernelDriver +
           " cannot be opened: " + std::strerror(errno) +
           (errno == EACCES ? " (is the user in the group 'render'?)" : "");
  ::close(Descriptor);
  return "";
}

int initialise(Hsa &H, ompjit_error *Error) {
  plugins::noteDriverStarts();
  const Status Code = H.Init();
  if (Code != Status::Success)
    return fail(Error, "AMD's HSA runtime (%s) does not start: %s%s",
                LibraryName, textOf(H, Code).c_str(),
                troubleOfDriver().c_str());
  // It does not tell its version before it is initialised.
  H.SystemGetInfo(SystemInfo::VersionMajor, &H.Major);
  H.SystemGetInfo(SystemInfo::VersionMinor, &H.Minor);
  return 0;
}

/// The outcome of the first attempt, for the whole process.
struct TheHsa {
  std::optional<Hsa> Opened;
  ompjit_error Failure = {};

  TheHsa() {
    Hsa H;
    if (!openHsa(LibraryName, H, &Failure) && !initialise(H, &Failure))
      Opened = H;
  }
};

} // namespace

std::string textOf(const Hsa &H, Status Code) {
  const char *Text = nullptr;
  if (H.StatusString(Code, &Text) != Status::Success || !Text)
    return "status " + std::to_string(int(Code));
  // The text becomes part of a sentence.
  std::string Words = Text;
  while (Words.ends_with('.'))
    Words.pop_back();
  return Words;
}

int openHsa(const char *Library, Hsa &Opened, ompjit_error *Error) {
  void *Handle = dlopen(Library, RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    const char *Reason = dlerror();
    return fail(Error, "AMD's HSA runtime cannot be opened: %s",
                Reason ? Reason : Library);
  }
  plugins::FunctionFinder Functions(Handle);
#define OMPJIT_HSA_FUNCTION(Return, Member, Name, Parameters)                  \
  Functions.find(Opened.Member, #Name, 1);
#include "HsaFunctions.def"
#undef OMPJIT_HSA_FUNCTION
  const char *Missing = Functions.missing();
  if (!Missing) {
#define OMPJIT_HSA_FUNCTION(Return, Member, Name, Parameters)
#define OMPJIT_HSA_OPTIONAL(Return, Member, Name, Parameters)                  \
  Functions.findOptional(Opened.Member, #Name);
#include "HsaFunctions.def"
#undef OMPJIT_HSA_FUNCTION
    Functions.findOptional(Opened.Emulation, "ompjit_standin_emulation");
    return 0;
  }
  fail(Error, "AMD's HSA runtime (%s) is too old: it has no function %s",
       Library, Missing);
  dlclose(Handle);
  return 1;
}

const Hsa *theHsa(ompjit_error *Error) {
  // Never destroyed and never closed, because threads may launch while the
  // program ends.
  static const TheHsa &Only = *new TheHsa;
  if (Only.Opened)
    return &*Only.Opened;
  if (Error)
    *Error = Only.Failure;
  return nullptr;
}

} // namespace ompjit::amdgpu
