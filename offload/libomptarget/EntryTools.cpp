//===- EntryTools.cpp - Entry points: who observes the runtime ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects the runtime with OMPT tools, which libomp knows, and with what the
// user asks for in the environment.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "observers/Ompt.h"

#include <mutex>

using namespace ompjit;

extern "C" {
/// Of libomp; missing in one that was built without tools.
[[gnu::weak]] void ompt_libomp_connect(ompt::StartResult *);
}

namespace {

OmptObserver *Tool = nullptr;

template <typename Pointer>
Pointer lookUp(ompt::Lookup Find, const char *Name) {
  return reinterpret_cast<Pointer>(Find(Name));
}

/// Called only where a tool is active.
int startTool(ompt::Lookup Find, int, ompt::Data *) {
  OmptSurroundings Around;
  Around.GetCallback =
      lookUp<int (*)(int, ompt::Function *)>(Find, "ompt_get_callback");
  Around.GetTaskData = lookUp<ompt::Data *(*)()>(Find, "ompt_get_task_data");
  Around.GetTargetTaskData =
      lookUp<ompt::Data *(*)()>(Find, "ompt_get_target_task_data");
  Around.GetHostNumber = [] { return runtime().deviceCount(); };
  if (!Around.GetCallback || Tool)
    return 0;
  Tool = new OmptObserver(Around);
  runtime().observers().add(*Tool);
  return 1;
}

/// libomp finishes before or after this library, whichever the program's end
/// begins with.
void finishTool(ompt::Data *) {
  if (Tool)
    Tool->finish();
}

} // namespace

void ompjit::connectTool() {
  static ompt::StartResult Connection = {startTool, finishTool, {}};
  static std::once_flag Connected;
  std::call_once(Connected, [] {
    if (ompt_libomp_connect)
      ompt_libomp_connect(&Connection);
  });
}
