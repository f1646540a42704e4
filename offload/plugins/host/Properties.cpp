//===- Properties.cpp - The host's properties for people ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Properties.h"

#include "Cpu.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <map>
#include <sched.h>
#include <set>
#include <string_view>
#include <sys/utsname.h>
#include <unistd.h>
#include <utility>

namespace ompjit::host {

namespace {

constexpr const char *TheSystemFolder = "/sys/devices/system";

/// Returns the first line without its newline; empty if there is no such file.
std::string readLine(const std::string &Path) {
  char Text[256] = {};
  if (FILE *File = std::fopen(Path.c_str(), "re")) {
    if (!std::fgets(Text, sizeof(Text), File))
      Text[0] = 0;
    std::fclose(File);
  }
  Text[std::strcspn(Text, "\n")] = 0;
  return Text;
}

/// Returns the subfolders of the form "cpu17", in any order.
std::vector<std::string> numberedFolders(const std::string &Folder,
                                         std::string_view Prefix) {
  std::vector<std::string> Found;
  DIR *Handle = opendir(Folder.c_str());
  while (dirent *Entry = Handle ? readdir(Handle) : nullptr) {
    std::string_view Name = Entry->d_name;
    if (Name.size() > Prefix.size() && Name.starts_with(Prefix) &&
        Name.find_first_not_of("0123456789", Prefix.size()) ==
            std::string_view::npos)
      Found.push_back(Folder + "/" + Entry->d_name);
  }
  if (Handle)
    closedir(Handle);
  return Found;
}

/// Formats sizes such as "1024K" and "32M", as the system writes them, for
/// people.
std::string readableSize(const std::string &Size) {
  char *End;
  unsigned long long Number = std::strtoull(Size.c_str(), &End, 10);
  if (*End == 'K' && Number >= 1024 && Number % 1024 == 0)
    return std::to_string(Number / 1024) + " MiB";
  return std::to_string(Number) + (*End == 'K'   ? " KiB"
                                   : *End == 'M' ? " MiB"
                                                 : " bytes");
}

std::string readableSize(uint64_t Bytes) {
  constexpr uint64_t MiB = uint64_t(1) << 20;
  return std::to_string(Bytes / MiB) + " MiB";
}

/// Threads of one core have the same ids of core and package.
class Topology {
public:
  void add(const std::string &Cpu) {
    const std::string Package = readLine(Cpu + "/topology/physical_package_id");
    const std::string Core = readLine(Cpu + "/topology/core_id");
    if (Package.empty() || Core.empty()) // The processor is offline.
      return;
    ++Threads;
    Packages.insert(Package);
    Cores.insert({Package, Core});
    for (const std::string &Each : numberedFolders(Cpu + "/cache", "index"))
      addCache(Each);
  }

  void describe(std::vector<HostProperty> &Rows) const {
    if (!Threads)
      return;
    Rows.push_back({"Sockets", std::to_string(Packages.size())});
    Rows.push_back({"Cores", std::to_string(Cores.size())});
    Rows.push_back({"Hardware threads", std::to_string(Threads)});
    for (const auto &[Name, Cache] : Caches)
      Rows.push_back(
          {Name, readableSize(Cache.Size) +
                     (Cache.Instances.size() == 1
                          ? std::string()
                          : ", " + std::to_string(Cache.Instances.size()) +
                                " of them")});
  }

private:
  struct CacheKind {
    std::string Size;
    /// For each instance, the list of threads that share it.
    std::set<std::string> Instances;
  };

  void addCache(const std::string &Folder) {
    std::string Type = readLine(Folder + "/type");
    const std::string Level = readLine(Folder + "/level");
    const std::string Size = readLine(Folder + "/size");
    if (Level.empty() || Size.empty())
      return;
    Type = Type == "Data"          ? " data cache"
           : Type == "Instruction" ? " instruction cache"
                                   : " cache";
    CacheKind &Kind = Caches["L" + Level + Type];
    Kind.Size = Size;
    Kind.Instances.insert(readLine(Folder + "/shared_cpu_list"));
  }

  size_t Threads = 0;
  std::set<std::string> Packages;
  std::set<std::pair<std::string, std::string>> Cores;
  std::map<std::string, CacheKind> Caches; ///< By name.
};

uint64_t bytesOf(int Pages) {
  return uint64_t(sysconf(Pages)) * uint64_t(sysconf(_SC_PAGESIZE));
}

std::string vectorWidth() {
  const std::string Features = cpuFeatures();
  if (Features.find("+avx512f") != std::string_view::npos)
    return "512 bits";
  return Features.find("+avx,") != std::string_view::npos ? "256 bits"
                                                          : "128 bits";
}

std::string systemName() {
  utsname Name;
  if (uname(&Name))
    return "";
  return std::string(Name.sysname) + " " + Name.release;
}

} // namespace

uint32_t usableProcessors() {
  cpu_set_t Set;
  if (sched_getaffinity(0, sizeof(Set), &Set))
    return uint32_t(sysconf(_SC_NPROCESSORS_ONLN));
  return uint32_t(CPU_COUNT(&Set));
}

std::vector<HostProperty> describeTopology(const std::string &SystemFolder) {
  Topology Found;
  for (const std::string &Each : numberedFolders(SystemFolder + "/cpu", "cpu"))
    Found.add(Each);
  std::vector<HostProperty> Rows;
  Found.describe(Rows);
  const size_t Nodes = numberedFolders(SystemFolder + "/node", "node").size();
  if (Nodes)
    Rows.push_back({"NUMA nodes", std::to_string(Nodes)});
  return Rows;
}

std::vector<HostProperty> describeHost() {
  std::vector<HostProperty> Rows = {
      {"Processor", cpuBrand()},
      {"Vector registers", vectorWidth()},
      {"Usable threads", std::to_string(usableProcessors())}};
  for (HostProperty &Each : describeTopology(TheSystemFolder))
    Rows.push_back(std::move(Each));
  Rows.push_back(
      {"Page size", readableSize(std::to_string(sysconf(_SC_PAGESIZE)))});
  Rows.push_back({"Free memory", readableSize(bytesOf(_SC_AVPHYS_PAGES))});
  Rows.push_back({"System", systemName()});
  return Rows;
}

} // namespace ompjit::host
