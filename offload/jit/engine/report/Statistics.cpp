//===- Statistics.cpp - The summary of OMP_JIT_STATS ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"

#include "Log.h"
#include "ompjit/Cache/WholeFile.h"
#include "ompjit/Support/JsonWriter.h"

#include <algorithm>
#include <cstdio>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

uint64_t valueOf(const Counter &C) { return C.load(std::memory_order_relaxed); }

/// Returns enough of a package's digest to distinguish two packages of a
/// process.
std::string shortDigest(const package::Digest &Digest) {
  char Text[9];
  std::snprintf(Text, sizeof(Text), "%02x%02x%02x%02x", Digest[0], Digest[1],
                Digest[2], Digest[3]);
  return Text;
}

/// Writes a scalar by its parameter's number, and any other fact by its name.
void writeFact(JsonWriter &Json, std::string_view Key, FactName Name) {
  if (Name.Kind == FactKind::Scalar)
    Json.number(Key, Name.Parameter);
  else
    Json.text(Key, Name.shortName());
}

template <typename Counts>
void writeCounts(JsonWriter &Json, const char *Key, const Counts &Table) {
  Json.beginObject(Key);
  Table.forEach(
      [&](const char *Name, uint64_t Count) { Json.number(Name, Count); });
  Json.endObject();
}

} // namespace

uint64_t KernelStatistics::countOther(Served How) {
  static constexpr Counter KernelStatistics::*ByHow[] = {
      &KernelStatistics::L1Hits, &KernelStatistics::L2MemoryHits,
      &KernelStatistics::L2DiskHits, &KernelStatistics::Compiles,
      &KernelStatistics::Fallbacks};
  return (this->*ByHow[size_t(How)]).fetch_add(1, std::memory_order_relaxed);
}

uint64_t KernelStatistics::launches() const {
  return valueOf(L1Hits) + valueOf(L2MemoryHits) + valueOf(L2DiskHits) +
         valueOf(Compiles) + valueOf(Fallbacks);
}

bool KernelStatistics::wasLaunched() const {
  return launches() + valueOf(FailedLaunches) != 0;
}

bool KernelStatistics::areNewLoops(const std::vector<std::string> &Loops) {
  MutexLock Lock(Guard);
  if (Loops.empty() || Loops == LastLoops)
    return false;
  LastLoops = Loops;
  return true;
}

void KernelStatistics::addNote(CompileNote Note) {
  MutexLock Lock(Guard);
  if (Notes.size() < MaxNotes)
    Notes.push_back(std::move(Note));
  else
    ++NotesLeftOut;
}

void KernelStatistics::addSpecialized(FactName Name) {
  MutexLock Lock(Guard);
  Specialized.insert(Name);
}

void KernelStatistics::addGivenUp(FactName Name, std::string Why) {
  MutexLock Lock(Guard);
  GivenUp.emplace(Name, std::move(Why));
}

void KernelStatistics::addDemotion(std::string Why) {
  increase(Demotions);
  MutexLock Lock(Guard);
  Demoted.push_back(std::move(Why));
}

void KernelStatistics::noteUsage(const ompjit_kernel_usage &Usage) {
  if (!Usage.registers)
    return;
  MutexLock Lock(Guard);
  Most = {std::max(Most.registers, Usage.registers),
          std::max(Most.private_bytes, Usage.private_bytes),
          std::max(Most.spilled_bytes, Usage.spilled_bytes),
          std::max(Most.shared_bytes, Usage.shared_bytes)};
}

KernelStatistics &Statistics::kernel(const package::Digest &Package,
                                     std::string_view Symbol) {
  MutexLock Lock(Guard);
  std::unique_ptr<KernelStatistics> &Counts =
      Kernels[{Package, std::string(Symbol)}];
  if (!Counts)
    Counts = std::make_unique<KernelStatistics>();
  return *Counts;
}

std::vector<Statistics::Row *> Statistics::rows() {
  MutexLock Lock(Guard);
  std::vector<Row *> All;
  All.reserve(Kernels.size());
  for (Row &R : Kernels)
    All.push_back(&R);
  return All;
}

