//===- Call.cpp - A call of one of HIP's functions ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Report.h"

#include <cstdarg>
#include <cstdio>

namespace ompjit::standin {

void Call::addText(const char *Argument, const std::string &Value) {
  Arguments += std::string(Arguments.empty() ? "" : ", ") + Argument + "=";
  Arguments += Value;
}

Call &Call::add(const char *Argument, int Value) {
  addText(Argument, std::to_string(Value));
  return *this;
}

Call &Call::add(const char *Argument, const Stream *Value) {
  addText(Argument, text("%p", static_cast<const void *>(Value)));
  return *this;
}

Status Call::refuse(Status Why, const char *Format, ...) {
  char Text[512];
  va_list Values;
  va_start(Values, Format);
  std::vsnprintf(Text, sizeof(Text), Format, Values);
  va_end(Values);
  violation("%s(%s): %s", Name, Arguments.c_str(), Text);
  return Why;
}

Stream *Call::find(const Stream *Self) {
  const auto At = M.Streams.find(Self);
  if (At != M.Streams.end() && !At->second->IsDestroyed)
    return At->second.get();
  refuse(InvalidHandle, "the stream %s",
         At == M.Streams.end() ? "does not exist" : "is destroyed");
  return nullptr;
}

bool Call::checkDevice(int Ordinal) {
  if (Ordinal >= 0 && Ordinal < M.NumDevices)
    return true;
  refuse(InvalidDevice, "there is no device %d", Ordinal);
  return false;
}

/// The call counts even if it violates the interface.
Status Call::begin() {
  const uint64_t Number = ++M.Calls[Name], OfAll = ++M.Calls["*"];
  for (const Injection &Each : M.Settings.Injections)
    if (Each.Function == Name ? Each.Number == Number
                              : Each.Function == "*" && Each.Number == OfAll) {
      note("injected");
      return Status(Each.Code);
    }
  if (isThreadOfStream())
    return refuse(NotPermitted, "a function in a stream calls HIP");
  return Success;
}

Status Call::end(Status R) {
  Lock.unlock();
  log(text("%s(%s) = %d%s", Name, Arguments.c_str(), int(R), Notes.c_str()));
  return R;
}

} // namespace ompjit::standin
