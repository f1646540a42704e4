//===- observers/Profile.cpp - LIBOMPTARGET_PROFILE -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include "Describe.h"

#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <unistd.h>

namespace ompjit {

namespace {

using Stack = ConstructStack<ProfileObserver>;

uint64_t nowNs() {
  timespec Now;
  ::clock_gettime(CLOCK_MONOTONIC, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

/// Start times of the events that the thread is in. Events that are nested more
/// deeply are left out.
constexpr unsigned MaxDepth = 64;
thread_local uint64_t Starts[MaxDepth];
thread_local unsigned Depth = 0;

void begin() {
  if (Depth < MaxDepth)
    Starts[Depth] = nowNs();
  ++Depth;
}

/// Formats the time in microseconds, the format's unit, with all digits of the
/// clock.
std::string microseconds(uint64_t Ns) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%" PRIu64 ".%03u", Ns / 1000,
                unsigned(Ns % 1000));
  return Text;
}

std::string head(std::string_view Name, uint64_t Ns) {
  return "{\"name\":" + quoteJson(Name) +
         ",\"pid\":" + std::to_string(::getpid()) +
         ",\"tid\":" + std::to_string(::gettid()) +
         ",\"ts\":" + microseconds(Ns);
}

std::string device(int Id) { return "\"device\":" + std::to_string(Id); }

std::string field(std::string_view Key, std::string_view Text) {
  return ",\"" + std::string(Key) + "\":" + quoteJson(Text);
}

std::string field(std::string_view Key, uint64_t Number) {
  return ",\"" + std::string(Key) + "\":" + std::to_string(Number);
}

std::string fields(const uint32_t (&Wanted)[3], std::string_view Key) {
  constexpr uint32_t NoTeamsConstruct = ~uint32_t(0);
  return Wanted[0] && Wanted[0] != NoTeamsConstruct ? field(Key, Wanted[0])
                                                    : "";
}

} // namespace

void ProfileObserver::complete(std::string_view Category, std::string_view Name,
                               const std::string &Arguments) {
  // At depth 0, the event began before anybody observed.
  if (!Depth)
    return;
  --Depth;
  if (Depth >= MaxDepth)
    return;
  const uint64_t Start = Starts[Depth], Taken = nowNs() - Start;
  if (Taken < GranularityNs)
    return;
  File.write(head(Name, Start) + ",\"dur\":" + microseconds(Taken) +
             ",\"ph\":\"X\",\"cat\":\"" + std::string(Category) +
             "\",\"args\":{" + Arguments + "}}");
}

void ProfileObserver::instant(std::string_view Name,
                              const std::string &Arguments) {
  File.write(head(Name, nowNs()) +
             ",\"ph\":\"i\",\"s\":\"t\",\"cat\":\"device\",\"args\":{" +
             Arguments + "}}");
}

void ProfileObserver::constructBegins(const ConstructEvent &E) {
  Stack::push(E);
  begin();
}

void ProfileObserver::constructEnds(const ConstructEvent &E) {
  Stack::pop();
  if (E.Kind == ConstructKind::Routine)
    return complete("routine", E.Name, device(E.DeviceId));
  std::string Name(nameOf(E.Kind));
  if (E.IsNoWait)
    Name += " nowait";
  // This is the end of a deferred construct, whose work is done.
  if (E.Deferred && !E.Arguments)
    Name += ", end";
  complete("construct", Name,
           device(E.DeviceId) + field("location", describePlace(E.Location)));
}

/// A deferred construct takes time of threads twice: until everything is in the
/// queue, and to clean up when that is done.
void ProfileObserver::constructPauses(const ConstructEvent &E) {
  constructEnds(E);
}

void ProfileObserver::constructResumes(const ConstructEvent &E) {
  constructBegins(E);
}

void ProfileObserver::dataBegins(const DataEvent &) { begin(); }

void ProfileObserver::dataEnds(const DataEvent &E) {
  std::string Arguments = device(E.DeviceId) + field("bytes", E.Bytes);
  if (E.Host)
    Arguments += field("host", describeAddress(E.Host));
  if (E.Device)
    Arguments += field("address", describeAddress(E.Device));
  const ConstructEvent *Construct = Stack::top();
  if (const char *Item = findItem(Construct, HostAddress(E.Host)))
    Arguments +=
        field("item", itemName(Item)) + field("declared", itemPlace(Item));
  if (Construct && Construct->Kind != ConstructKind::Routine)
    Arguments += field("location", describePlace(Construct->Location));
  if (E.IsAsync)
    Arguments += ",\"queued\":true";
  complete("data", nameOf(E.Kind), Arguments);
}

void ProfileObserver::kernelBegins(const KernelEvent &) { begin(); }

void ProfileObserver::kernelEnds(const KernelEvent &E) {
  std::string Arguments = device(E.DeviceId);
  if (const ConstructEvent *Construct = Stack::top())
    Arguments += field("location", describePlace(Construct->Location));
  Arguments += fields(E.Launch->num_teams, "teams") +
               fields(E.Launch->thread_limit, "threads");
  if (E.Launch->trip_count)
    Arguments += field("iterations", E.Launch->trip_count);
  complete("kernel", E.Name, Arguments);
}

void ProfileObserver::deviceOpened(const DeviceEvent &E) {
  instant("device opened",
          device(E.DeviceId) + field("plugin", E.Plugin->name));
}

void ProfileObserver::imageLoaded(const ImageEvent &E) {
  instant("image loaded", device(E.DeviceId) + field("bytes", E.Size));
}

void ProfileObserver::imageUnloads(const ImageEvent &E) {
  instant("image unloads", device(E.DeviceId) + field("bytes", E.Size));
}

} // namespace ompjit
