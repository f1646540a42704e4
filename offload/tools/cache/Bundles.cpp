//===- Bundles.cpp - Exporting and importing images -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Text.h"

#include "ompjit/Cache/Bundle.h"
#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/Progress.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit::cache;

namespace ompjit::cachetool {

namespace {

/// Counts of the entries that went into a bundle or came from it.
struct Tally {
  uint64_t Images = 0, Notes = 0;
  uint64_t Known = 0; ///< Entries that existed already.
  uint64_t Bytes = 0;
  std::vector<std::pair<std::string, LoadOutcome>> Bad; ///< By name.
};

std::string asText(const Tally &Counts, const std::string &Bundle,
                   const char *What) {
  std::string Text;
  for (const auto &[Name, State] : Counts.Bad)
    Text += Name + ": " + meaningOf(State) + "\n";
  Text += Bundle + ": " + counted(Counts.Images, "image") + " and " +
          counted(Counts.Notes, "note") + " " + What;
  if (Counts.Known)
    Text += ", " + std::to_string(Counts.Known) + " were there already";
  if (!Counts.Bad.empty())
    Text += ", " + std::to_string(Counts.Bad.size()) + " are bad";
  return Text + "; " + sizeText(Counts.Bytes) + "\n";
}

std::string asJson(const Tally &Counts, const std::string &Bundle) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("bundle", Bundle);
  Json.number("images", Counts.Images);
  Json.number("notes", Counts.Notes);
  Json.number("known", Counts.Known);
  Json.number("bytes", Counts.Bytes);
  Json.beginArray("bad");
  for (const auto &[Name, State] : Counts.Bad) {
    Json.beginObject();
    Json.text("entry", Name);
    Json.text("reason", nameOf(State));
    Json.text("meaning", meaningOf(State));
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
  return Json.take();
}

Outcome outcome(const Tally &Counts, const Options &Chosen, const char *What) {
  return {Chosen.Json ? asJson(Counts, Chosen.Bundle)
                      : asText(Counts, Chosen.Bundle, What),
          Counts.Bad.empty()};
}

bool isNote(ByteView CanonicalFields) {
  if (const auto Fields = parseFields(CanonicalFields))
    for (const NamedField &Each : *Fields)
      if (Each.Name == "image")
        return Each.Value == "tracker" || Each.Value == "program" ||
               Each.Value == "linker" || Each.Value == "profile";
  return false;
}

/// Passes every intact entry of the bundle to \p Take.
template <typename Function>
Result<Tally> forEachEntry(const std::string &Path, const char *Doing,
                           Function Take) {
  Result<Bundle> Opened = Bundle::open(Path);
  if (!Opened)
    return Opened.takeError();
  Progress Shown(Doing, Opened->numEntries());
  Tally Counts;
  for (uint64_t I = 0; I != Opened->numEntries(); ++I) {
    Shown.step();
    const std::optional<BundleSlot> Slot = Opened->slot(I);
    if (!Slot)
      return Error("the bundle " + Path + " cannot be read");
    StoredImage Entry;
    if (const LoadOutcome State = Opened->read(*Slot, Entry);
        State != LoadOutcome::Hit) {
      Counts.Bad.emplace_back(Slot->EntryKey.hex(), State);
      continue;
    }
    if (Status S = Take(*Slot, Entry, Counts); !S)
      return S.takeError();
  }
  return Counts;
}

void count(const StoredImage &Entry, Tally &Counts) {
  ++(isNote(Entry.Fields) ? Counts.Notes : Counts.Images);
  Counts.Bytes += Entry.Size;
}

/// Stores entries in the cache folder as a program would.
class Import {
public:
  Import(const std::string &Path, uint64_t LimitBytes)
      : LimitBytes(LimitBytes), Store(options(Path)) {}

