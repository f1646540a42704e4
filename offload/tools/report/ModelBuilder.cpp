//===- ModelBuilder.cpp - From the events of traces to a model -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"

#include "Format.h"

#include "ompjit/Support/RegionName.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::report;

namespace {

constexpr uint64_t EarlyNs = 2000000000;

std::string rankName(const Trace &From) {
  return From.Rank.empty() ? "process " + std::to_string(From.Process)
                           : "rank " + From.Rank;
}

std::string threadName(const Trace &From, uint64_t Thread) {
  const auto Found = From.ThreadNames.find(Thread);
  return Found != From.ThreadNames.end() && !Found->second.empty()
             ? Found->second
             : "thread";
}

/// What the event says about a kernel; nothing on devices without such bounds.
Usage usageIn(const TraceEvent &Event) {
  Usage Found;
  Found.Registers = Event.number("registers");
  Found.PrivateBytes = Event.number("private");
  if (!Event.text("spilled").empty())
    Found.SpilledBytes = Event.number("spilled");
  Found.SharedBytes = Event.number("shared");
  return Found;
}

} // namespace

ModelBuilder::ModelBuilder(Model &Out, Tables &Known, const Trace &From,
                           uint64_t OriginNs)
    : Out(Out), Known(Known), From(From), OriginNs(OriginNs),
      Number(Out.Ranks.size()) {
  Rank &Row = Out.Ranks.emplace_back();
  Row.Name = rankName(From);
  Row.Host = From.Host;
  Row.File = From.File;
  Row.Program = From.Program;
  Row.HasEnd = From.HasEnd;
  Row.IsAsync = From.IsAsync;
}

void ModelBuilder::addEvents() {
  Rank &Row = Out.Ranks[Number];
  if (!From.Events.empty())
    Row.BeginNs = Row.EndNs = place(From.Events.front().StartNs);
  for (const TraceEvent &Each : From.Events) {
    Row.EndNs = std::max(Row.EndNs, place(Each.endNs()));
    add(Each);
  }
  for (auto &[Thread, State] : Threads)
    leaveRegions(State, UINT64_MAX);
}

void ModelBuilder::add(const TraceEvent &Event) {
  using Adder = void (ModelBuilder::*)(const TraceEvent &, ThreadState &);
  static const std::map<std::string, Adder, std::less<>> ByCategory = {
      {"construct", &ModelBuilder::addConstruct},
      {"routine", &ModelBuilder::addConstruct},
      {"kernel", &ModelBuilder::addKernel},
      {"data", &ModelBuilder::addData},
      {"compile", &ModelBuilder::addCompile},
      {"cache", &ModelBuilder::addCache},
      {"select", &ModelBuilder::addSelect},
      {"image", &ModelBuilder::addImage},
      {"tracker", &ModelBuilder::addTracker},
      {"flow", &ModelBuilder::addFlow},
  };
  if (Event.Phase == 'C')
    return addCounter(Event);
  if (Event.Category == "run")
    return addRun(Event);
  if (Event.Category == "device")
    return addDevice(Event);
  const auto Found = ByCategory.find(Event.Category);
  if (Found == ByCategory.end())
    return;
  ThreadState &State = stateOf(Event.Thread);
  leaveRegions(State, Event.StartNs);
  (this->*Found->second)(Event, State);
}

void ModelBuilder::addDevice(const TraceEvent &Event) {
  if (Event.Name == "kernel found")
    kernelOf(Event.text("symbol")).NativeUses = usageIn(Event);
  if (Event.Name != "device opened")
    return;
  const std::string &Name = Event.text("name");
  Out.Ranks[Number].Devices.push_back(Name.empty() ? Event.text("plugin")
                                                   : Name);
}

ModelBuilder::ThreadState &ModelBuilder::stateOf(uint64_t Thread) {
  const auto [Found, IsNew] = Threads.try_emplace(Thread);
  if (IsNew) {
    Found->second.Lane = Out.Lanes.size();
    Out.Lanes.push_back({threadName(From, Thread), Number, {}, 1});
  }
  return Found->second;
}

Kernel &ModelBuilder::kernelOf(const std::string &Symbol) {
  const std::string Name = regionName(Symbol);
  Kernel &Found = Known.Kernels[Name];
  if (Found.Name.empty()) {
    Found.Name = Name;
    Found.Symbol = Symbol;
  }
  return Found;
}

