//===- observers/Profile.cpp - LIBOMPTARGET_PROFILE -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include "Describe.h"
#include "ProfileTexts.h"

#include <algorithm>
#include <ctime>
#include <optional>

namespace ompjit {

namespace {

using namespace profile;
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

/// The times of an event that is over.
struct Span {
  uint64_t StartNs, EndNs;
};

/// Ends the thread's event. Returns nothing if it is left out.
std::optional<Span> end(uint64_t GranularityNs) {
  // At depth 0, the event began before anybody observed.
  if (!Depth)
    return std::nullopt;
  --Depth;
  if (Depth >= MaxDepth)
    return std::nullopt;
  const Span Whole = {Starts[Depth], nowNs()};
  return Whole.EndNs - Whole.StartNs < GranularityNs ? std::nullopt
                                                     : std::optional(Whole);
}

void write(TraceFile &File, const EventFrame &Frame, const Span &Whole) {
  File.writeSoon({Frame.Begin, Microseconds(Whole.StartNs).view(), ",\"dur\":",
                  Microseconds(Whole.EndNs - Whole.StartNs).view(), Frame.End},
                 Whole.EndNs);
}

} // namespace

void ProfileObserver::complete(std::string_view Category, std::string_view Name,
                               std::string_view Arguments) {
  const std::optional<Span> Whole = end(GranularityNs);
  if (!Whole)
    return;
  write(Name, Whole->StartNs, Whole->EndNs, [&](std::string &Out) {
    Out.append(",\"dur\":");
    Out.append(Microseconds(Whole->EndNs - Whole->StartNs).view());
    Out.append(",\"ph\":\"X\",\"cat\":\"").append(Category);
    Out.append("\",\"args\":{").append(Arguments).append("}");
  });
}

void ProfileObserver::instant(std::string_view Name,
                              std::string_view Arguments) {
  const uint64_t Now = nowNs();
  write(quoteJson(Name), Now, Now, [&](std::string &Out) {
    Out.append(",\"ph\":\"i\",\"s\":\"t\",\"cat\":\"device\",\"args\":{");
    Out.append(Arguments).append("}");
  });
}

/// Writes an event that \p AddMembers completes. \p Name has its quotes.
template <typename Body>
void ProfileObserver::write(std::string_view Name, uint64_t Ns, uint64_t NowNs,
                            Body AddMembers) {
  std::string &Out = eventText();
  Out.assign("{\"name\":").append(Name).append(idsOfThread());
  Out.append(Microseconds(Ns).view());
  AddMembers(Out);
  Out.append("}");
  File.writeSoon({Out}, NowNs);
}

void ProfileObserver::constructBegins(const ConstructEvent &E) {
  Stack::push(E);
  begin();
}

void ProfileObserver::constructEnds(const ConstructEvent &E) {
  Stack::pop();
  if (E.Kind == ConstructKind::Routine)
    return complete("routine", quoteJson(E.Name),
                    ArgumentText(E.DeviceId).view());
  if (const std::optional<Span> Whole = end(GranularityNs))
    ompjit::write(File, frameOf(E), *Whole);
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
  ArgumentText Text(E.DeviceId);
  Text.field("bytes", E.Bytes);
  if (E.Host)
    Text.field("host", describeAddress(E.Host));
  if (E.Device)
    Text.field("address", describeAddress(E.Device));
  const ConstructEvent *Construct = Stack::top();
  if (const char *Item = findItem(Construct, HostAddress(E.Host)))
    Text.field("item", itemName(Item)).field("declared", itemPlace(Item));
  if (Construct && Construct->Kind != ConstructKind::Routine)
    Text.location(Construct->Location);
  if (E.IsAsync)
    Text.quoted("queued", "true");
  complete("data", quoteJson(nameOf(E.Kind)), Text.view());
}

void ProfileObserver::kernelBegins(const KernelEvent &) { begin(); }

void ProfileObserver::kernelEnds(const KernelEvent &E) {
  if (const std::optional<Span> Whole = end(GranularityNs))
    ompjit::write(File, frameOf(E, Stack::top()), *Whole);
}

/// The device tells how long the kernel ran, but not when; it is shown from its
/// launch on, or ending now if that is later than it can have been.
void ProfileObserver::kernelRan(const KernelRun &Run) {
  const char *const Symbol = Run.Name.c_str();
  const uint64_t Now = nowNs();
  const uint64_t Start = std::min(Run.LaunchedNs, Now - Run.Ns);
  const uint64_t Number = NumRuns.fetch_add(1, std::memory_order_relaxed);
  ArgumentText Text(Run.DeviceId);
  Text.quoted("symbol", quotedSymbol(Symbol));
  const auto Write = [&](const char *Phase, uint64_t Ns) {
    write(quotedName(Symbol), Ns, Now, [&](std::string &Out) {
      Out.append(",\"ph\":\"").append(Phase);
      Out.append("\",\"cat\":\"run\",\"id\":");
      append(Out, Number);
      Out.append(",\"args\":{").append(Text.view()).append("}");
    });
  };
  Write("b", Start);
  Write("e", Start + Run.Ns);
}

void ProfileObserver::kernelFound(const FoundKernelEvent &E) {
  ArgumentText Text(E.DeviceId);
  Text.quoted("symbol", quotedSymbol(E.Name))
      .field("registers", uint64_t(E.Usage.registers))
      .field("private", uint64_t(E.Usage.private_bytes));
  if (E.Usage.spilled_bytes >= 0)
    Text.field("spilled", uint64_t(E.Usage.spilled_bytes));
  Text.field("shared", uint64_t(E.Usage.shared_bytes));
  instant("kernel found", Text.view());
}

void ProfileObserver::deviceOpened(const DeviceEvent &E) {
  ompjit_device_info Info = {};
  E.Plugin->device_info(E.Handle, &Info);
  instant("device opened", ArgumentText(E.DeviceId)
                               .field("plugin", E.Plugin->name)
                               .field("name", Info.name)
                               .field("arch", Info.arch)
                               .view());
}

void ProfileObserver::imageLoaded(const ImageEvent &E) {
  instant("image loaded",
          ArgumentText(E.DeviceId).field("bytes", E.Size).view());
}

void ProfileObserver::imageUnloads(const ImageEvent &E) {
  instant("image unloads",
          ArgumentText(E.DeviceId).field("bytes", E.Size).view());
}

} // namespace ompjit
