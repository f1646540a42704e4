//===- Images.cpp - The images of the cache -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Text.h"

#include "ompjit/Cache/Entry.h"
#include "ompjit/Support/Progress.h"

#include <algorithm>
#include <filesystem>

using namespace ompjit::cache;

namespace ompjit::cachetool {

uint64_t occupiedBytes(const EntryReport &Report) {
  return (Report.FileBytes + 4095) & ~uint64_t(4095);
}

/// Reads a note if it is one of a program's name; see ImageNames.
static void readProgram(CacheFolder &Folder, const EntryName &Name,
                        Images &Found) {
  std::string Bytes;
  const EntryReport Report =
      Folder.Inside.inspect(Name, Depth::Payload, &Bytes);
  EntryView Note;
  if (Report.isIntact() && Report.field("image") == "program" &&
      decodeEntry(Bytes, Name.EntryKey, Note) == LoadOutcome::Hit) {
    const size_t End = std::min(Note.Payload.find('\n'), Note.Payload.size());
    const std::string Package = Report.field("package");
    Found.Programs[Package] = Note.Payload.substr(0, End);
    if (End != Note.Payload.size())
      Found.Bound[Package] = Note.Payload.substr(End + 1);
  }
}

Result<Images> readImages(CacheFolder &Folder) {
  Result<FolderContents> Contents = Folder.Inside.contents();
  if (!Contents)
    return Contents.takeError();
  Images Found;
  Found.Folder = std::move(*Contents);
  Progress Shown("reading", Found.Folder.Entries.size());
  for (const EntryName &Name : Found.Folder.Entries) {
    Shown.step();
    if (Name.IsNote) {
      readProgram(Folder, Name, Found);
      continue;
    }
    EntryReport Report = Folder.Inside.inspect(Name, Depth::Fields);
    if (Report.isIntact())
      Found.Intact.push_back(std::move(Report));
    else if (Report.State != LoadOutcome::Absent)
      ++Found.NumBad;
  }
  return Found;
}

std::string programOf(const EntryReport &Report, const Images &Found) {
  constexpr size_t Digits = 12;
  const std::string Package = Report.field("package");
  std::string Digest = printable(Package).substr(0, Digits);
  const auto Place = Found.Programs.find(Package);
  if (Place == Found.Programs.end())
    return Digest;
  return printable(std::filesystem::path(Place->second).filename().string()) +
         " " + Digest;
}

std::string boundIn(const EntryReport &Report, const Images &Found) {
  const auto Place = Found.Bound.find(Report.field("package"));
  return Place == Found.Bound.end() ? "" : printable(Place->second);
}

} // namespace ompjit::cachetool
