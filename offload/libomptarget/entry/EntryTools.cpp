//===- EntryTools.cpp - Entry points: observers ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects the runtime with OMPT tools, which libomp knows, and with the
// observers that the user asks for in the environment.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "LibompStart.h"
#include "observers/Debug.h"
#include "observers/Info.h"
#include "observers/MappingDump.h"
#include "observers/Ompt.h"
#include "observers/Profile.h"
#include "support/Diagnostics.h"

#include <atomic>
#include <cstdio>
#include <mutex>

using namespace ompjit;

extern "C" {
/// Libomp's function; null if it was built without tools.
[[gnu::weak]] void ompt_libomp_connect(ompt::StartResult *);
}

namespace {

// Observers live as long as the process, as the runtime does.
OmptObserver *Tool = nullptr;
std::atomic<InfoObserver *> Info = nullptr;
TraceFile *Profile = nullptr; ///< Of LIBOMPTARGET_PROFILE.
void (*Print)(const std::string &) = nullptr;

std::string describeAllMappings(const std::string &Place) {
  std::string Text;
  for (int Id = 0; Device *D = runtime().deviceIfExists(Id); ++Id) {
    if (Id)
      Text += "\n";
    Text += describeMappings(Id, D->isOpen() ? &D->data() : nullptr, Place);
  }
  return Text;
}

void addInfo(Runtime &To, uint32_t Flags) {
  auto *New = new InfoObserver(Flags, Print, describeAllMappings);
  To.observers().add(*New);
  Info = New;
}

template <typename Pointer>
Pointer lookUp(ompt::Lookup Find, const char *Name) {
  return reinterpret_cast<Pointer>(Find(Name));
}

/// Called only if a tool is active.
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

/// libomp finishes before or after this library, depending on how the program
/// ends.
void finishTool(ompt::Data *) {
  if (Tool)
    Tool->finish();
}

} // namespace

void ompjit::addObservers(Runtime &To, const RuntimeSettings &Settings,
                          TraceFile *Trace,
                          void (*PrintLine)(const std::string &)) {
  Print = PrintLine;
  if (Settings.InfoFlags)
    addInfo(To, Settings.InfoFlags);
  if (Settings.Debug)
    To.observers().add(*new DebugObserver(PrintLine));
  if (Trace)
    To.observers().add(*new ProfileObserver(*Trace, /*GranularityUs=*/0));
  if (Settings.ProfileFile.empty())
    return;
  Profile = new TraceFile(Settings.ProfileFile, [](const std::string &Path,
                                                   const std::string &Why) {
    const Error What = diagnose(Diagnostic::TraceFailed, {Path, Why});
    Print(formatDiagnostic("warning", What, nullptr, -1));
  });
  To.observers().add(
      *new ProfileObserver(*Profile, Settings.ProfileGranularityUs));
}

void ompjit::finishObservers() {
  if (Profile)
    Profile->finish();
}

void ompjit::observeFailure(const ident_t *Location) {
  if (InfoObserver *Now = Info)
    Now->failure(Location);
}

/// Like LIBOMPTARGET_INFO, from now on.
OMPJIT_EXPORT void __tgt_set_info_flag(uint32_t Flags) {
  static Mutex AddMutex;
  Runtime &To = runtime();
  MutexLock Lock(AddMutex);
  if (InfoObserver *Now = Info)
    Now->setFlags(Flags);
  else
    addInfo(To, Flags);
}

/// Prints the mappings of all devices, on stdout as the packaged runtime does.
OMPJIT_EXPORT void ompx_dump_mapping_tables() {
  if (deviceCount())
    std::printf("%s\n", describeAllMappings("libomptarget:0:0").c_str());
}

bool ompjit::isWatched() { return Tool != nullptr; }

void ompjit::connectTool() {
  static ompt::StartResult Connection = {startTool, finishTool, {}};
  static std::once_flag Connected;
  std::call_once(Connected, [] {
    if (ompt_libomp_connect && !libompMaySleep())
      ompt_libomp_connect(&Connection);
  });
}
