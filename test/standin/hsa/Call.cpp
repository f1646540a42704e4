//===- Call.cpp - A call of one of the runtime's functions --------------===//
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

Call &Call::add(const char *Argument, const std::string &Value) {
  Arguments += std::string(Arguments.empty() ? "" : ", ") + Argument + "=";
  Arguments += Value;
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

Agent *Call::findAgent(Handle Self) {
  Agent *Found = M.findAgent(Self.Value);
  if (!Found)
    refuse(InvalidAgent, "there is no agent 0x%zx", size_t(Self.Value));
  return Found;
}

Agent *Call::findGpu(Handle Self) {
  Agent *Found = findAgent(Self);
  if (!Found || Found->isGpu())
    return Found;
  refuse(InvalidAgent, "agent 0x%zx is no GPU", size_t(Self.Value));
  return nullptr;
}

const Pool *Call::findPool(Handle Self) {
  const Pool *Found = M.findPool(Self.Value);
  if (!Found)
    refuse(InvalidMemoryPool, "there is no pool 0x%zx", size_t(Self.Value));
  return Found;
}

std::shared_ptr<Queue> Call::findQueue(const AqlQueue *Self) {
  auto At = M.Queues.find(Self);
  if (At != M.Queues.end())
    return At->second;
  refuse(InvalidQueue, "0x%zx is no queue, or no longer", numberOf(Self));
  return nullptr;
}

/// The call counts even if it violates the interface.
Status Call::injected() {
  const uint64_t Number = ++M.Calls[Name], OfAll = ++M.Calls["*"];
  for (const Injection &Each : Settings::get().Injections)
    if (Each.Function == Name ? Each.Number == Number
                              : Each.Function == "*" && Each.Number == OfAll) {
      note("injected");
      return Status(Each.Code);
    }
  return Success;
}

/// A child of fork does not have the runtime, whose lock may be held there.
bool Call::isHere() const { return M.InitialisedBy == getpid(); }

Status Call::begin() {
  const bool IsInitialised = M.InitialisedBy != 0;
  if (IsInitialised && !isHere() && What != Nothing)
    return NotInitialized;
  if (IsInitialised == isHere()) {
    Lock = std::unique_lock(M.Mutex);
    if (Status R = injected())
      return R;
  }
  return What == Nothing || IsInitialised ? Success : NotInitialized;
}

Status Call::end(Status R) {
  if (Lock.owns_lock())
    Lock.unlock();
  log(text("%s(%s) = 0x%x%s", Name, Arguments.c_str(), unsigned(R),
           Notes.c_str()));
  return R;
}

} // namespace ompjit::standin