/// The base image belongs to no kernel.
Image &ModelBuilder::imageOf(const TraceEvent &Event) {
  const std::string &Key = Event.text("key"), &Symbol = Event.text("symbol");
  Image &Found = Symbol.empty() ? Shared[Key] : kernelOf(Symbol).Images[Key];
  Found.Key = Key;
  return Found;
}

Bar &ModelBuilder::addBar(const TraceEvent &Event, ThreadState &State,
                          Kind What, std::string Details) {
  while (!State.Ends.empty() && State.Ends.back() <= Event.StartNs)
    State.Ends.pop_back();
  Lane &Where = Out.Lanes[State.Lane];
  Bar New;
  New.What = What;
  New.Depth = unsigned(State.Ends.size());
  New.BeginNs = place(Event.StartNs);
  New.EndNs = place(Event.endNs());
  New.Name = Event.Name;
  New.Details = std::move(Details);
  Where.Depth = std::max(Where.Depth, New.Depth + 1);
  Where.Bars.push_back(std::move(New));
  if (Event.DurationNs)
    State.Ends.push_back(Event.endNs());
  return Where.Bars.back();
}

//===----------------------------------------------------------------------===//
// Constructs, kernels and data
//===----------------------------------------------------------------------===//

void ModelBuilder::addConstruct(const TraceEvent &Event, ThreadState &State) {
  addBar(Event, State, Kind::Construct, Event.text("location"));
  if (State.Regions.empty())
    Out.Ranks[Number].ConstructNs += Event.DurationNs;
  Region New;
  New.EndNs = Event.endNs();
  New.DurationNs = Event.DurationNs;
  State.Regions.push_back(New);
}

/// Assigns what happened in regions that have ended to their kernels.
void ModelBuilder::leaveRegions(ThreadState &State, uint64_t NowNs) {
  while (!State.Regions.empty() && State.Regions.back().EndNs <= NowNs) {
    const Region &Left = State.Regions.back();
    if (Left.Runs) {
      Left.Runs->ConstructNs += Left.DurationNs;
      Left.Runs->DataNs += Left.DataNs;
      Left.Runs->BytesTo += Left.BytesTo;
      Left.Runs->BytesFrom += Left.BytesFrom;
    }
    State.Regions.pop_back();
  }
}

void ModelBuilder::addKernel(const TraceEvent &Event, ThreadState &State) {
  const std::string &Symbol = Event.text("symbol");
  Kernel &Which = kernelOf(Symbol.empty() ? Event.Name : Symbol);
  const bool IsQueued = Event.text("queued") == "true";
  ++Which.NumLaunches;
  ++Out.Ranks[Number].NumLaunches;
  if (const std::string &Where = Event.text("location");
      !Where.empty() && !Where.starts_with("unknown"))
    Which.Places.insert(Where);
  if (!State.Regions.empty())
    State.Regions.back().Runs = &Which;
  Bar &Drawn = addBar(Event, State, Kind::Kernel,
                      IsQueued ? "put into a queue" : Event.text("location"));
  Drawn.Name = Which.Name;
  Drawn.IsStandIn = State.StandIn == &Which;
  if (Drawn.IsStandIn) {
    ++Which.NumStandIns;
    if (!IsQueued)
      Which.StandInNs += Event.DurationNs;
  }
  State.StandIn = nullptr;
  if (!IsQueued)
    noteRun(Which, Event.DurationNs);
}

void ModelBuilder::noteRun(Kernel &Which, uint64_t Ns) {
  Which.RunNs.push_back(Ns);
  Which.TotalNs += Ns;
  Out.Ranks[Number].KernelNs += Ns;
}

/// Runs in queues have a lane of their own for each device, since they overlap
/// with what the threads do.
void ModelBuilder::addRun(const TraceEvent &Event) {
  if (Event.Phase == 'b') {
    BegunRuns[Event.Id] = Event;
    return;
  }
  const auto Begun = BegunRuns.find(Event.Id);
  if (Begun == BegunRuns.end())
    return;
  TraceEvent Whole = std::move(Begun->second);
  BegunRuns.erase(Begun);
  Whole.DurationNs = Event.StartNs - Whole.StartNs;
  const std::string &Device = Whole.text("device");
  constexpr uint64_t FirstLane = uint64_t(1) << 32; // Behind threads.
  const uint64_t Id = FirstLane + Whole.number("device");
  ThreadState &State = stateOf(Id);
  Out.Lanes[State.Lane].Name = "device " + Device;
  Kernel &Which = kernelOf(Whole.text("symbol"));
  noteRun(Which, Whole.DurationNs);
  Bar &Drawn = addBar(Whole, State, Kind::Run, "");
  Drawn.Name = Which.Name;
  Drawn.Depth = 0;
}

