//===- Warm.cpp - Compiling before programs run ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Text.h"
#include "WarmPlan.h"

#include "ompjit/Jit/ImageMaker.h"
#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/LibraryFile.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/Progress.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

using namespace ompjit::jit;

namespace ompjit::cachetool {

namespace {

struct Findings {
  uint64_t Compiled = 0, Linked = 0, Known = 0;
  uint64_t NumAssembly = 0; ///< Compiled images that are assembly.
  std::chrono::milliseconds Took{0};
};

/// Compiles or links, and calls \p End after each job with what was made, or
/// with null; only one call is under way at a time.
void makeAll(const std::vector<WarmJob> &Jobs, unsigned NumThreads,
             ImageMaker &Maker, WarmPlan &Plan, Findings &Found,
             const std::function<void(const WarmJob &,
                                      std::shared_ptr<const Image>)> &End) {
  Progress Shown("compiling", Jobs.size());
  Mutex Guard;
  std::atomic<size_t> Next{0};
  const auto Work = [&] {
    for (size_t I; (I = Next.fetch_add(1)) < Jobs.size();) {
      const CompileRequest &Request = Jobs[I].Request;
      Result<ImageMaker::Made> Made =
          Maker.make(Jobs[I].Package, Request, Jobs[I].Program);
      MutexLock Lock(Guard);
      Shown.step();
      if (!Made)
        Plan.Failures.push_back(Made.error().message());
      else if (Made->How == ImageMaker::Outcome::Known)
        ++Found.Known;
      else
        ++(Request.Kind == ImageKind::Package ? Found.Linked : Found.Compiled);
      if (Made && Made->How == ImageMaker::Outcome::Assembly)
        ++Found.NumAssembly;
      End(Jobs[I], Made ? std::move(Made->Content) : nullptr);
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 1; I < std::min<size_t>(NumThreads, Jobs.size()); ++I)
    Threads.emplace_back(Work);
  Work();
  for (std::thread &Each : Threads)
    Each.join();
}

std::string asText(const WarmPlan &Plan, const Findings &Found,
                   const std::string &Folder, bool HasPrograms) {
  std::string Text;
  for (const std::string &Each : Plan.Failures)
    Text += Each + "\n";
  for (const std::string &Each : Plan.Notes)
    Text += Each + "\n";
  Text +=
      Folder + ": " + std::to_string(Found.Compiled) + " compiled" +
      (Found.Linked ? " and " + std::to_string(Found.Linked) + " linked" : "") +
      " in " + durationText(uint64_t(Found.Took.count()) * 1000000) + ", " +
      std::to_string(Found.Known) + " were there already";
  if (!Plan.Failures.empty())
    Text += ", " + std::to_string(Plan.Failures.size()) + " failed";
  if (Plan.NumForeign)
    Text += ", " + std::to_string(Plan.NumForeign) +
            (HasPrograms ? " recorded are of other programs, or of other builds"
                         : " recorded are of programs that --program=FILE has "
                           "to name");
  if (Plan.NumBad)
    Text += ", " + std::to_string(Plan.NumBad) + " records are damaged";
  if (Found.NumAssembly)
    Text += "\n" + std::to_string(Found.NumAssembly) +
            " are PTX, of which the first run makes machine code: neither "
            "libnvJitLink nor ptxas was found; install one of them from the "
            "CUDA toolkit, where LD_LIBRARY_PATH or PATH leads to it, and "
            "warm an empty folder";
  return Text + "\n";
}

void writeTexts(JsonWriter &Json, const char *Name,
                const std::vector<std::string> &Texts) {
  Json.beginArray(Name);
  for (const std::string &Each : Texts)
    Json.text("", Each);
  Json.endArray();
}

std::string asJson(const WarmPlan &Plan, const Findings &Found,
                   const std::string &Folder) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("folder", Folder);
  Json.number("compiled", Found.Compiled);
  Json.number("linked", Found.Linked);
  Json.number("known", Found.Known);
  Json.number("assembly", Found.NumAssembly);
  Json.number("foreign", Plan.NumForeign);
  Json.number("damaged", Plan.NumBad);
  Json.number("ms", uint64_t(Found.Took.count()));
  writeTexts(Json, "failed", Plan.Failures);
  writeTexts(Json, "notes", Plan.Notes);
  Json.endObject();
  return Json.take();
}

Error nothingToDo(const Options &Chosen) {
  if (Chosen.Programs.empty())
    return Error("what is recorded is of programs that --program=FILE has to "
                 "name");
  return Error("what is recorded is of other programs than these, or of other "
               "builds of them");
}

Result<Outcome> warmFolder(const Settings &Set, const Options &Chosen) {
  Result<std::unique_ptr<WarmPlan>> Read = WarmPlan::read(Chosen);
  if (!Read)
    return Read.takeError();
  WarmPlan &Plan = **Read;
  std::vector<std::string> Warnings;
  Mutex Guard;
  const auto Maker = ImageMaker::create(Set, libraryFolderOfProgram(),
                                        [&](const std::string &Line) {
                                          MutexLock Lock(Guard);
                                          Warnings.push_back(Line);
                                        });
  Findings Found;
  const auto Start = std::chrono::steady_clock::now();
  const std::vector<WarmJob> Links = Plan.links();
  makeAll(Links, Chosen.Threads, *Maker, Plan, Found,
          [&](const WarmJob &Job, std::shared_ptr<const Image> Made) {
            Plan.addLinked(Job, std::move(Made));
          });
  const std::vector<WarmJob> Images = Plan.images();
  if (Links.empty() && Images.empty() && Plan.Failures.empty())
    return nothingToDo(Chosen);
  makeAll(Images, Chosen.Threads, *Maker, Plan, Found,
          [](const WarmJob &, const std::shared_ptr<const Image> &) {});
  Maker->finish();
  Found.Took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - Start);
  // In this case nothing is stored.
  if (!Warnings.empty())
    return Error(Warnings.front());
  return Outcome{
      Chosen.Json ? asJson(Plan, Found, Set.CacheDir)
                  : asText(Plan, Found, Set.CacheDir, !Chosen.Programs.empty()),
      Plan.Failures.empty()};
}

/// A temporary folder, which is removed at the end.
class PassingFolder {
public:
  PassingFolder() {
    std::error_code Ignored;
    Path = std::filesystem::temp_directory_path(Ignored) / "omp-jit-XXXXXX";
    IsMade = ::mkdtemp(Path.data()) != nullptr;
  }
  ~PassingFolder() {
    std::error_code Ignored;
    if (IsMade)
      std::filesystem::remove_all(Path, Ignored);
  }
  PassingFolder(const PassingFolder &) = delete;
  PassingFolder &operator=(const PassingFolder &) = delete;

