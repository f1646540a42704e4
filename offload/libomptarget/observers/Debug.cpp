//===- observers/Debug.cpp - LIBOMPTARGET_DEBUG ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Debug.h"

#include "Describe.h"
#include "data/MapArguments.h"
#include "data/MappingTable.h"

#include <cstdio>
#include <unistd.h>

namespace ompjit {

namespace {

constexpr int NoDevice = -1;

/// How many events of the thread have begun and not ended.
thread_local unsigned Depth = 0;

std::string hex(int64_t Bits) {
  char Text[2 + 16 + 1];
  std::snprintf(Text, sizeof(Text), "0x%llx",
                static_cast<unsigned long long>(Bits));
  return Text;
}

std::string describeArgument(const MapArguments &All, uint32_t I) {
  const char *Name =
      All.Names ? static_cast<const char *>(All.Names[I]) : nullptr;
  return std::string(mapKind(All.Types[I], All.Sizes[I])) + "(" +
         itemName(Name) + ") type " + hex(All.Types[I]) + ", base " +
         describeAddress(All.Bases[I]) + ", begin " +
         describeAddress(All.Begins[I]) + ", " + std::to_string(All.Sizes[I]) +
         " bytes" + (All.hasMapper(I) ? ", with a mapper" : "");
}

std::string describe(const ConstructEvent &E) {
  std::string Text(nameOf(E.Kind));
  if (E.Name)
    Text.append(" ").append(E.Name);
  if (E.IsNoWait)
    Text += " nowait";
  if (E.Kind != ConstructKind::Routine)
    Text += " at " + describePlace(E.Location);
  return Text + ", called from " + describeAddress(E.CodeAddress);
}

std::string describe(const DataEvent &E) {
  return std::string(nameOf(E.Kind)) + (E.IsAsync ? " (in a queue)" : "") +
         ": " + std::to_string(E.Bytes) + " bytes, host " +
         describeAddress(E.Host) + ", device " + describeAddress(E.Device);
}

std::string extent(const uint32_t (&Wanted)[3]) {
  constexpr uint32_t NoTeamsConstruct = ~uint32_t(0);
  if (Wanted[0] == NoTeamsConstruct)
    return "no teams construct";
  if (Wanted[0] == 0)
    return "the device's choice";
  std::string Text = std::to_string(Wanted[0]);
  for (int I = 1; I < 3 && Wanted[I]; ++I)
    Text += "x" + std::to_string(Wanted[I]);
  return Text;
}

} // namespace

void DebugObserver::print(int DeviceId, std::string_view Text) {
  const std::chrono::duration<double> Now =
      std::chrono::steady_clock::now() - Start;
  char Head[64];
  std::snprintf(Head, sizeof(Head), "omptarget debug %.6f [%d] ", Now.count(),
                int(::gettid()));
  std::string Line = Head + std::string(size_t(2) * Depth, ' ');
  if (DeviceId != NoDevice)
    Line += "device " + std::to_string(DeviceId) + ": ";
  PrintLine(Line.append(Text));
}

void DebugObserver::constructBegins(const ConstructEvent &E) {
  print(E.DeviceId, "begin " + describe(E));
  ++Depth;
  for (uint32_t I = 0; E.Arguments && I < E.Arguments->Count; ++I)
    print(E.DeviceId, "argument " + std::to_string(I) + ": " +
                          describeArgument(*E.Arguments, I));
}

void DebugObserver::constructEnds(const ConstructEvent &E) {
  Depth -= Depth > 0;
  print(E.DeviceId, "end " + std::string(nameOf(E.Kind)));
}

void DebugObserver::constructPauses(const ConstructEvent &E) {
  Depth -= Depth > 0;
  print(E.DeviceId, "leave " + std::string(nameOf(E.Kind)) + " as " +
                        describeAddress(E.Deferred));
}

void DebugObserver::constructResumes(const ConstructEvent &E) {
  print(E.DeviceId,
        "resume " + describeAddress(E.Deferred) + ": " + describe(E));
  ++Depth;
}

void DebugObserver::dataBegins(const DataEvent &E) {
  print(E.DeviceId, "begin " + describe(E));
  ++Depth;
}

void DebugObserver::dataEnds(const DataEvent &E) {
  Depth -= Depth > 0;
  std::string Text = "end " + std::string(nameOf(E.Kind));
  if (E.Kind == DataKind::Allocate)
    Text += E.Device ? ": " + describeAddress(E.Device) : ": failed";
  print(E.DeviceId, Text);
}

void DebugObserver::kernelBegins(const KernelEvent &E) {
  print(E.DeviceId,
        "begin kernel " + std::string(E.Name) + " with " +
            std::to_string(E.Launch->num_args) +
            " arguments, teams: " + extent(E.Launch->num_teams) +
            ", threads: " + extent(E.Launch->thread_limit) +
            ", iterations: " + std::to_string(E.Launch->trip_count));
  ++Depth;
  for (uint32_t I = 0; E.Launch->args && I < E.Launch->num_args; ++I)
    print(E.DeviceId, "value " + std::to_string(I) + ": " +
                          describeAddress(E.Launch->args[I]));
}

void DebugObserver::kernelEnds(const KernelEvent &E) {
  Depth -= Depth > 0;
  print(E.DeviceId, "end kernel " + std::string(E.Name));
}

void DebugObserver::mapping(const MappingEvent &E) {
  std::string Text = "mapping " + std::string(nameOf(E.Change)) + ": " +
                     itemName(E.Name) + (E.IsImplicit ? " (implicit)" : "") +
                     ", " + describeAddress(E.Begin) + ", " +
                     std::to_string(E.Size) + " bytes";
  if (E.Now)
    Text += "; in " + describeAddress(E.Now->Begin) + " of " +
            std::to_string(E.Now->size()) + " bytes, references " +
            (E.Now->IsPermanent ? "infinite"
                                : std::to_string(E.Now->References.load())) +
            ", holds " + std::to_string(E.Now->Holds.load());
  print(E.DeviceId, Text);
}

void DebugObserver::deviceOpened(const DeviceEvent &E) {
  print(E.DeviceId, "opened through the plugin " + std::string(E.Plugin->name));
}

void DebugObserver::deviceCloses(const DeviceEvent &E) {
  print(E.DeviceId, "closes");
}

void DebugObserver::imageLoaded(const ImageEvent &E) {
  print(E.DeviceId, "loaded the image at " + describeAddress(E.Begin) + ", " +
                        std::to_string(E.Size) + " bytes");
}

void DebugObserver::imageUnloads(const ImageEvent &E) {
  print(E.DeviceId, "unloads the image at " + describeAddress(E.Begin));
}

void DebugObserver::note(std::string_view Text) { print(NoDevice, Text); }

void DebugObserver::finish() { print(NoDevice, "the program ends"); }

} // namespace ompjit