void ModelBuilder::addData(const TraceEvent &Event, ThreadState &State) {
  const bool IsTo = Event.Name == "copy to device";
  const bool IsFrom = Event.Name == "copy from device";
  const std::string &Item = Event.text("item");
  const uint64_t Bytes = Event.number("bytes");
  addBar(Event, State,
         IsTo     ? Kind::CopyTo
         : IsFrom ? Kind::CopyFrom
                  : Kind::Data,
         (Item.empty() ? "" : Item + ", ") +
             (Bytes ? formatBytes(Bytes) : std::string()));
  Rank &Row = Out.Ranks[Number];
  if (!State.Regions.empty()) {
    Region &Inside = State.Regions.back();
    Inside.DataNs += Event.DurationNs;
    (IsTo ? Inside.BytesTo : Inside.BytesFrom) += IsTo || IsFrom ? Bytes : 0;
  }
  const bool IsNamed = !Item.empty() && Item != "unknown";
  const std::string &Address = Event.text("host");
  if (!IsNamed && Address.empty())
    return;
  Mapping &Which =
      Known.Mappings[IsNamed ? Item + " " + Event.text("declared") : Address];
  Which.Item = IsNamed ? Item : Address;
  if (const std::string &Where = Event.text("declared"); IsNamed)
    Which.Declared = Where.starts_with("unknown") ? "" : Where;
  if (const std::string &Where = Event.text("location");
      !Where.empty() && !Where.starts_with("unknown"))
    Which.Places.insert(Where);
  if (!IsTo && !IsFrom) {
    Which.NumAllocations += Event.Name == "allocate";
    return;
  }
  Row.CopyNs += Event.DurationNs;
  Row.CopyBytes += Bytes;
  Which.Ns += Event.DurationNs;
  (IsTo ? Which.NumTo : Which.NumFrom) += 1;
  (IsTo ? Which.BytesTo : Which.BytesFrom) += Bytes;
  if (IsTo) {
    const uint64_t Copies = ++Which.CopiesTo[{Number, Address, Bytes}];
    if (Copies > Which.MostRepeated) {
      Which.MostRepeated = Copies;
      Which.RepeatedBytes = Bytes;
    }
  }
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

void ModelBuilder::addCompile(const TraceEvent &Event, ThreadState &State) {
  if (Event.Name != "compile") {
    addBar(Event, State, Kind::Stage, "");
    if (State.Compiling && State.Compiling->NumCompiles == 1)
      State.Compiling->Stages.emplace_back(Event.Name, Event.DurationNs);
    return;
  }
  Bar &Drawn = addBar(Event, State, Kind::Compile,
                      Event.text("image") + ": " + Event.text("outcome"));
  if (const std::string &Symbol = Event.text("symbol"); !Symbol.empty())
    Drawn.Name = "compile " + regionName(Symbol);
  Image &Made = imageOf(Event);
  Made.Facts = Event.text("facts");
  Made.Pipeline = Event.text("pipeline");
  Made.Outcome = Event.text("outcome");
  Made.Bytes = std::max(Made.Bytes, Event.number("bytes"));
  Made.CompileNs += Event.DurationNs;
  ++Made.NumCompiles;
  State.Compiling = &Made;
  Out.Cache.IsUsed = true;
  ++Out.Cache.NumCompiles;
  Out.Cache.CompileNs += Event.DurationNs;
  ++Out.Ranks[Number].NumCompiles;
}

void ModelBuilder::addCache(const TraceEvent &Event, ThreadState &State) {
  Out.Cache.IsUsed = true;
  const std::string &Outcome = Event.text("outcome");
  const uint64_t AwaitedNs =
      std::min(Event.number("waited_ns"), Event.DurationNs);
  addBar(Event, State, Kind::Cache,
         Event.text("image") + ": " + Outcome +
             (AwaitedNs ? ", " + formatTime(AwaitedNs) +
                              " of waiting for another process's compile"
                        : ""));
  Out.Cache.NumAwaited += AwaitedNs ? 1 : 0;
  Out.Cache.AwaitedNs += AwaitedNs;
  if (Event.Name == "unload") {
    ++kernelOf(Event.text("symbol")).NumUnloads;
    return;
  }
  const bool IsLookUp = Event.Name == "look up";
  ++(IsLookUp ? Out.Cache.LookUps : Out.Cache.Stores)[Outcome];
  // The image's kernel is in the description: "symbol [facts]".
  TraceEvent Named = Event;
  const std::string &Image = Event.text("image");
  if (!Image.starts_with("the "))
    Named.Arguments["symbol"] = Image.substr(0, Image.find(" ["));
  report::Image &Which = imageOf(Named);
  if (IsLookUp && Outcome == "hit") {
    ++Which.NumReadFromDisk;
    ++Out.Cache.NumFromDisk;
    Out.Cache.FromDiskNs += Event.DurationNs - AwaitedNs;
  }
  Which.NumStored +=
      !IsLookUp && (Outcome == "stored" || Outcome == "already_there");
}

void ModelBuilder::addSelect(const TraceEvent &Event, ThreadState &State) {
  Kernel &Which = kernelOf(Event.text("symbol"));
  Out.Cache.IsUsed = true;
  ++Which.SlowLaunches[Event.Name];
  if (Event.text("stand-in") == "yes")
    State.StandIn = &Which;
  if (Event.Name == "failed")
    ++Out.Failures[Event.text("why")];
  addBar(Event, State, Kind::Wait,
         Which.Name + ", image: " + Event.text("image"))
      .Name = "get image: " + Event.Name;
  Rank &Row = Out.Ranks[Number];
  Which.WaitedNs += Event.DurationNs;
  Row.WaitedNs += Event.DurationNs;
  if (place(Event.StartNs) - Row.BeginNs < EarlyNs)
    Row.WaitedEarlyNs += Event.DurationNs;
}

void ModelBuilder::addImage(const TraceEvent &Event, ThreadState &State) {
  Image &Which = imageOf(Event);
  Which.Facts = Event.text("facts");
  if (Event.Name == "ready") {
    ++Which.NumLoads;
    Which.Bytes = std::max(Which.Bytes, Event.number("bytes"));
    Which.Uses = usageIn(Event);
    addBar(Event, State, Kind::Load, Which.Facts).Name = "load image";
    return;
  }
  Which.Why = Event.text("why");
  Which.Where = Event.text("where");
  Which.Loops = Event.text("loops");
}

/// Each rank may give up the same.
void ModelBuilder::noteLost(Kernel &Which, GivenUp New) {
  const bool IsKnown = std::any_of(
      Which.Lost.begin(), Which.Lost.end(), [&](const GivenUp &Old) {
        return Old.Fact == New.Fact && Old.Why == New.Why;
      });
  if (!IsKnown)
    Which.Lost.push_back(std::move(New));
}

void ModelBuilder::addTracker(const TraceEvent &Event, ThreadState &State) {
  Kernel &Which = kernelOf(Event.text("symbol"));
  const std::string &Why = Event.text("why");
  addBar(Event, State, Kind::Mark, Which.Name + ": " + Why);
  if (Event.Name == "given up")
    noteLost(Which, {Event.text("fact"), Why});
  else
    Which.Trials.push_back({Event.text("facts"), Event.text("ratio"), Why,
                            Event.Name == "demoted"});
}

void ModelBuilder::addFlow(const TraceEvent &Event, ThreadState &State) {
  if (Event.Phase == 's') {
    BegunFlows[Event.Id] = {State.Lane, Event.StartNs};
    return;
  }
  const auto Begun = BegunFlows.find(Event.Id);
  if (Begun == BegunFlows.end())
    return;
  Out.Arrows.push_back({Begun->second.first, State.Lane,
                        place(Begun->second.second), place(Event.StartNs)});
  BegunFlows.erase(Begun);
}

void ModelBuilder::addCounter(const TraceEvent &Event) {
  const auto [Found, IsNew] =
      CounterNumbers.try_emplace(Event.Name, Out.Counters.size());
  if (IsNew)
    Out.Counters.push_back({Event.Name, Number, {}});
  const uint64_t Value = Event.Arguments.empty()
                             ? 0
                             : Event.number(Event.Arguments.begin()->first);
  Out.Counters[Found->second].Steps.emplace_back(place(Event.StartNs), Value);
}