  std::string Path;
  bool IsMade = false;
};

/// Compiles into a bundle, by way of a temporary folder.
Result<Outcome> warmBundle(Settings Set, const Options &Chosen) {
  const PassingFolder Passing;
  if (!Passing.IsMade)
    return Error(Passing.Path + " cannot be made: " + std::strerror(errno));
  Set.CacheDir = Passing.Path;
  Set.CacheSizeBytes = UINT64_MAX / 2;
  Set.CacheBundles.clear();
  Result<Outcome> Compiled = warmFolder(Set, Chosen);
  if (!Compiled || !Compiled->IsGood)
    return Compiled;
  Result<cache::Inspection> Inside = cache::Inspection::open(Passing.Path);
  if (!Inside)
    return Inside.takeError();
  CacheFolder Folder{Passing.Path, Set.CacheSizeBytes, std::move(*Inside)};
  return exportBundle(Folder, Chosen);
}

} // namespace

Result<Outcome> warm(Settings Set, const Options &Chosen) {
  // The images have to be stored, whatever the settings for programs, and this
  // process is not such a program.
  constexpr uint32_t LongestWaitMs = 60000;
  Set.Enabled = true;
  Set.Cache = CacheMode::Disk;
  Set.ExitWaitMs = LongestWaitMs;
  Set.InfoLevel = 0;
  Set.RecordFile.clear();
  return Chosen.Bundle.empty() ? warmFolder(Set, Chosen)
                               : warmBundle(std::move(Set), Chosen);
}

} // namespace ompjit::cachetool
