//===- CrashReport.cpp - A crash of LLVM becomes an error -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashReport.h"

#include "ompjit/DeviceLink/WorkNote.h"

#include <csignal>
#include <unistd.h>

using namespace ompjit;
using ompjit::devicelink::WorkNote;

static int StatusOfCrash;

/// Signal handlers may call this.
static void print(llvm::StringRef Text) {
  while (!Text.empty()) {
    const ssize_t Written = ::write(STDERR_FILENO, Text.data(), Text.size());
    if (Written <= 0)
      return;
    Text = Text.drop_front(size_t(Written));
  }
}

static void report(int) {
  print("ompjit-fragment: error: ");
  if (const WorkNote *Note = WorkNote::current()) {
    print(Note->file());
    print(": its device code is damaged: LLVM, or NVIDIA's libnvJitLink, "
          "crashed while reading it\n");
  } else {
    print("LLVM crashed; an input may be damaged: try each on its own\n");
  }
  ::_exit(StatusOfCrash);
}

void fragment::reportCrashes(int Status) {
  StatusOfCrash = Status;
  // The crash may be that the stack is full.
  devicelink::provideSignalStack();
  struct sigaction Action = {};
  Action.sa_handler = report;
  Action.sa_flags = SA_ONSTACK;
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE})
    ::sigaction(Signal, &Action, nullptr);
}
