//===- PageData.cpp - The figures of a report as JSON --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"

#include "Format.h"
#include "TextReport.h"

#include "ompjit/Support/JsonWriter.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::report;

namespace {

void addTexts(JsonWriter &Json, const char *Key,
              const std::set<std::string> &Texts) {
  Json.beginArray(Key);
  for (const std::string &Each : Texts)
    Json.text({}, Each);
  Json.endArray();
}

void addNumbers(JsonWriter &Json, const char *Key,
                const std::map<std::string, uint64_t> &Numbers) {
  Json.beginObject(Key);
  for (const auto &[Name, Number] : Numbers)
    Json.number(Name, Number);
  Json.endObject();
}

void addFinding(JsonWriter &Json, const Finding &Each) {
  Json.beginObject();
  Json.text("what", Each.What);
  Json.text("advice", Each.Advice);
  Json.number("lost", Each.LostNs);
  Json.endObject();
}

void addRank(JsonWriter &Json, const Rank &Each) {
  Json.beginObject();
  Json.text("name", Each.Name);
  Json.text("host", Each.Host);
  Json.text("file", Each.File);
  Json.text("program", Each.Program);
  Json.beginArray("devices");
  for (const std::string &Device : Each.Devices)
    Json.text({}, Device);
  Json.endArray();
  Json.number("wall", Each.wallNs());
  Json.number("launches", Each.NumLaunches);
  Json.number("kernels", Each.KernelNs);
  Json.number("copies", Each.CopyNs);
  Json.number("bytes", Each.CopyBytes);
  Json.number("waited", Each.WaitedNs);
  Json.number("compiles", Each.NumCompiles);
  Json.number("constructs", Each.ConstructNs);
  Json.endObject();
}

/// Adds nothing if it is not known.
void addUsage(JsonWriter &Json, const Usage &Of) {
  if (!Of.isKnown())
    return;
  Json.beginObject("uses");
  Json.number("registers", Of.Registers);
  Json.number("private", Of.PrivateBytes);
  if (Of.SpilledBytes)
    Json.number("spilled", *Of.SpilledBytes);
  Json.number("shared", Of.SharedBytes);
  Json.endObject();
}

void addImage(JsonWriter &Json, const Image &Each) {
  Json.beginObject();
  Json.text("key", Each.Key);
  Json.text("facts", Each.Facts);
  Json.text("pipeline", Each.Pipeline);
  Json.text("why", Each.Why);
  Json.text("where", Each.Where);
  Json.text("loops", Each.Loops);
  Json.text("outcome", Each.Outcome);
  Json.number("compiles", Each.NumCompiles);
  Json.number("ns", Each.CompileNs);
  Json.number("bytes", Each.Bytes);
  Json.number("disk", Each.NumReadFromDisk);
  Json.number("stored", Each.NumStored);
  Json.number("loads", Each.NumLoads);
  addUsage(Json, Each.Uses);
  Json.beginArray("stages");
  for (const auto &[Name, Ns] : Each.Stages) {
    Json.beginObject();
    Json.text("name", Name);
    Json.number("ns", Ns);
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
}

void addKernel(JsonWriter &Json, const Kernel &Each) {
  Json.beginObject();
  Json.text("name", Each.Name);
  Json.text("symbol", Each.Symbol);
  addTexts(Json, "places", Each.Places);
  Json.number("launches", Each.NumLaunches);
  Json.number("standIns", Each.NumStandIns);
  Json.boolean("timed", !Each.RunNs.empty());
  Json.number("total", Each.TotalNs);
  Json.number("median", Each.MedianNs);
  Json.number("max", Each.MaxNs);
  Json.number("to", Each.BytesTo);
  Json.number("from", Each.BytesFrom);
  Json.number("waited", Each.WaitedNs);
  Json.number("overhead", Each.overheadNs());
  Json.number("unloads", Each.NumUnloads);
  addUsage(Json, Each.largestUsage());
  addNumbers(Json, "slow", Each.SlowLaunches);
  Json.beginArray("images");
  for (const auto &[Key, Image] : Each.Images)
    addImage(Json, Image);
  Json.endArray();
  Json.beginArray("trials");
  for (const Trial &Tried : Each.Trials) {
    Json.beginObject();
    Json.text("facts", Tried.Facts);
    Json.text("why", Tried.Why);
    Json.boolean("demoted", Tried.IsDemoted);
    Json.endObject();
  }
  Json.endArray();
  Json.beginArray("givenUp");
  for (const GivenUp &Lost : Each.Lost) {
    Json.beginObject();
    Json.text("fact", Lost.Fact);
    Json.text("why", Lost.Why);
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
}

void addMapping(JsonWriter &Json, const Mapping &Each) {
  Json.beginObject();
  Json.text("item", Each.Item);
  Json.text("declared", Each.Declared);
  addTexts(Json, "places", Each.Places);
  Json.number("to", Each.NumTo);
  Json.number("from", Each.NumFrom);
  Json.number("bytesTo", Each.BytesTo);
  Json.number("bytesFrom", Each.BytesFrom);
  Json.number("ns", Each.Ns);
  Json.number("repeated", Each.isRepeated() ? Each.MostRepeated : 0);
  Json.endObject();
}

void addCache(JsonWriter &Json, const CacheUse &Cache) {
  Json.beginObject("cache");
  Json.boolean("used", Cache.IsUsed);
  Json.number("compiles", Cache.NumCompiles);
  Json.number("compileNs", Cache.CompileNs);
  Json.number("behind", Cache.NumBehind);
  Json.number("behindNs", Cache.BehindNs);
  Json.number("disk", Cache.NumFromDisk);
  Json.number("diskNs", Cache.FromDiskNs);
  Json.text("awaited", awaited(Cache, "; launches waited "));
  addNumbers(Json, "lookUps", Cache.LookUps);
  addNumbers(Json, "stores", Cache.Stores);
  Json.text("next", nextStart(Cache));
  Json.endObject();
}

/// Bars are arrays, because there are many: kind, depth, begin, length, name,
/// details, number, and whether it is a stand-in. Names are numbers of
/// "strings".
class TimeLineWriter {
public:
  explicit TimeLineWriter(JsonWriter &Json) : Json(Json) {}

  /// Lanes are in the order of ranks, so that those that are left out are the
  /// last ones.
  void add(const Model &Of) {
    Json.number("drawnRanks", MaxDrawnRanks);
    Json.beginArray("lanes");
    for (const Lane &Each : Of.Lanes)
      if (Each.Rank < MaxDrawnRanks)
        addLane(Each);
    Json.endArray();
    addArrows(Of);
    addCounters(Of);
    Json.beginArray("strings");
    for (const std::string *Each : Texts)
      Json.text({}, *Each);
    Json.endArray();
  }

private:
  /// Higher pictures are not legible.
  static constexpr size_t MaxDrawnRanks = 16;

  void addLane(const Lane &Each) {
    Json.beginObject();
    Json.text("name", Each.Name);
    Json.number("rank", Each.Rank);
    Json.number("depth", Each.Depth);
    Json.beginArray("bars");
    for (const Bar &Drawn : Each.Bars) {
      Json.beginArray({});
      for (const uint64_t Number :
           {uint64_t(Drawn.What), uint64_t(Drawn.Depth), Drawn.BeginNs,
            Drawn.EndNs - Drawn.BeginNs, numberOf(Drawn.Name),
            numberOf(Drawn.Details), Drawn.Count, uint64_t(Drawn.IsStandIn)})
        Json.number({}, Number);
      Json.endArray();
    }
    Json.endArray();
    Json.endObject();
  }

  void addArrows(const Model &Of) {
    constexpr size_t MaxArrows = 500;
    size_t NumLeft = MaxArrows;
    Json.beginArray("arrows");
    for (const Arrow &Each : Of.Arrows) {
      if (Of.Lanes[Each.ToLane].Rank >= MaxDrawnRanks || !NumLeft)
        break;
      --NumLeft;
      Json.beginArray({});
      for (const uint64_t Number : {uint64_t(Each.FromLane), Each.FromNs,
                                    uint64_t(Each.ToLane), Each.ToNs})
        Json.number({}, Number);
      Json.endArray();
    }
    Json.endArray();
  }

  void addCounters(const Model &Of) {
    constexpr size_t MaxSteps = 2000;
    Json.beginArray("counters");
    for (const CounterLine &Each : Of.Counters) {
      if (Each.Rank >= MaxDrawnRanks)
        break;
      Json.beginObject();
      Json.text("name", Each.Name);
      Json.number("rank", Each.Rank);
      Json.beginArray("steps");
      const size_t Every = Each.Steps.size() / MaxSteps + 1;
      for (size_t I = 0; I < Each.Steps.size(); I += Every) {
        Json.beginArray({});
        Json.number({}, Each.Steps[I].first);
        Json.number({}, Each.Steps[I].second);
        Json.endArray();
      }
      Json.endArray();
      Json.endObject();
    }
    Json.endArray();
  }

  uint64_t numberOf(const std::string &Text) {
    const auto [Found, IsNew] = Numbers.try_emplace(Text, Texts.size());
    if (IsNew)
      Texts.push_back(&Found->first);
    return Found->second;
  }

  JsonWriter &Json;
  std::map<std::string, uint64_t> Numbers;
  std::vector<const std::string *> Texts;
};

} // namespace

std::string report::asJson(const Model &Of, const std::vector<Finding> &Found,
                           const std::vector<CodeText> &Code) {
  JsonWriter Json(JsonWriter::Layout::Line);
  Json.beginObject();
  Json.number("wall", Of.WallNs);
  Json.number("mainFindings", NumMainFindings);
  Json.beginArray("findings");
  for (const Finding &Each : Found)
    addFinding(Json, Each);
  Json.endArray();
  Json.beginArray("ranks");
  for (const Rank &Each : Of.Ranks)
    addRank(Json, Each);
  Json.endArray();
  Json.beginArray("kernels");
  for (const Kernel &Each : Of.Kernels)
    addKernel(Json, Each);
  Json.endArray();
  Json.beginArray("mappings");
  for (const Mapping &Each : Of.Mappings)
    addMapping(Json, Each);
  Json.endArray();
  addCache(Json, Of.Cache);
  TimeLineWriter(Json).add(Of);
  Json.beginArray("code");
  for (const CodeText &Each : Code) {
    Json.beginObject();
    Json.text("key", Each.Key);
    Json.text("name", Each.Name);
    Json.text("text", Each.Text);
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
  return Json.take();
}
