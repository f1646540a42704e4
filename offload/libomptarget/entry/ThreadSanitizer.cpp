//===- ThreadSanitizer.cpp - Programs with ThreadSanitizer ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp is not instrumented, so that ThreadSanitizer does not see how it
// orders threads and tasks. libarcher.so, a tool that comes with libomp, tells
// it. libomp asks the dynamic linker for that library without naming its
// folder, which is on no search path. So this library opens it in programs with
// ThreadSanitizer. A tool that the user names (OMP_TOOL_LIBRARIES) replaces it.
//
// What libomp and this library access themselves is none of the program's; the
// linker wrapper makes the program ignore it
// (llvm/lib/DeviceLink/image/ThreadSanitizer.cpp).
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Support/Sanitizers.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace {

/// libarcher.so prints a warning unless the variable has this option, which
/// would hide the locks of other libraries. ThreadSanitizer has read the
/// variable already; it and programs that are started later take the last
/// value, which is none for libarcher.so.
void silenceArcher() {
  const char *Variable = "TSAN_OPTIONS";
  const std::string Option = "ignore_noninstrumented_modules";
  const char *Value = ompjit::programVariable(Variable);
  const std::string Options = Value ? Value : "";
  if (Options.find(Option) == std::string::npos)
    setenv(Variable,
           (Option + "=1:" + Options + ":" + Option + "=false").c_str(), 1);
}

[[gnu::constructor]] void openArcher() {
  if (ompjit::hasThreadSanitizer() &&
      dlopen(OMPJIT_PACKAGED_LLVM_ROOT "/lib/libarcher.so", RTLD_LAZY))
    silenceArcher();
}

} // namespace
