//===- Inspection.cpp - Inspecting a cache folder -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Inspection.h"

#include "Collector.h"
#include "EntryFile.h"
#include "Folder.h"
#include "ompjit/Cache/Entry.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

using namespace ompjit;
using namespace ompjit::cache;

std::string EntryName::fileName() const {
  return IsNote ? noteName(EntryKey) : entryName(EntryKey);
}

std::string EntryReport::field(std::string_view Name) const {
  for (const NamedField &Each : Fields)
    if (Each.Name == Name)
      return Each.Value;
  return "";
}

Result<Inspection> Inspection::open(const std::string &Folder,
                                    FileSystem &Files) {
  Result<FileHandle> Root = openExistingFolder(Files, Folder);
  if (!Root)
    return Root.takeError();
  return Inspection(Files, std::move(*Root));
}

Result<FolderContents> Inspection::contents() {
  FolderContents Found;
  auto Note = [&Found](const char *Text) {
    const std::string_view Name = Text;
    if (isEntryName(Name))
      Found.Entries.push_back(
          {*Key::fromHex(Name.substr(0, 64)), Name.ends_with(NoteSuffix)});
    else if (Name.starts_with(TemporaryPrefix))
      ++Found.Temporaries;
    else if (Name != StateFile)
      ++Found.ForeignFiles;
    return true;
  };
  if (Files->listNames(Root.get(), Note))
    return Error(std::string("the folder cannot be listed: ") +
                 std::strerror(errno));
  std::sort(Found.Entries.begin(), Found.Entries.end(),
            [](const EntryName &A, const EntryName &B) {
              return A.EntryKey.Bytes != B.EntryKey.Bytes
                         ? A.EntryKey.Bytes < B.EntryKey.Bytes
                         : A.IsNote < B.IsNote;
            });
  return Found;
}

/// Reads and checks as much of \p File as \p Wanted needs.
static LoadOutcome readEntry(FileSystem &Files, int File, Depth Wanted,
                             EntryReport &Out, std::string &Bytes) {
  // The header and fields of most entries are smaller than this.
  constexpr uint64_t UsualStart = 4096;
  uint64_t Needed = Wanted == Depth::Payload
                        ? Out.FileBytes
                        : std::min(UsualStart, Out.FileBytes);
  EntryView View;
  LoadOutcome Outcome = LoadOutcome::Truncated;
  do {
    Bytes.resize(Needed);
    Outcome = readBytes(Files, File, Bytes.data(), Bytes.size());
    if (Outcome != LoadOutcome::Hit)
      return Outcome;
    Outcome = decodeStart(Bytes, Out.FileBytes, Out.Name.EntryKey, View,
                          Out.PayloadBytes, Needed);
  } while (Outcome == LoadOutcome::Truncated && Needed > Bytes.size() &&
           Needed <= Out.FileBytes);
  if (Outcome == LoadOutcome::Hit && Wanted == Depth::Payload)
    Outcome = decodeEntry(Bytes, Out.Name.EntryKey, View);
  if (Outcome != LoadOutcome::Hit)
    return Outcome;
  std::optional<std::vector<NamedField>> Fields = parseFields(View.Fields);
  if (!Fields)
    return LoadOutcome::BadHeader;
  Out.Fields = std::move(*Fields);
  Out.CompileNs = View.CompileNs;
  return Outcome;
}

EntryReport Inspection::inspect(const EntryName &Name, Depth Wanted,
                                std::string *Bytes) {
  EntryReport Out;
  Out.Name = Name;
  FileHandle File;
  struct stat Info{};
  Out.State = openEntry(*Files, Root.get(), Name.fileName(), File, Info);
  Out.FileBytes = uint64_t(Info.st_size);
  Out.UsedSeconds = Info.st_mtime;
  if (!Out.isIntact())
    return Out;
  std::string Own;
  Out.State = readEntry(*Files, File.get(), Wanted, Out, Bytes ? *Bytes : Own);
  return Out;
}

Status Inspection::remove(const EntryName &Name) {
  const std::string File = Name.fileName();
  if (Files->unlinkAt(Root.get(), File.c_str()) == 0 || errno == ENOENT)
    return Done{};
  return Error(File + " cannot be removed: " + std::strerror(errno));
}

Result<uint64_t> Inspection::prune(uint64_t Bytes) {
  Counters Counts;
  std::atomic<uint64_t> Pending = 0;
  const std::optional<uint64_t> Removed =
      Collector(*Files, Root.get(), Bytes, Counts, Pending).prune(Bytes);
  if (!Removed)
    return Error("another process is removing entries; try again");
  return *Removed;
}

void Inspection::removeOldTemporaries() {
  Counters Counts;
  std::atomic<uint64_t> Pending = 0;
  Collector(*Files, Root.get(), UINT64_MAX, Counts, Pending)
      .removeOldTemporaries();
}
