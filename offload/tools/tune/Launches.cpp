//===- Launches.cpp - The recorded launches that are tuned ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"

#include "ompjit/Package.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace ompjit::tune {

namespace fs = std::filesystem;

namespace {

Result<std::string> readFile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::string Bytes((std::istreambuf_iterator<char>(File)),
                    std::istreambuf_iterator<char>());
  if (!File)
    return Error("'" + Path + "' cannot be read: " + std::strerror(errno));
  return Bytes;
}

/// Takes from the recorded package what identifies the kernel.
Status identify(Sample &Found) {
  if (!Found.Launch.Bound.empty())
    return Error("functions are bound to it when the program runs");
  const std::string Path =
      (fs::path(Found.Path).parent_path() / Found.Launch.Image.Name).string();
  Result<std::string> Bytes = readFile(Path);
  if (!Bytes)
    return Bytes.takeError();
  if (!PackageView::hasMagic(*Bytes))
    return Error("it was compiled ahead of time; link the program with "
                 "-fopenmp-target-jit");
  Result<PackageView> Package = PackageView::parse(*Bytes);
  if (!Package)
    return Package.takeError().context("'" + Path + "'");
  for (uint32_t I = 0; I != Package->numKernels(); ++I) {
    const KernelInfo Kernel = Package->kernel(I);
    if (Kernel.EntryName != Found.Launch.Kernel)
      continue;
    if (Kernel.isInBase())
      return Error("it calls functions through addresses, so it is not "
                   "compiled by itself");
    Found.Symbol = Kernel.Symbol;
    Found.Triple = Package->triple();
    Found.CodeDigest = Kernel.CodeDigest;
    return Done{};
  }
  return Error("the recorded package does not have it");
}

} // namespace

bool areRecordings(const std::vector<std::string> &Words) {
  std::error_code Ignored;
  return !Words.empty() &&
         std::all_of(Words.begin(), Words.end(), [&](const std::string &Word) {
           return Word.ends_with(".json") || fs::is_directory(Word, Ignored);
         });
}

Result<std::vector<std::string>>
findDescriptors(const std::vector<std::string> &Words) {
  std::vector<std::string> Found;
  for (const std::string &Word : Words) {
    std::error_code Failure;
    if (!fs::is_directory(Word, Failure)) {
      Found.push_back(Word);
      continue;
    }
    std::vector<std::string> Inside;
    for (fs::directory_iterator Each(Word, Failure), End;
         !Failure && Each != End; Each.increment(Failure))
      if (Each->path().extension() == ".json")
        Inside.push_back(Each->path().string());
    if (Failure)
      return Error("'" + Word + "' cannot be read: " + Failure.message());
    std::sort(Inside.begin(), Inside.end());
    Found.insert(Found.end(), Inside.begin(), Inside.end());
  }
  if (Found.empty())
    return Error("there are no recordings in '" + Words.front() + "'");
  return Found;
}

std::vector<Sample> chooseSamples(const std::vector<std::string> &Descriptors,
                                  const std::string &Kernel,
                                  std::vector<std::string> &Problems) {
  std::map<std::pair<std::string, uint64_t>, Sample> Classes;
  for (const std::string &Path : Descriptors) {
    Result<std::string> Text = readFile(Path);
    if (!Text) {
      Problems.push_back(Text.error().message());
      continue;
    }
    Result<recording::Descriptor> Read = recording::parse(*Text);
    if (!Read) {
      Problems.push_back("'" + Path + "': " + Read.error().message());
      continue;
    }
    if (Read->Kernel.find(Kernel) == std::string::npos)
      continue;
    const tuning::TripRange Trips = tuning::sizeClass(Read->Launch.TripCount);
    Sample &Place = Classes[{Read->Kernel, Trips.First}];
    const size_t NumBefore = Place.Path.empty() ? 0 : Place.NumRecorded;
    // One whose output was recorded can be checked.
    if (Place.Path.empty() || Read->Output || !Place.Launch.Output)
      Place = {Path, std::move(*Read), Trips, 0, "", "", 0};
    Place.NumRecorded = NumBefore + 1;
  }
  std::vector<Sample> Chosen;
  std::set<std::string> Refused;
  // Kernels with the same code share what is chosen for it.
  std::set<std::pair<uint64_t, uint64_t>> Known;
  for (auto &[Name, Each] : Classes) {
    if (Status S = identify(Each); S) {
      if (Known.insert({Each.CodeDigest, Each.Trips.First}).second)
        Chosen.push_back(std::move(Each));
    } else if (Refused.insert(Name.first).second) {
      Problems.push_back("the kernel " + Name.first +
                         " is not tuned: " + S.error().message());
    }
  }
  return Chosen;
}

} // namespace ompjit::tune
