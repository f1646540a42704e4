//===- Explain.cpp - Explains why images differ ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Text.h"

#include "ompjit/Support/JsonWriter.h"

#include <algorithm>

using namespace ompjit::cache;

namespace ompjit::cachetool {

namespace {

/// A field in which two images differ.
struct Difference {
  std::string Name, Here, There;
};

/// An image that could have been this one.
struct Neighbour {
  const EntryReport *Image;
  std::vector<Difference> Differences;
};

std::string joined(const std::vector<std::string> &Parts) {
  std::string Text;
  for (const std::string &Part : Parts)
    Text.append(Text.empty() ? "" : ",").append(Part);
  return Text;
}

/// Returns a field for people, who do not know packages by their digests.
std::string valueOf(const EntryReport &Report, const std::string &Name,
                    const Images &Found) {
  const std::string Bound =
      Name == "package" ? boundIn(Report, Found) : std::string();
  return printable(Report.field(Name)) + (Bound.empty() ? "" : " ") + Bound;
}

std::vector<Difference> differences(const EntryReport &Here,
                                    const EntryReport &There,
                                    const Images &All) {
  std::vector<Difference> Found;
  auto Compare = [&](const std::string &Name) {
    const std::string A = Here.field(Name), B = There.field(Name);
    if (A == B)
      return;
    // There may be many facts and features, so only those that differ are
    // shown.
    if (Name == "specialization" || Name == "features")
      Found.push_back(
          {Name, joined(partsWithout(A, B)), joined(partsWithout(B, A))});
    else
      Found.push_back(
          {Name, valueOf(Here, Name, All), valueOf(There, Name, All)});
  };
  for (const NamedField &Each : Here.Fields)
    Compare(Each.Name);
  for (const NamedField &Each : There.Fields)
    if (Here.field(Each.Name).empty() &&
        std::none_of(Here.Fields.begin(), Here.Fields.end(),
                     [&](const NamedField &F) { return F.Name == Each.Name; }))
      Compare(Each.Name);
  return Found;
}

/// Returns the number of differing fields, then of differing facts.
std::pair<size_t, size_t> distance(const Neighbour &N) {
  size_t Facts = 0;
  for (const Difference &Each : N.Differences)
    if (Each.Name == "specialization")
      Facts = size_t(std::count(Each.Here.begin(), Each.Here.end(), ',')) +
              size_t(std::count(Each.There.begin(), Each.There.end(), ','));
  return {N.Differences.size(), Facts};
}

/// Returns images of the same kernel, or with as many equal fields, in order of
/// distance.
std::vector<Neighbour> neighbours(const EntryReport &Report,
                                  const Images &All) {
  constexpr size_t Max = 5;
  std::vector<Neighbour> Found;
  for (const EntryReport &Each : All.Intact)
    if (!(Each.Name == Report.Name) &&
        Each.field("kernel") == Report.field("kernel") &&
        Each.field("image") == Report.field("image"))
      Found.push_back({&Each, differences(Report, Each, All)});
  std::sort(Found.begin(), Found.end(),
            [](const Neighbour &A, const Neighbour &B) {
              return std::pair(distance(A), A.Image->Name.EntryKey.Bytes) <
                     std::pair(distance(B), B.Image->Name.EntryKey.Bytes);
            });
  if (Found.size() > Max)
    Found.resize(Max);
  return Found;
}

std::string asText(const EntryReport &Report, const Images &All,
                   const std::vector<Neighbour> &Near) {
  std::vector<std::vector<std::string>> Rows = {
      {"key", Report.Name.EntryKey.hex()},
      {"size", sizeText(Report.FileBytes)},
      {"compile time", durationText(Report.CompileNs)}};
  for (const NamedField &Each : Report.Fields)
    Rows.push_back({Each.Name, valueOf(Report, Each.Name, All)});
  std::string Text = table(Rows);
  if (Near.empty())
    return Text + "\nno other image of this kernel\n";
  for (const Neighbour &Each : Near) {
    Text += "\ndiffers from " + Each.Image->Name.EntryKey.hex() + " in\n";
    std::vector<std::vector<std::string>> Differing;
    Differing.reserve(Each.Differences.size());
    for (const Difference &D : Each.Differences)
      Differing.push_back({"  " + D.Name, "here", D.Here.empty() ? "-" : D.Here,
                           "there", D.There.empty() ? "-" : D.There});
    Text += table(Differing);
  }
  return Text;
}

std::string asJson(const EntryReport &Report,
                   const std::vector<Neighbour> &Near) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("key", Report.Name.EntryKey.hex());
  Json.number("bytes", Report.FileBytes);
  Json.milliseconds("compile_ms", Report.CompileNs);
  Json.beginObject("fields");
  for (const NamedField &Each : Report.Fields)
    Json.text(Each.Name, printable(Each.Value));
  Json.endObject();
  Json.beginArray("nearest");
  for (const Neighbour &Each : Near) {
    Json.beginObject();
    Json.text("key", Each.Image->Name.EntryKey.hex());
    Json.beginArray("differences");
    for (const Difference &D : Each.Differences) {
      Json.beginObject();
      Json.text("field", D.Name);
      Json.text("here", D.Here);
      Json.text("there", D.There);
      Json.endObject();
    }
    Json.endArray();
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
  return Json.take();
}

} // namespace

Result<Outcome> explain(CacheFolder &Folder, const Options &Chosen) {
  Result<Images> Found = readImages(Folder);
  if (!Found)
    return Found.takeError();
  const EntryReport *Match = nullptr;
  for (const EntryReport &Each : Found->Intact) {
    if (!Each.Name.EntryKey.hex().starts_with(Chosen.Key))
      continue;
    if (Match)
      return Error("several images have keys that begin with " + Chosen.Key +
                   ", " + Match->Name.EntryKey.hex() +
                   " is one; give more digits");
    Match = &Each;
  }
  if (!Match)
    return Outcome{"no intact image has a key that begins with " + Chosen.Key +
                       " in " + Folder.Path + "\n",
                   /*IsGood=*/false};
  const std::vector<Neighbour> Near = neighbours(*Match, *Found);
  return Outcome{Chosen.Json ? asJson(*Match, Near)
                             : asText(*Match, *Found, Near)};
}

} // namespace ompjit::cachetool
