//===- Settings.cpp - Variables, and the caches that they name ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "device/RuntimeSettings.h"
#include "ompjit/Cache/Inspection.h"
#include "ompjit/Jit/Settings.h"
#include "ompjit/Remote/Connection.h"
#include "ompjit/Remote/SealedEntry.h"
#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Support/VariableTable.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <strings.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ompjit::doctor {

namespace fs = std::filesystem;

namespace {

jit::Settings settings() {
  std::vector<std::string> Ignored;
  return jit::Settings::fromEnvironment(programEnvironment(), Ignored);
}

void checkPolicy(Findings &Found) {
  const std::string Name = "OMP_TARGET_OFFLOAD";
  const char *Value = programVariable(Name.c_str());
  if (!Value || strcasecmp(Value, "default") == 0 ||
      strcasecmp(Value, "mandatory") == 0)
    return;
  if (strcasecmp(Value, "disabled") == 0)
    Found.error(Name, "it is disabled: all regions run on the host",
                "unset it, or set it to mandatory to see why a region does "
                "not offload");
  else
    Found.error(Name, std::string("'") + Value + "' means nothing to libomp",
                "set it to mandatory, default or disabled");
}

void checkDefaultDevice(Findings &Found) {
  const std::string Name = "OMP_DEFAULT_DEVICE";
  const char *Value = programVariable(Name.c_str());
  int32_t Number = 0;
  if (Value && *Value && !parseNumber<int32_t>(Value, 0, INT32_MAX, Number))
    Found.error(Name, std::string("'") + Value + "' is no number of a device",
                "set it to a number from 0, as ompjit-device-info counts");
}

/// Settings that are understood, and rarely meant to stay.
void checkSlowSettings(const jit::Settings &Set, Findings &Found) {
  if (!Set.Enabled)
    Found.warning("OMP_JIT", "it is 0: no specialisation, no cache",
                  "unset it");
  else if (Set.Cache != jit::CacheMode::Disk)
    Found.warning("OMP_JIT_CACHE", "each run compiles everything again",
                  "unset it, or set it to disk");
  if (!Set.Fault.Point.empty())
    Found.warning("OMP_JIT_FAULT", "compiles fail because it says so",
                  "unset it");
}

/// Returns the folder, or the nearest one above that exists.
fs::path nearestExisting(fs::path Folder) {
  std::error_code Failure;
  while (Folder.has_relative_path() && !fs::exists(Folder, Failure))
    Folder = Folder.parent_path();
  return Folder;
}

/// Returns why nothing can be written there; empty if it can. The file is
/// removed again.
std::string writeProblem(const fs::path &Folder) {
  std::string File = Folder / ".ompjit-doctor-XXXXXX";
  const int Descriptor = ::mkstemp(File.data());
  if (Descriptor < 0)
    return std::strerror(errno);
  const std::string Content(64 << 10, 'x');
  std::string Problem;
  if (::write(Descriptor, Content.data(), Content.size()) !=
      ssize_t(Content.size()))
    Problem = std::strerror(errno);
  ::close(Descriptor);
  ::unlink(File.c_str());
  return Problem;
}

constexpr uint64_t LittleSpace = uint64_t(64) << 20;

void checkSpace(const std::string &Subject, const fs::path &Folder,
                const std::string &Text, Findings &Found) {
  struct statvfs Info;
  if (::statvfs(Folder.c_str(), &Info) == 0 &&
      uint64_t(Info.f_bavail) * Info.f_frsize < LittleSpace)
    Found.warning(Subject,
                  Folder.string() + " has less than 64 MiB of free space",
                  "free some, or choose another with OMP_JIT_CACHE_DIR");
  else
    Found.good(Subject, Text);
}

} // namespace

void checkVariables(Findings &Found) {
  const size_t Before = Found.all().size();
  std::vector<std::string> Warnings;
  const jit::Settings Set =
      jit::Settings::fromEnvironment(programEnvironment(), Warnings);
  RuntimeSettings::fromEnvironment(programEnvironment(), Warnings);
  for (const std::string &Each : Warnings)
    Found.error("variables", Each, "correct or unset it");
  checkPolicy(Found);
  checkDefaultDevice(Found);
  checkSlowSettings(Set, Found);
  if (Found.all().size() == Before)
    Found.good("variables", "none is wrong or keeps programs from offloading");
}

void checkCacheFolder(Findings &Found) {
  const std::string Subject = "cache folder";
  const std::string Advice =
      "correct that, or choose another folder with OMP_JIT_CACHE_DIR; without "
      "one, each run compiles everything again";
  const jit::Settings Set = settings();
  if (!Set.Enabled || Set.Cache != jit::CacheMode::Disk)
    return;
  if (Set.CacheDir.empty()) {
    Found.error(Subject,
                "no folder is known: neither HOME nor XDG_CACHE_HOME "
                "names an absolute path",
                "set OMP_JIT_CACHE_DIR");
    return;
  }
  const fs::path Nearest = nearestExisting(Set.CacheDir);
  const bool Exists = Nearest == Set.CacheDir;
  if (Exists)
    if (Result<cache::Inspection> Inside =
            cache::Inspection::open(Set.CacheDir);
        !Inside) {
      Found.error(Subject, Inside.error().message(), Advice);
      return;
    }
  if (const std::string Why = writeProblem(Nearest); !Why.empty())
    Found.error(Subject,
                Set.CacheDir + " cannot be " +
                    (Exists ? "written to: " : "made: ") + Why,
                Advice);
  else
    checkSpace(Subject, Nearest,
               Set.CacheDir + (Exists ? "" : ", which the first run makes"),
               Found);
}

void checkRemoteCache(Findings &Found) {
  const std::string Subject = "remote cache";
  const jit::Settings Set = settings();
  const std::optional<remote::Address> Server =
      remote::parseAddress(Set.CacheRemote);
  if (!Server) {
    if (Set.CacheRemote.empty())
      Found.good(Subject, "none is asked for (OMP_JIT_CACHE_REMOTE)");
    return;
  }
  if (Set.CacheRemoteSecret.empty()) {
    Found.error(Subject,
                "it is not used: OMP_JIT_CACHE_REMOTE_SECRET is not set",
                "have it name the file with the site's secret");
    return;
  }
  if (Set.CacheRemoteSecret != jit::Settings::NoSecret)
    if (Result<remote::Secret> Secret =
            remote::Secret::read(Set.CacheRemoteSecret);
        !Secret) {
      Found.error(Subject, "it is not used: " + Secret.error().message(),
                  "correct the file that OMP_JIT_CACHE_REMOTE_SECRET names");
      return;
    }
  constexpr std::chrono::milliseconds Patience(1000);
  Result<std::unique_ptr<remote::Connection>> Opened =
      remote::connectToRedis(*Server, Patience);
  Status Answer = Done();
  if (!Opened)
    Answer = Opened.takeError();
  else if (auto Got = (*Opened)->get("omp-jit:doctor"); !Got)
    Answer = Got.takeError();
  if (Answer)
    Found.good(Subject, Server->forPeople() + " answers");
  else
    Found.error(Subject, Server->forPeople() + ": " + Answer.error().message(),
                "start the server or correct OMP_JIT_CACHE_REMOTE; programs "
                "run without it");
}

} // namespace ompjit::doctor
