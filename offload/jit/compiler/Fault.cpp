//===- Fault.cpp - Failures on demand -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fault.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <chrono>
#include <csignal>
#include <thread>

using namespace llvm;

Error ompjit::jit::strikeFault(StringRef Fault, StringRef Stage) {
  const auto [Kind, Point] = Fault.split('@');
  if (Point != Stage)
    return Error::success();
  if (Kind == "fail")
    return createStringError("the fault point " + Fault);
  if (Kind == "fatal")
    report_fatal_error("the fault point " + Twine(Fault),
                       /*gen_crash_diag=*/false);
  if (Kind == "crash")
    std::raise(SIGSEGV);
  if (Kind == "slow")
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  while (Kind == "hang")
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return Error::success();
}