  Status take(const BundleSlot &Slot, const StoredImage &Entry, Tally &Counts) {
    if (Counts.Bytes + Entry.Size > LimitBytes)
      return Error("the bundle has more than the " + sizeText(LimitBytes) +
                   " that programs keep (OMP_JIT_CACHE_SIZE)");
    if (isNote(Entry.Fields)) {
      // An existing note comes from a program that ran here, so it is more
      // accurate.
      if (Store.readNote(Slot.EntryKey)) {
        ++Counts.Known;
        return Done{};
      }
      Store.replaceNote(Slot.EntryKey, Entry.Fields, Entry.Payload);
      count(Entry, Counts);
      return Done{};
    }
    switch (Store.store(Slot.EntryKey, Entry.Fields, Entry.Payload,
                        Entry.CompileNs)) {
    case StoreOutcome::Stored:
      count(Entry, Counts);
      return Done{};
    case StoreOutcome::AlreadyThere:
      ++Counts.Known;
      return Done{};
    default:
      return Error(Why.empty() ? "an image cannot be stored" : Why);
    }
  }

private:
  DiskStore::Options options(const std::string &Path) {
    DiskStore::Options Wanted;
    Wanted.Folder = Path;
    Wanted.LimitBytes = LimitBytes;
    Wanted.Notify = [this](DiskStore::Severity, const std::string &What) {
      Why = What;
    };
    return Wanted;
  }

  const uint64_t LimitBytes;
  std::string Why; ///< The last message of the store.
  DiskStore Store;
};

} // namespace

/// Returns whether the tool's own output also goes to that file.
static bool isOutput(const std::string &Path) {
  struct stat There, Output;
  return ::stat(Path.c_str(), &There) == 0 && S_ISREG(There.st_mode) &&
         ::fstat(STDOUT_FILENO, &Output) == 0 &&
         There.st_dev == Output.st_dev && There.st_ino == Output.st_ino;
}

Result<Outcome> exportBundle(CacheFolder &Folder, const Options &Chosen) {
  const bool IsOutputTaken = isOutput(Chosen.Bundle);
  Result<FolderContents> Contents = Folder.Inside.contents();
  if (!Contents)
    return Contents.takeError();
  Result<BundleWriter> Writer = BundleWriter::create(Chosen.Bundle);
  if (!Writer)
    return Writer.takeError();
  Progress Shown("writing", Contents->Entries.size());
  Tally Counts;
  std::string Bytes;
  for (const EntryName &Name : Contents->Entries) {
    Shown.step();
    const EntryReport Report =
        Folder.Inside.inspect(Name, Depth::Payload, &Bytes);
    if (Report.State == LoadOutcome::Absent)
      continue; // Removed meanwhile.
    if (!Report.isIntact()) {
      Counts.Bad.emplace_back(Name.fileName(), Report.State);
      continue;
    }
    if (Status S = Writer->add(Name.EntryKey, Bytes); !S)
      return S.takeError();
    ++(Name.IsNote ? Counts.Notes : Counts.Images);
  }
  if (Status S = Writer->finish(); !S)
    return S.takeError();
  Counts.Bytes = Writer->numBytes();
  Outcome Done = outcome(Counts, Chosen, "written");
  Done.IsOutputTaken = IsOutputTaken;
  return Done;
}

Result<Outcome> importBundle(const std::string &Path, uint64_t LimitBytes,
                             const Options &Chosen) {
  Import Into(Path, LimitBytes);
  Result<Tally> Counts =
      forEachEntry(Chosen.Bundle, "reading",
                   [&Into](const BundleSlot &Slot, const StoredImage &Entry,
                           Tally &Counts) -> Status {
                     return Into.take(Slot, Entry, Counts);
                   });
  if (!Counts)
    return Counts.takeError();
  return outcome(*Counts, Chosen, "added");
}

Result<Outcome> verifyBundle(const Options &Chosen) {
  Result<Tally> Counts =
      forEachEntry(Chosen.Bundle, "checking",
                   [](const BundleSlot &, const StoredImage &Entry,
                      Tally &Counts) -> Status {
                     count(Entry, Counts);
                     return Done{};
                   });
  if (!Counts)
    return Counts.takeError();
  return outcome(*Counts, Chosen, "are good");
}

} // namespace ompjit::cachetool
