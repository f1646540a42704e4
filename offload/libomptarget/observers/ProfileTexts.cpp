//===- ProfileTexts.cpp - The texts of a trace's events -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileTexts.h"

#include "Describe.h"

#include "ompjit/Support/RegionName.h"
#include "ompjit/Support/ThreadId.h"

#include <array>
#include <charconv>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace ompjit::profile {

void append(std::string &Out, uint64_t Number) {
  char Digits[20];
  Out.append(Digits, std::to_chars(Digits, std::end(Digits), Number).ptr);
}

Microseconds::Microseconds(uint64_t Ns) {
  constexpr unsigned Ten = 10, Hundred = 100, Thousand = 1000;
  char *At = std::to_chars(Text, std::end(Text), Ns / Thousand).ptr;
  const auto Rest = unsigned(Ns % Thousand);
  *At++ = '.';
  *At++ = char('0' + Rest / Hundred);
  *At++ = char('0' + Rest / Ten % Ten);
  *At++ = char('0' + Rest % Ten);
  Size = size_t(At - Text);
}

//===----------------------------------------------------------------------===//
// What a thread keeps
//===----------------------------------------------------------------------===//

namespace {

/// The frame of events that have a shape and a location in common.
template <typename Shape> struct KeptFrame {
  Shape Of = {};
  std::string Source; ///< As clang encodes the location.
  EventFrame Frame;   ///< Empty: of no event.

  bool isFor(const Shape &Wanted, std::string_view WantedSource) const {
    return !Frame.Begin.empty() && Of == Wanted && Source == WantedSource;
  }
};

struct ConstructShape {
  ConstructKind Kind = ConstructKind::Target;
  bool IsNoWait = false;
  bool IsEnd = false; ///< Of a deferred construct, whose work is done.
  int DeviceId = 0;

  bool operator==(const ConstructShape &) const = default;
};

struct LaunchShape {
  int DeviceId = 0;
  uint32_t NumTeams = 0, ThreadLimit = 0;
  uint64_t Iterations = 0;
  bool IsQueued = false;

