//===- Verify.cpp - Checking all entries of the cache ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Text.h"

#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/Progress.h"

using namespace ompjit::cache;

namespace ompjit::cachetool {

namespace {

struct BadEntry {
  std::string File;
  LoadOutcome State;
  bool IsRemoved;
};

struct Findings {
  uint64_t NumGood = 0;
  std::vector<BadEntry> Bad;
};

} // namespace

std::string meaningOf(LoadOutcome State) {
  switch (State) {
  case LoadOutcome::NotRegular:
    return "it is no regular file";
  case LoadOutcome::ForeignOwner:
    return "it belongs to another user";
  case LoadOutcome::WritableByOthers:
    return "other users may write to it";
  case LoadOutcome::Linked:
    return "it has further names";
  case LoadOutcome::TooLarge:
    return "it is larger than any image";
  case LoadOutcome::Truncated:
    return "it is cut off";
  case LoadOutcome::BadMagic:
    return "it does not begin as an entry does";
  case LoadOutcome::OtherVersion:
    return "another version wrote it";
  case LoadOutcome::BadHeader:
    return "its header is damaged";
  case LoadOutcome::OtherKey:
    return "it is the entry of another key";
  case LoadOutcome::BadPayload:
    return "its content is damaged";
  case LoadOutcome::NotReadable:
    return "the user may not read it";
  default:
    return "the system cannot read it";
  }
}

namespace {

Result<Findings> look(CacheFolder &Folder, bool Removes) {
  Result<FolderContents> Contents = Folder.Inside.contents();
  if (!Contents)
    return Contents.takeError();
  Progress Shown("checking", Contents->Entries.size());
  Findings Found;
  for (const EntryName &Name : Contents->Entries) {
    Shown.step();
    const LoadOutcome State = Folder.Inside.inspect(Name, Depth::Payload).State;
    if (State == LoadOutcome::Hit)
      ++Found.NumGood;
    // Removed meanwhile.
    if (State == LoadOutcome::Hit || State == LoadOutcome::Absent)
      continue;
    bool IsRemoved = false;
    if (Removes) {
      if (Status S = Folder.Inside.remove(Name); !S)
        return S.takeError();
      IsRemoved = true;
    }
    Found.Bad.push_back({Name.fileName(), State, IsRemoved});
  }
  return Found;
}

std::string asText(const CacheFolder &Folder, const Findings &Found) {
  std::string Text;
  for (const BadEntry &Each : Found.Bad)
    Text += Folder.Path + "/" + Each.File + ": " + meaningOf(Each.State) +
            (Each.IsRemoved ? "; removed" : "") + "\n";
  return Text + std::to_string(Found.NumGood) + " good, " +
         std::to_string(Found.Bad.size()) + " bad\n";
}

std::string asJson(const CacheFolder &Folder, const Findings &Found) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("folder", Folder.Path);
  Json.number("good", Found.NumGood);
  Json.beginArray("bad");
  for (const BadEntry &Each : Found.Bad) {
    Json.beginObject();
    Json.text("file", Each.File);
    Json.text("reason", nameOf(Each.State));
    Json.text("meaning", meaningOf(Each.State));
    Json.boolean("removed", Each.IsRemoved);
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
  return Json.take();
}

} // namespace

Result<Outcome> verify(CacheFolder &Folder, const Options &Chosen) {
  Result<Findings> Found = look(Folder, Chosen.Removes);
  if (!Found)
    return Found.takeError();
  return Outcome{Chosen.Json ? asJson(Folder, *Found) : asText(Folder, *Found),
                 Found->Bad.empty()};
}

} // namespace ompjit::cachetool