/// Returns the kernel's name, with its package if another package has a kernel
/// of the same name.
std::string Statistics::nameInReport(const Row &R,
                                     const std::vector<Row *> &All) {
  for (const Row *Other : All)
    if (Other != &R && Other->first.second == R.first.second)
      return R.first.second + "@" + shortDigest(R.first.first);
  return R.first.second;
}

static void writeStores(JsonWriter &Json, cache::LayeredStore &Stores) {
  Json.beginObject("disk");
  writeCounts(Json, "loads", Stores.folder().counters().Loads);
  writeCounts(Json, "stores", Stores.folder().counters().Stores);
  writeCounts(Json, "events", Stores.folder().counters().Events);
  Json.endObject();
  if (const cache::RemoteStore *Remote = Stores.remote()) {
    Json.beginObject("remote");
    writeCounts(Json, "loads", Remote->counters().Loads);
    writeCounts(Json, "stores", Remote->counters().Stores);
    Json.endObject();
  }
  if (Stores.bundles().empty())
    return;
  Json.beginArray("bundles");
  for (const auto &Each : Stores.bundles()) {
    Json.beginObject();
    Json.text("path", Each->Path);
    writeCounts(Json, "loads", Each->Counts.Loads);
    Json.endObject();
  }
  Json.endArray();
}

std::string Statistics::toJson(cache::LayeredStore *Stores) {
  const std::vector<Row *> All = rows();
  JsonWriter Json;
  Json.beginObject();
  writeTotals(Json, All);
  if (Stores)
    writeStores(Json, *Stores);
  Json.beginObject("kernels");
  for (Row *R : All)
    if (R->second->wasLaunched())
      writeKernel(Json, nameInReport(*R, All), *R->second);
  Json.endObject();
  Json.endObject();
  return Json.take();
}

void Statistics::writeTo(const std::string &File, cache::LayeredStore *Stores,
                         const Log &Lines) {
  if (Status Written = cache::writeFileWhole(File, toJson(Stores)); !Written)
    Lines.warning("OMP_JIT_STATS: " + Written.error().message());
}

void Statistics::writeTotals(JsonWriter &Json,
                             const std::vector<Row *> &All) const {
  auto Total = [&](Counter KernelStatistics::*Member) {
    uint64_t Sum = 0;
    for (const Row *R : All)
      Sum += valueOf((*R->second).*Member);
    return Sum;
  };
  uint64_t Launches = 0;
  for (const Row *R : All)
    Launches += R->second->launches();
  Json.number("launches", Launches);
  Json.number("l1_hits", Total(&KernelStatistics::L1Hits));
  Json.number("l2_memory_hits", Total(&KernelStatistics::L2MemoryHits));
  Json.number("l2_disk_hits", Total(&KernelStatistics::L2DiskHits));
  Json.number("compiles", Total(&KernelStatistics::Compiles));
  Json.milliseconds("compile_ms", Total(&KernelStatistics::CompileNs));
  Json.number("fallbacks", Total(&KernelStatistics::Fallbacks));
  Json.number("failed_launches", Total(&KernelStatistics::FailedLaunches));
  Json.number("stand_ins", Total(&KernelStatistics::StandIns));
  Json.number("background_compiles",
              Total(&KernelStatistics::BackgroundCompiles));
  Json.milliseconds("background_compile_ms",
                    Total(&KernelStatistics::BackgroundCompileNs));
  Json.number("known_codes", Total(&KernelStatistics::KnownCodes));
  Json.number("demotions", Total(&KernelStatistics::Demotions));
  Json.number("base_compiles", valueOf(Base.Compiles));
  Json.milliseconds("base_compile_ms", valueOf(Base.CompileNs));
  Json.number("base_l2_memory_hits", valueOf(Base.L2MemoryHits));
  Json.number("base_l2_disk_hits", valueOf(Base.L2DiskHits));
  Json.number("base_native_images", valueOf(Base.NativeImages));
  Json.number("links", valueOf(Linked.Links));
  Json.milliseconds("link_ms", valueOf(Linked.LinkNs));
  Json.number("link_l2_memory_hits", valueOf(Linked.L2MemoryHits));
  Json.number("link_l2_disk_hits", valueOf(Linked.L2DiskHits));
  Json.number("unloads", Total(&KernelStatistics::Unloads));
}

