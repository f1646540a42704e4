//===- observers/Profile.cpp - LIBOMPTARGET_PROFILE -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include "Describe.h"

#include "ompjit/Support/RegionName.h"
#include "ompjit/Support/ThreadId.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <iterator>
#include <unordered_map>
#include <utility>

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

/// Appends a number without the detour of a string.
void append(std::string &Out, uint64_t Number) {
  char Digits[20];
  Out.append(Digits, std::to_chars(Digits, std::end(Digits), Number).ptr);
}

/// Appends the time in microseconds, the format's unit, with all digits of the
/// clock.
void appendMicroseconds(std::string &Out, uint64_t Ns) {
  constexpr uint64_t Thousand = 1000;
  append(Out, Ns / Thousand);
  // With leading zeros.
  char Rest[5];
  std::to_chars(Rest, std::end(Rest), Thousand + Ns % Thousand);
  Rest[0] = '.';
  Out.append(Rest, 4);
}

/// A kernel's names, ready for the file.
struct KernelNames {
  std::string Quoted, Symbol;
};

/// What a thread keeps from event to event, since each allocation would show in
/// the times of short launches.
struct ThreadTexts {
  std::string Event, Arguments;
  ThreadId IdsOf = {0, 0};
  std::string Ids; ///< What all events of the thread have in common.
  std::string PlaceOf, Place;
  std::unordered_map<std::string, KernelNames> Kernels;
  std::string LastSymbol;
  const KernelNames *LastNames = nullptr; ///< Of LastSymbol.
};

thread_local ThreadTexts *TextsOfThread = nullptr;

struct TextsDeleter {
  ~TextsDeleter() { delete std::exchange(TextsOfThread, nullptr); }
};

/// Destructors that run late in a thread may offload, too: what they need stays
/// until the process ends.
ThreadTexts &texts() {
  if (!TextsOfThread) [[unlikely]] {
    TextsOfThread = new ThreadTexts;
    thread_local const TextsDeleter AtEnd;
    (void)&AtEnd;
  }
  return *TextsOfThread;
}

const std::string &idsOfThread() {
  ThreadTexts &Mine = texts();
  if (const ThreadId Now = currentThread(); Now.Process != Mine.IdsOf.Process) {
    Mine.IdsOf = Now;
    Mine.Ids = ",\"pid\":" + std::to_string(Now.Process) +
               ",\"tid\":" + std::to_string(Now.Thread) + ",\"ts\":";
  }
  return Mine.Ids;
}

/// The arguments of an event. A thread has one at a time.
class ArgumentText {
public:
  explicit ArgumentText(int DeviceId) : Out(texts().Arguments) {
    Out.assign("\"device\":");
    Out.append(std::to_string(DeviceId));
  }
  ArgumentText(const ArgumentText &) = delete;
  ArgumentText &operator=(const ArgumentText &) = delete;

  ArgumentText &field(std::string_view Key, std::string_view Text) {
    return quoted(Key, quoteJson(Text));
  }
  /// \p Text has its quotes.
  ArgumentText &quoted(std::string_view Key, std::string_view Text) {
    Out.append(",\"").append(Key).append("\":").append(Text);
    return *this;
  }
  ArgumentText &field(std::string_view Key, uint64_t Number) {
    Out.append(",\"").append(Key).append("\":");
    append(Out, Number);
    return *this;
  }
  /// Of the first dimension; nothing if the program does not say how many.
  ArgumentText &field(std::string_view Key, const uint32_t (&Wanted)[3]) {
    constexpr uint32_t NoTeamsConstruct = ~uint32_t(0);
    return Wanted[0] && Wanted[0] != NoTeamsConstruct
               ? field(Key, uint64_t(Wanted[0]))
               : *this;
  }
  ArgumentText &location(const ident_t *);

  std::string_view view() const { return Out; }

private:
  std::string &Out;
};

/// Most events of a thread have the place of the one before.
ArgumentText &ArgumentText::location(const ident_t *Location) {
  ThreadTexts &Mine = texts();
  const char *const Now = Location && Location->Source ? Location->Source : "";
  if (Mine.Place.empty() || Mine.PlaceOf != Now) {
    Mine.PlaceOf = Now;
    Mine.Place = quoteJson(describePlace(Location));
  }
  return quoted("location", Mine.Place);
}

/// Remembers the names, because it takes longer than a launch to find them out.
const KernelNames &namesOf(const char *Symbol) {
  ThreadTexts &Mine = texts();
  if (Mine.LastNames && Mine.LastSymbol == Symbol)
    return *Mine.LastNames;
  Mine.LastSymbol = Symbol;
  KernelNames &Names = Mine.Kernels[Mine.LastSymbol];
  if (Names.Quoted.empty())
    Names = {quoteJson(regionName(Symbol)), quoteJson(Symbol)};
  Mine.LastNames = &Names;
  return Names;
}

} // namespace

void ProfileObserver::complete(std::string_view Category, std::string_view Name,
                               std::string_view Arguments) {
  // At depth 0, the event began before anybody observed.
  if (!Depth)
    return;
  --Depth;
  if (Depth >= MaxDepth)
    return;
  const uint64_t Start = Starts[Depth], Now = nowNs();
  if (Now - Start < GranularityNs)
    return;
  write(Name, Start, Now, [&](std::string &Out) {
    Out.append(",\"dur\":");
    appendMicroseconds(Out, Now - Start);
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
  std::string &Out = texts().Event;
  Out.assign("{\"name\":").append(Name).append(idsOfThread());
  appendMicroseconds(Out, Ns);
  AddMembers(Out);
  Out.append("}");
  File.writeSoon(Out, NowNs);
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
  std::string Name = "\"";
  Name += nameOf(E.Kind);
  if (E.IsNoWait)
    Name += " nowait";
  // This is the end of a deferred construct, whose work is done.
  if (E.Deferred && !E.Arguments)
    Name += ", end";
  Name += "\"";
  complete("construct", Name,
           ArgumentText(E.DeviceId).location(E.Location).view());
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
  const KernelNames &Names = namesOf(E.Name);
  ArgumentText Text(E.DeviceId);
  if (const ConstructEvent *Construct = Stack::top())
    Text.location(Construct->Location);
  Text.field("teams", E.Launch->num_teams)
      .field("threads", E.Launch->thread_limit);
  if (E.Launch->trip_count)
    Text.field("iterations", E.Launch->trip_count);
  if (E.IsQueued)
    Text.quoted("queued", "true");
  complete("kernel", Names.Quoted, Text.view());
}

/// The device tells how long the kernel ran, but not when; it is shown from its
/// launch on, or ending now if that is later than it can have been.
void ProfileObserver::kernelRan(const KernelRun &Run) {
  const KernelNames &Names = namesOf(Run.Name.c_str());
  const uint64_t Now = nowNs();
  const uint64_t Start = std::min(Run.LaunchedNs, Now - Run.Ns);
  const uint64_t Number = NumRuns.fetch_add(1, std::memory_order_relaxed);
  ArgumentText Text(Run.DeviceId);
  Text.quoted("symbol", Names.Symbol);
  const auto Write = [&](const char *Phase, uint64_t Ns) {
    write(Names.Quoted, Ns, Now, [&](std::string &Out) {
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
  Text.quoted("symbol", namesOf(E.Name).Symbol)
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
