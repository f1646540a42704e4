//===- List.cpp - The images of the cache ---------------------------------===//
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
#include <tuple>

using namespace ompjit::cache;

namespace ompjit::cachetool {

namespace {

constexpr size_t KeyDigits = 12;

/// Returns which launches the image is for.
std::string purposeOf(const EntryReport &Image, const Images &Found) {
  const std::string Bound = boundIn(Image, Found);
  const std::string End = Bound.empty() ? "" : " " + Bound;
  if (Image.field("image") == "package") {
    const std::string Linker = Image.field("driver");
    return (Linker.empty()
                ? "linked fragments"
                : "linked by " + Linker.substr(0, Linker.find(','))) +
           End;
  }
  const std::string Facts = Image.field("specialization");
  return (Facts.empty() ? "any launch" : Facts) + End;
}

std::string asText(const Images &Found) {
  const int64_t Now = std::time(nullptr);
  std::vector<std::vector<std::string>> Rows = {{"KEY", "SIZE", "COMPILE",
                                                 "USED", "ARCH", "OPTIONS",
                                                 "PROGRAM", "IMAGE", "FOR"}};
  for (const EntryReport &Each : Found.Intact) {
    const std::string Kernel = Each.field("kernel");
    Rows.push_back({Each.Name.EntryKey.hex().substr(0, KeyDigits),
                    sizeText(Each.FileBytes), durationText(Each.CompileNs),
                    ageText(Each.UsedSeconds, Now), Each.field("arch"),
                    Each.field("options"), programOf(Each, Found),
                    Kernel.empty() ? Each.field("image") : Kernel,
                    purposeOf(Each, Found)});
  }
  return table(Rows);
}

std::string asJson(const Images &Found) {
  JsonWriter Json;
  Json.beginObject();
  Json.number("bad_images", Found.NumBad);
  Json.beginArray("images");
  for (const EntryReport &Each : Found.Intact) {
    Json.beginObject();
    Json.text("key", Each.Name.EntryKey.hex());
    Json.number("bytes", Each.FileBytes);
    Json.milliseconds("compile_ms", Each.CompileNs);
    Json.number("used", uint64_t(std::max<int64_t>(Each.UsedSeconds, 0)));
    Json.text("program", programOf(Each, Found));
    if (const std::string Bound = boundIn(Each, Found); !Bound.empty())
      Json.text("bound", Bound);
    for (const NamedField &Field : Each.Fields)
      Json.text(Field.Name, printable(Field.Value));
    Json.endObject();
  }
  Json.endArray();
  Json.endObject();
  return Json.take();
}

} // namespace

Result<Outcome> list(CacheFolder &Folder, const Options &Chosen) {
  Result<Images> Found = readImages(Folder);
  if (!Found)
    return Found.takeError();
  std::vector<EntryReport> &Intact = Found->Intact;
  std::sort(Intact.begin(), Intact.end(),
            [](const EntryReport &A, const EntryReport &B) {
              return std::tie(B.UsedSeconds, A.Name.EntryKey.Bytes) <
                     std::tie(A.UsedSeconds, B.Name.EntryKey.Bytes);
            });
  return Outcome{Chosen.Json ? asJson(*Found) : asText(*Found)};
}

} // namespace ompjit::cachetool
