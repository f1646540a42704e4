//===- Report.cpp - The log, and violations -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <unistd.h>
#include <utility>

namespace ompjit::standin {

namespace {

struct Violations {
  std::mutex Mutex;
  std::string Latest;
  unsigned Count = 0;

  static Violations &get() {
    static Violations *const Only = new Violations;
    return *Only;
  }
};

std::string format(const char *Format, va_list Arguments) {
  char *Text = nullptr;
  if (vasprintf(&Text, Format, Arguments) < 0)
    return "out of memory";
  std::string Result = Text;
  free(Text);
  return Result;
}

void write(int File, const std::string &Line) {
  // Written at once, so that lines of several threads and processes do not mix.
  (void)!::write(File, Line.data(), Line.size());
}

} // namespace

std::string text(const char *Format, ...) {
  va_list Arguments;
  va_start(Arguments, Format);
  std::string Result = format(Format, Arguments);
  va_end(Arguments);
  return Result;
}

void violation(const char *Format, ...) {
  va_list Arguments;
  va_start(Arguments, Format);
  const std::string Message = format(Format, Arguments);
  va_end(Arguments);
  {
    Violations &All = Violations::get();
    std::lock_guard Lock(All.Mutex);
    All.Latest = Message;
    ++All.Count;
  }
  write(STDERR_FILENO, "standin: " + Message + "\n");
  log("violation: " + Message);
}

std::string takeViolation() {
  Violations &All = Violations::get();
  std::lock_guard Lock(All.Mutex);
  All.Count = 0;
  return std::exchange(All.Latest, "");
}

bool hasViolations() {
  Violations &All = Violations::get();
  std::lock_guard Lock(All.Mutex);
  return All.Count != 0;
}

void log(const std::string &Line) {
  static const int File = [] {
    const char *Name = std::getenv("OMPJIT_STANDIN_LOG");
    return Name ? open(Name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
                : -1;
  }();
  if (File >= 0)
    write(File, Line + "\n");
}

} // namespace ompjit::standin