  bool operator==(const LaunchShape &) const = default;
};

/// A kernel's names, ready for the file, and the frame of its last launch.
struct KernelTexts {
  std::string Quoted, Symbol;
  KeptFrame<LaunchShape> Launch;
};

struct ThreadTexts {
  std::string Event, Arguments;
  ThreadId IdsOf = {0, 0};
  std::string Ids; ///< What all events of the thread have in common.
  std::string PlaceOf, Place;
  std::unordered_map<std::string, KernelTexts> Kernels;
  std::array<KeptFrame<ConstructShape>, 8> Constructs;
  std::string LastSymbol;
  KernelTexts *LastKernel = nullptr; ///< Of LastSymbol.
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

/// Returns what the thread keeps, which begins anew after a fork.
ThreadTexts &textsOfProcess() {
  ThreadTexts &Mine = texts();
  if (const ThreadId Now = currentThread(); Now.Process != Mine.IdsOf.Process)
      [[unlikely]] {
    Mine.IdsOf = Now;
    Mine.Ids = ",\"pid\":" + std::to_string(Now.Process) +
               ",\"tid\":" + std::to_string(Now.Thread) + ",\"ts\":";
    Mine.Constructs = {};
    Mine.Kernels.clear();
    Mine.LastKernel = nullptr;
  }
  return Mine;
}

const char *sourceOf(const ident_t *Location) {
  return Location && Location->Source ? Location->Source : "";
}

/// Remembers the names, because it takes longer than a launch to find them out.
KernelTexts &textsOf(const char *Symbol) {
  ThreadTexts &Mine = textsOfProcess();
  if (Mine.LastKernel && Mine.LastSymbol == Symbol)
    return *Mine.LastKernel;
  Mine.LastSymbol = Symbol;
  KernelTexts &Found = Mine.Kernels[Mine.LastSymbol];
  if (Found.Quoted.empty()) {
    Found.Quoted = quoteJson(regionName(Symbol));
    Found.Symbol = quoteJson(Symbol);
  }
  Mine.LastKernel = &Found;
  return Found;
}

} // namespace

std::string &eventText() { return texts().Event; }

const std::string &idsOfThread() { return textsOfProcess().Ids; }

const std::string &quotedName(const char *Symbol) {
  return textsOf(Symbol).Quoted;
}

const std::string &quotedSymbol(const char *Symbol) {
  return textsOf(Symbol).Symbol;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

ArgumentText::ArgumentText(int DeviceId) : Out(texts().Arguments) {
  Out.assign("\"device\":");
  Out.append(std::to_string(DeviceId));
}

/// Most events of a thread have the place of the one before.
ArgumentText &ArgumentText::location(const ident_t *Location) {
  ThreadTexts &Mine = texts();
  const char *const Now = sourceOf(Location);
  if (Mine.Place.empty() || Mine.PlaceOf != Now) {
    Mine.PlaceOf = Now;
    Mine.Place = quoteJson(describePlace(Location));
  }
  return quoted("location", Mine.Place);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

namespace {

EventFrame makeFrame(std::string_view Category, std::string_view QuotedName,
                     std::string_view Arguments) {
  EventFrame New;
  New.Begin.append("{\"name\":").append(QuotedName).append(idsOfThread());
  New.End.append(",\"ph\":\"X\",\"cat\":\"").append(Category);
  New.End.append("\",\"args\":{").append(Arguments).append("}}");
  return New;
}

std::string quotedNameOf(const ConstructShape &Of) {
  std::string Name = "\"";
  Name += nameOf(Of.Kind);
  if (Of.IsNoWait)
    Name += " nowait";
  if (Of.IsEnd)
    Name += ", end";
  return Name + "\"";
}

EventFrame makeFrame(const KernelEvent &E, const KernelTexts &Texts,
                     const ConstructEvent *Construct) {
  ArgumentText Text(E.DeviceId);
  if (Construct)
    Text.location(Construct->Location);
  Text.field("teams", E.Launch->num_teams)
      .field("threads", E.Launch->thread_limit);
  if (E.Launch->trip_count)
    Text.field("iterations", E.Launch->trip_count);
  if (E.IsQueued)
    Text.quoted("queued", "true");
  return makeFrame("kernel", Texts.Quoted, Text.view());
}

} // namespace

const EventFrame &frameOf(const ConstructEvent &E) {
  ThreadTexts &Mine = textsOfProcess();
  const ConstructShape Shape = {E.Kind, E.IsNoWait, E.Deferred && !E.Arguments,
                                E.DeviceId};
  const std::string_view Source = sourceOf(E.Location);
  const size_t Place = reinterpret_cast<uintptr_t>(E.Location) /
                       alignof(ident_t) % Mine.Constructs.size();
  KeptFrame<ConstructShape> &Kept = Mine.Constructs[Place];
  if (!Kept.isFor(Shape, Source))
    Kept = {Shape, std::string(Source),
            makeFrame("construct", quotedNameOf(Shape),
                      ArgumentText(E.DeviceId).location(E.Location).view())};
  return Kept.Frame;
}

const EventFrame &frameOf(const KernelEvent &E,
                          const ConstructEvent *Construct) {
  const LaunchShape Shape = {E.DeviceId, E.Launch->num_teams[0],
                             E.Launch->thread_limit[0], E.Launch->trip_count,
                             E.IsQueued};
  const std::string_view Source =
      Construct ? sourceOf(Construct->Location) : "none";
  KernelTexts &Texts = textsOf(E.Name);
  if (!Texts.Launch.isFor(Shape, Source))
    Texts.Launch = {Shape, std::string(Source), makeFrame(E, Texts, Construct)};
  return Texts.Launch.Frame;
}

} // namespace ompjit::profile
