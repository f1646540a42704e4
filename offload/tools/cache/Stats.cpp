//===- Stats.cpp - Statistics of the cache --------------------------------===//
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
#include <ctime>
#include <map>

using namespace ompjit::cache;

namespace ompjit::cachetool {

namespace {

struct Group {
  uint64_t Images = 0, Bytes = 0, CompileNs = 0;

  void add(const EntryReport &Report) {
    ++Images;
    Bytes += occupiedBytes(Report);
    CompileNs += Report.CompileNs;
  }
};

using Groups = std::map<std::string, Group>;

struct Summary {
  Group All;
  Groups Archs, Programs;
  uint64_t Bad = 0, Notes = 0, Temporaries = 0, ForeignFiles = 0;
  int64_t OldestUse = 0, NewestUse = 0;
};

Summary summarise(const Images &Found) {
  Summary S;
  S.Bad = Found.NumBad;
  S.Temporaries = Found.Folder.Temporaries;
  S.ForeignFiles = Found.Folder.ForeignFiles;
  for (const EntryName &Name : Found.Folder.Entries)
    S.Notes += Name.IsNote;
  for (const EntryReport &Each : Found.Intact) {
    S.OldestUse = S.All.Images ? std::min(S.OldestUse, Each.UsedSeconds)
                               : Each.UsedSeconds;
    S.NewestUse = std::max(S.NewestUse, Each.UsedSeconds);
    S.All.add(Each);
    S.Archs[Each.field("arch")].add(Each);
    S.Programs[programOf(Each, Found)].add(Each);
  }
  return S;
}

void writeGroups(JsonWriter &Json, const char *Key, const Groups &All) {
  Json.beginObject(Key);
  for (const auto &[Name, Each] : All) {
    Json.beginObject(Name);
    Json.number("images", Each.Images);
    Json.number("bytes", Each.Bytes);
    Json.milliseconds("compile_ms", Each.CompileNs);
    Json.endObject();
  }
  Json.endObject();
}

std::string asJson(const CacheFolder &Folder, const Summary &S) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("folder", Folder.Path);
  Json.number("limit_bytes", Folder.LimitBytes);
  Json.number("images", S.All.Images);
  Json.number("bytes", S.All.Bytes);
  Json.milliseconds("compile_ms", S.All.CompileNs);
  Json.number("bad_images", S.Bad);
  Json.number("notes", S.Notes);
  Json.number("temporaries", S.Temporaries);
  Json.number("strangers", S.ForeignFiles);
  Json.number("oldest_use", uint64_t(std::max<int64_t>(S.OldestUse, 0)));
  Json.number("newest_use", uint64_t(std::max<int64_t>(S.NewestUse, 0)));
  writeGroups(Json, "archs", S.Archs);
  writeGroups(Json, "programs", S.Programs);
  Json.endObject();
  return Json.take();
}

std::vector<std::string> rowOf(const std::string &Name, const Group &Each) {
  return {"  " + Name, std::to_string(Each.Images), sizeText(Each.Bytes),
          durationText(Each.CompileNs)};
}

std::string groupsText(const char *Title, const Groups &All) {
  std::vector<std::vector<std::string>> Rows = {
      {Title, "images", "size", "compile time"}};
  for (const auto &[Name, Each] : All)
    Rows.push_back(rowOf(Name, Each));
  return "\n" + table(Rows);
}

std::string asText(const CacheFolder &Folder, const Summary &S) {
  std::vector<std::vector<std::string>> Rows = {
      {"folder", Folder.Path},
      {"images", std::to_string(S.All.Images) + ", " + sizeText(S.All.Bytes) +
                     " of " + sizeText(Folder.LimitBytes) +
                     " (OMP_JIT_CACHE_SIZE)"},
      {"compile time", durationText(S.All.CompileNs) + " that need not be "
                                                       "spent again"},
      {"notes", std::to_string(S.Notes)}};
  if (S.All.Images) {
    const int64_t Now = std::time(nullptr);
    Rows.push_back({"used last", ageText(S.NewestUse, Now)});
    Rows.push_back({"unused since", ageText(S.OldestUse, Now)});
  }
  if (S.Bad)
    Rows.push_back({"bad", std::to_string(S.Bad) + "; 'verify' tells more"});
  if (S.Temporaries)
    Rows.push_back({"being written", std::to_string(S.Temporaries)});
  if (S.ForeignFiles)
    Rows.push_back({"other files", std::to_string(S.ForeignFiles)});
  std::string Text = table(Rows);
  if (S.All.Images)
    Text +=
        groupsText("architecture", S.Archs) + groupsText("program", S.Programs);
  return Text;
}

} // namespace

Result<Outcome> stats(CacheFolder &Folder, const Options &Chosen) {
  Result<Images> Found = readImages(Folder);
  if (!Found)
    return Found.takeError();
  const Summary S = summarise(*Found);
  return Outcome{Chosen.Json ? asJson(Folder, S) : asText(Folder, S)};
}

} // namespace ompjit::cachetool
