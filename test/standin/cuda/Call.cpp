//===- Call.cpp - A call of one of the driver's functions -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Settings.h"

#include <cstdarg>
#include <cstdio>
#include <unistd.h>

namespace ompjit::standin {

bool isSticky(int Error) {
  switch (Error) {
  case 214: // CUDA_ERROR_ECC_UNCORRECTABLE
  case IllegalAddress:
  case LaunchTimeout:
  case AssertFailed:
    return true;
  default: // From the hardware's stack to an unspecified failure.
    return Error >= HardwareStackError && Error <= LaunchFailed;
  }
}

Call &Call::add(const char *Argument, const std::string &Value) {
  Arguments += std::string(Arguments.empty() ? "" : ", ") + Argument + "=";
  Arguments += Value;
  return *this;
}

Result Call::refuse(Result Why, const char *Format, ...) {
  char Text[512];
  va_list Values;
  va_start(Values, Format);
  std::vsnprintf(Text, sizeof(Text), Format, Values);
  va_end(Values);
  violation("%s(%s): %s", Name, Arguments.c_str(), Text);
  return Why;
}

Gpu *Call::findGpu(DeviceNumber Number) {
  if (Number >= 0 && size_t(Number) < M.Gpus.size())
    return M.Gpus[size_t(Number)].get();
  refuse(InvalidDevice, "there is no device %d", Number);
  return nullptr;
}

/// The call counts even if it violates the interface.
Result Call::injected() {
  const uint64_t Number = ++M.Calls[Name], OfAll = ++M.Calls["*"];
  for (const Injection &Each : Settings::get().Injections)
    if (Each.Function == Name ? Each.Number == Number
                              : Each.Function == "*" && Each.Number == OfAll) {
      M.HasInjected = true;
      note("injected");
      if (Context *Here =
              contextStack().empty() ? nullptr : M.find(contextStack().back());
          Here && isSticky(Each.Code))
        Here->Sticky = Each.Code;
      return Result(Each.Code);
    }
  return Success;
}

Result Call::check() {
  if (What == Nothing)
    return Success;
  if (!M.InitialisedBy)
    return refuse(NotInitialized, "cuInit has not been called");
  if (What == Driver)
    return Success;
  if (contextStack().empty())
    return refuse(InvalidContext, "no context is current");
  Of = M.find(contextStack().back());
  if (!Of)
    return refuse(InvalidContext, "the current context does not exist");
  if (Of->IsDestroyed)
    return refuse(ContextIsDestroyed, "the current context is destroyed");
  return What == Current ? Result(Of->Sticky.load()) : Success;
}

Result Call::begin() {
  // A child of fork does not have the driver, whose lock may be held there.
  if (What != Nothing && M.InitialisedBy && M.InitialisedBy != getpid())
    return NotInitialized;
  Lock = std::unique_lock(M.Mutex);
  if (M.IsOver)
    return Deinitialized;
  if (Result R = injected())
    return R;
  return check();
}

Result Call::end(Result R) {
  if (Lock.owns_lock())
    Lock.unlock();
  log(text("%s(%s) = %d%s", Name, Arguments.c_str(), int(R), Notes.c_str()));
  return R;
}

} // namespace ompjit::standin
