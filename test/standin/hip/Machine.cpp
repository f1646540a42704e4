//===- Machine.cpp - The state of the stand-in for HIP --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "Functions.h"
#include "Report.h"

#include <cstdio>
#include <string_view>
#include <type_traits>
#include <unistd.h>

namespace ompjit::standin {

namespace {

struct FunctionRow {
  std::string_view Name;
  bool CanFail;
};

constexpr FunctionRow Functions[] = {
    {"*", true},
#define HIP_FUNCTION(Return, Name, Parameters)                                 \
  {#Name, std::is_same_v<Return, Status>},
#include "Functions.def"
#undef HIP_FUNCTION
};

/// Reports settings that are wrong.
bool canFail(const std::string &Function) {
  for (const FunctionRow &Each : Functions)
    if (Each.Name == Function && Each.CanFail)
      return true;
  violation(
      "OMPJIT_STANDIN_FAIL: there is no function %s that returns a status",
      Function.c_str());
  return false;
}

/// Runs after the program's own destructors.
[[gnu::destructor]] void finish() {
  if (Machine::get().Process != getpid() || !hasViolations())
    return;
  std::fflush(nullptr);
  _exit(99);
}

} // namespace

Machine::Machine() : Process(getpid()) {
  // "*" may have a code of HSA, whose codes are larger.
  Settings = readCommon({"gfx", "hip", 0xffff});
  std::erase_if(Settings.Injections,
                [](const Injection &Each) { return !canFail(Each.Function); });
  if (valueOf("OMPJIT_STANDIN_HIP") != "0")
    NumDevices = Settings.Devices ? int(Settings.Devices->size()) : 1;
}

Machine &Machine::get() {
  // Never destroyed, because the threads of streams outlive the program's.
  static Machine *const Only = new Machine;
  return *Only;
}

int &currentDevice() {
  static thread_local int Ordinal = 0;
  return Ordinal;
}

bool &isThreadOfStream() {
  static thread_local bool IsOne = false;
  return IsOne;
}

extern "C" const char *ompjit_standin_hip_violation() {
  static thread_local std::string Latest;
  Latest = takeViolation();
  return Latest.c_str();
}

} // namespace ompjit::standin
