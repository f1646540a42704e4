//===- Warm.cpp - Compiling before programs run ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Progress.h"
#include "Text.h"

#include "ompjit/ImageRecord.h"
#include "ompjit/Jit/ImageMaker.h"
#include "ompjit/PackageFile.h"
#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/LibraryFile.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

using namespace ompjit::jit;

namespace ompjit::cachetool {

namespace {

/// An image to be compiled.
struct Job {
  const PackageView *Package;
  CompileRequest Request;
};

struct Findings {
  uint64_t Compiled = 0, Known = 0;
  uint64_t NumAssembly = 0; ///< Compiled images that are assembly.
  uint64_t NumForeign = 0;  ///< Recorded images of other programs.
  uint64_t NumBad = 0;      ///< Records that are damaged.
  std::vector<std::string> Failures;
  std::chrono::milliseconds Took{0};
};

/// Returns whether the architecture can belong to a processor of the triple.
bool isArchOf(std::string_view Arch, std::string_view Triple) {
  for (const TargetTraits &Each : Targets)
    if (!Each.ProcessorPrefix.empty() && Arch.starts_with(Each.ProcessorPrefix))
      return findTarget(Triple) == &Each;
  return traitsOf(Triple).ProcessorPrefix.empty();
}

/// Returns the architectures that the user names for such a package. If there
/// are none, the package is compiled for the recorded ones.
std::vector<std::string> archsFor(const Options &Chosen,
                                  std::string_view Triple) {
  std::vector<std::string> Archs;
  std::copy_if(Chosen.Archs.begin(), Chosen.Archs.end(),
               std::back_inserter(Archs),
               [&](const std::string &Each) { return isArchOf(Each, Triple); });
  return Archs;
}

/// Converts ":sramecc+:xnack-" to LLVM's list "+sramecc,-xnack". A text that
/// already is such a list stays as it is.
std::string listFeatures(std::string_view OfTarget) {
  std::string List;
  while (!OfTarget.empty()) {
    const size_t Colon = std::min(OfTarget.find(':'), OfTarget.size());
    const std::string_view Each = OfTarget.substr(0, Colon);
    OfTarget.remove_prefix(std::min(Colon + 1, OfTarget.size()));
    if (Each.empty())
      continue;
    List += List.empty() ? "" : ",";
    if (Each.ends_with('+') || Each.ends_with('-'))
      List.append(1, Each.back()).append(Each.substr(0, Each.size() - 1));
    else
      List += Each;
  }
  return List;
}

/// Returns the features that an AMD GPU has by default: error correction of
/// memory is on and page migration off, where the GPU supports them.
std::string usualFeatures(std::string_view Processor) {
  constexpr std::string_view Correcting[] = {"gfx906", "gfx908", "gfx90a",
                                             "gfx942", "gfx950"};
  const bool Corrects = std::find(std::begin(Correcting), std::end(Correcting),
                                  Processor) != std::end(Correcting);
  const bool MayFetch =
      Processor.starts_with("gfx9") || Processor.starts_with("gfx101");
  return std::string(Corrects ? "+sramecc" : "") +
         (Corrects && MayFetch ? "," : "") + (MayFetch ? "-xnack" : "");
}

/// Returns the request for "sm_90", "sm_90:+ptx85", "gfx90a", or
/// "gfx90a:sramecc+:xnack-". The PTX version of another GPU's driver is
/// irrelevant: without one, the compile service chooses the lowest that
/// suffices. A request with features is for that GPU, and not for an emulated
/// one.
CompileRequest retargeted(CompileRequest Request, std::string_view Arch) {
  const size_t Colon = Arch.find(':');
  const std::string_view Name = Arch.substr(0, Colon);
  if (Colon != std::string_view::npos) {
    Request.Features = listFeatures(Arch.substr(Colon + 1));
    Request.Emulation.clear();
  } else if (Request.Arch != Name && Name.starts_with("sm_")) {
    Request.Features.clear();
  } else if (Request.Arch != Name && Name.starts_with("gfx")) {
    Request.Features = usualFeatures(Name);
  }
  Request.Arch = Name;
  return Request;
}

Result<std::vector<PackageFile>> readPrograms(const Options &Chosen) {
  std::vector<PackageFile> Files;
  for (const std::string &Path : Chosen.Programs) {
    Result<PackageFile> File = readPackageFile(Path);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  return Files;
}

Result<std::string> readFile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::string Bytes((std::istreambuf_iterator<char>(File)), {});
  if (!File.is_open() || File.bad())
    return Error(Path + ": " + std::strerror(errno));
  return Bytes;
}

class Plan {
public:
  Plan(const Options &Chosen, const std::vector<PackageFile> &Files)
      : Chosen(Chosen), Files(Files) {}

  Status addRecord(const std::string &Path);

  std::vector<Job> Jobs;
  uint64_t NumForeign = 0, NumBad = 0;

private:
  void add(const PackageView &, const CompileRequest &);