void Statistics::writeKernel(JsonWriter &Json, const std::string &Name,
                             KernelStatistics &Counts) {
  Json.beginObject(Name);
  Json.number("launches", Counts.launches());
  Json.number("l1_hits", valueOf(Counts.L1Hits));
  Json.number("l2_memory_hits", valueOf(Counts.L2MemoryHits));
  Json.number("l2_disk_hits", valueOf(Counts.L2DiskHits));
  Json.number("compiles", valueOf(Counts.Compiles));
  Json.milliseconds("compile_ms", valueOf(Counts.CompileNs));
  Json.number("fallbacks", valueOf(Counts.Fallbacks));
  Json.number("failed_launches", valueOf(Counts.FailedLaunches));
  Json.number("stand_ins", valueOf(Counts.StandIns));
  Json.number("background_compiles", valueOf(Counts.BackgroundCompiles));
  Json.milliseconds("background_compile_ms",
                    valueOf(Counts.BackgroundCompileNs));
  Json.number("known_codes", valueOf(Counts.KnownCodes));
  Json.number("demotions", valueOf(Counts.Demotions));
  Json.number("images", valueOf(Counts.Images));
  Json.number("unloads", valueOf(Counts.Unloads));
  MutexLock Lock(Counts.Guard);
  writeUsage(Json, Counts.Most);
  Json.beginArray("specialised");
  for (FactName Name : Counts.Specialized)
    writeFact(Json, {}, Name);
  Json.endArray();
  Json.beginArray("given_up");
  for (const auto &[Name, Why] : Counts.GivenUp) {
    Json.beginObject();
    writeFact(Json, "parameter", Name);
    Json.text("why", Why);
    Json.endObject();
  }
  Json.endArray();
  Json.beginArray("demoted");
  for (const std::string &Why : Counts.Demoted)
    Json.text({}, Why);
  Json.endArray();
  Json.beginArray("history");
  for (const CompileNote &Note : Counts.Notes)
    writeNote(Json, Note);
  Json.endArray();
  if (Counts.NotesLeftOut)
    Json.number("history_left_out", Counts.NotesLeftOut);
  Json.endObject();
}

/// Only devices that have such bounds appear.
void Statistics::writeUsage(JsonWriter &Json, const ompjit_kernel_usage &Most) {
  if (!Most.registers)
    return;
  Json.number("registers", Most.registers);
  Json.number("private_bytes", Most.private_bytes);
  if (Most.spilled_bytes >= 0)
    Json.number("spilled_bytes", uint64_t(Most.spilled_bytes));
  Json.number("shared_bytes", Most.shared_bytes);
}

void Statistics::writeNote(JsonWriter &Json, const CompileNote &Note) {
  Json.beginObject();
  Json.text("why", Note.Why);
  Json.text("where", Note.IsBehind ? "background" : "launch");
  if (!Note.Loops.empty()) {
    Json.beginArray("loops");
    for (const std::string &Each : Note.Loops)
      Json.text({}, Each);
    Json.endArray();
  }
  Json.milliseconds("ms", Note.Ns);
  Json.milliseconds("load_ms", Note.Times.Load);
  Json.milliseconds("specialise_ms", Note.Times.Specialize);
  Json.milliseconds("optimise_ms", Note.Times.Optimize);
  Json.milliseconds("generate_ms", Note.Times.CodeGen);
  Json.milliseconds("link_ms", Note.Times.Link);
  Json.milliseconds("assemble_ms", Note.Times.Assemble);
  Json.beginObject("facts");
  for (const Fact &Known : Note.Facts)
    Json.number(Known.Name.shortName(), Known.Value);
  Json.endObject();
  Json.endObject();
}
