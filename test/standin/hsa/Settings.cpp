//===- Settings.cpp - Settings of the stand-in, for tests -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "Abi.h"
#include "Report.h"

#include <charconv>
#include <type_traits>

namespace ompjit::standin {

namespace {

constexpr Vendor Amd = {"gfx", "hsa_", 0xffff};

struct FunctionRow {
  std::string_view Name;
  bool CanFail;
};

constexpr FunctionRow Functions[] = {
    {"*", true},
#define HSA_FUNCTION(Return, Name, Parameters)                                 \
  {#Name, std::is_same_v<Return, Status>},
#include "Functions.def"
#undef HSA_FUNCTION
};

/// Reports settings that are wrong.
bool canFail(const std::string &Function) {
  for (const FunctionRow &Each : Functions)
    if (Each.Name == Function) {
      if (!Each.CanFail)
        violation("OMPJIT_STANDIN_FAIL: %s returns no status",
                  Function.c_str());
      return Each.CanFail;
    }
  violation("OMPJIT_STANDIN_FAIL: there is no function %s", Function.c_str());
  return false;
}

Settings read() {
  Settings S = {};
  static_cast<CommonSettings &>(S) = readCommon(Amd);
  std::erase_if(S.Injections,
                [](const Injection &Each) { return !canFail(Each.Function); });
  if (S.Devices)
    S.Processors = *S.Devices;
  S.Twins = valueOf("OMPJIT_STANDIN_TWINS");
  S.IsApu = valueOf("OMPJIT_STANDIN_APU") == "1";
  if (const std::string_view Most = valueOf("OMPJIT_STANDIN_MOST_BYTES");
      !Most.empty() &&
      std::from_chars(Most.begin(), Most.end(), S.MaxBytes).ptr != Most.end())
    violation("OMPJIT_STANDIN_MOST_BYTES is no number");
  S.Gpu.Archs = S.Processors;
  return S;
}

} // namespace

const Settings &Settings::get() {
  // Never destroyed, because programs call the runtime while they exit.
  static const Settings *const Only = new Settings(read());
  return *Only;
}

} // namespace ompjit::standin