  const Options &Chosen;
  const std::vector<PackageFile> &Files;
};

Status Plan::addRecord(const std::string &Path) {
  Result<std::string> Bytes = readFile(Path);
  if (!Bytes)
    return Bytes.takeError();
  ImageRecords Found = decodeRecords(*Bytes);
  NumBad += Found.NumBad;
  if (Found.Images.empty())
    return Error(Path + ": no image is recorded there; OMP_JIT_RECORD=" + Path +
                 " has a program do that");
  for (RecordedImage &Each : Found.Images) {
    bool IsHere = false;
    for (const PackageFile &File : Files)
      for (const PackageView &Package : File.Packages)
        if (Package.digest() == Each.Package && !IsHere) {
          add(Package, Each.Request);
          IsHere = true;
        }
    NumForeign += !IsHere;
  }
  return Done();
}

void Plan::add(const PackageView &Package, const CompileRequest &Request) {
  const std::vector<std::string> Archs = archsFor(Chosen, Package.triple());
  if (Archs.empty())
    Jobs.push_back({&Package, Request});
  for (const std::string &Arch : Archs)
    Jobs.push_back({&Package, retargeted(Request, Arch)});
}

/// Removes duplicates, because several processes may have recorded the same
/// image.
void removeTwins(std::vector<Job> &Jobs) {
  std::set<std::pair<const PackageView *, std::string>> Seen;
  std::erase_if(Jobs, [&Seen](const Job &Each) {
    return !Seen.emplace(Each.Package, Each.Request.encode()).second;
  });
}

void compileAll(const std::vector<Job> &Jobs, unsigned NumThreads,
                ImageMaker &Maker, Findings &Found) {
  Progress Shown("compiling", Jobs.size());
  Mutex Guard;
  std::atomic<size_t> Next{0};
  const auto Work = [&] {
    for (size_t I; (I = Next.fetch_add(1)) < Jobs.size();) {
      Result<ImageMaker::Outcome> Made =
          Maker.make(*Jobs[I].Package, Jobs[I].Request);
      MutexLock Lock(Guard);
      Shown.step();
      if (!Made)
        Found.Failures.push_back(Made.error().message());
      else if (*Made == ImageMaker::Outcome::Known)
        ++Found.Known;
      else
        ++Found.Compiled;
      if (Made && *Made == ImageMaker::Outcome::Assembly)
        ++Found.NumAssembly;
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 1; I < std::min<size_t>(NumThreads, Jobs.size()); ++I)
    Threads.emplace_back(Work);
  Work();
  for (std::thread &Each : Threads)
    Each.join();
}

std::string asText(const Findings &Found, const std::string &Folder) {
  std::string Text;
  for (const std::string &Each : Found.Failures)
    Text += Each + "\n";
  Text += Folder + ": " + std::to_string(Found.Compiled) + " compiled in " +
          durationText(uint64_t(Found.Took.count()) * 1000000) + ", " +
          std::to_string(Found.Known) + " were there already";
  if (!Found.Failures.empty())
    Text += ", " + std::to_string(Found.Failures.size()) + " failed";
  if (Found.NumForeign)
    Text += ", " + std::to_string(Found.NumForeign) +
            " recorded are of other programs, or of other builds";
  if (Found.NumBad)
    Text += ", " + std::to_string(Found.NumBad) + " records are damaged";
  if (Found.NumAssembly)
    Text += "\n" + std::to_string(Found.NumAssembly) +
            " are PTX, of which the first run makes machine code: neither "
            "libnvJitLink nor ptxas was found; install one of them from the "
            "CUDA toolkit, where LD_LIBRARY_PATH or PATH leads to it, and "
            "warm an empty folder";
  return Text + "\n";
}

std::string asJson(const Findings &Found, const std::string &Folder) {
  JsonWriter Json;
  Json.beginObject();
  Json.text("folder", Folder);
  Json.number("compiled", Found.Compiled);
  Json.number("known", Found.Known);
  Json.number("assembly", Found.NumAssembly);
  Json.number("foreign", Found.NumForeign);
  Json.number("damaged", Found.NumBad);
  Json.number("ms", uint64_t(Found.Took.count()));
  Json.beginArray("failed");
  for (const std::string &Each : Found.Failures)
    Json.text("", Each);
  Json.endArray();
  Json.endObject();
  return Json.take();
}

} // namespace

namespace {

Result<Outcome> warmFolder(const Settings &Set, const Options &Chosen) {
  Result<std::vector<PackageFile>> Files = readPrograms(Chosen);
  if (!Files)
    return Files.takeError();
  Plan Wanted(Chosen, *Files);
  for (const std::string &Each : Chosen.Records)
    if (Status S = Wanted.addRecord(Each); !S)
      return S.takeError();
  removeTwins(Wanted.Jobs);
  if (Wanted.Jobs.empty())
    return Error("what is recorded is of other programs than these, or of "
                 "other builds of them");
  std::vector<std::string> Warnings;
  Mutex Guard;
  const auto Maker = ImageMaker::create(Set, libraryFolderOfProgram(),
                                        [&](const std::string &Line) {
                                          MutexLock Lock(Guard);
                                          Warnings.push_back(Line);
                                        });
  Findings Found;
  Found.NumForeign = Wanted.NumForeign;
  Found.NumBad = Wanted.NumBad;
  const auto Start = std::chrono::steady_clock::now();
  compileAll(Wanted.Jobs, Chosen.Threads, *Maker, Found);
  Maker->finish();
  Found.Took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - Start);
  // In this case nothing is stored.
  if (!Warnings.empty())
    return Error(Warnings.front());
  return Outcome{Chosen.Json ? asJson(Found, Set.CacheDir)
                             : asText(Found, Set.CacheDir),
                 Found.Failures.empty()};
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
