//===- NvJitLinkFile.cpp - Finds NVIDIA's linker --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/NvJitLinkFile.h"

#include "ompjit/Support/BuildId.h"
#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// The newest comes first.
constexpr const char *FileNames[] = {"libnvJitLink.so.13",
                                     "libnvJitLink.so.12"};

/// Where NVIDIA's installers and distributions put libraries.
constexpr const char *UsualFolders[] = {"/usr/local/cuda/lib64",
                                        "/opt/cuda/lib64", "/usr/local/lib"};

/// What the names of the library's functions begin with, whose ends are the
/// versions since which they exist.
constexpr std::string_view VersionedName = "__nvJitLinkCreate_";

/// Looked for where the names are, at the start of the file.
constexpr size_t MaxNameBytes = size_t(1) << 20;

/// A file in memory until the end of the scope. Empty if it cannot be read.
class MappedFile {
public:
  explicit MappedFile(const std::string &Path) {
    const int File = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat Info = {};
    if (File >= 0 && ::fstat(File, &Info) == 0 && S_ISREG(Info.st_mode) &&
        Info.st_size > 0) {
      void *At = ::mmap(nullptr, size_t(Info.st_size), PROT_READ, MAP_PRIVATE,
                        File, 0);
      if (At != MAP_FAILED)
        Bytes = {static_cast<const char *>(At), size_t(Info.st_size)};
    }
    if (File >= 0)
      ::close(File);
  }
  ~MappedFile() {
    if (!Bytes.empty())
      ::munmap(const_cast<char *>(Bytes.data()), Bytes.size());
  }
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  std::string_view bytes() const { return Bytes; }

private:
  std::string_view Bytes;
};

/// Takes a number from the front of \p Text.
unsigned takeNumber(std::string_view &Text) {
  unsigned Number = 0;
  const auto End =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number).ptr;
  Text.remove_prefix(size_t(End - Text.data()));
  return Number;
}

/// Returns the highest version among the names; empty if there is none.
std::string versionIn(std::string_view Bytes) {
  Bytes = Bytes.substr(0, MaxNameBytes);
  std::pair<unsigned, unsigned> Highest;
  for (size_t At = 0;
       (At = Bytes.find(VersionedName, At)) != std::string_view::npos;) {
    At += VersionedName.size();
    std::string_view Rest = Bytes.substr(At, 8);
    const unsigned Major = takeNumber(Rest);
    if (Rest.starts_with('_'))
      Rest.remove_prefix(1);
    Highest = std::max(Highest, {Major, takeNumber(Rest)});
  }
  return Highest.first ? " " + std::to_string(Highest.first) + "." +
                             std::to_string(Highest.second)
                       : "";
}

void addFolders(const char *Variable, const char *Behind,
                std::vector<std::string> &All) {
  const char *Value = programVariable(Variable);
  std::string_view Rest = Value ? Value : "";
  while (!Rest.empty()) {
    const size_t End = std::min(Rest.find(':'), Rest.size());
    // Others would depend on the working directory.
    if (Rest.starts_with('/'))
      All.push_back(std::string(Rest.substr(0, End)) + Behind);
    Rest.remove_prefix(std::min(End + 1, Rest.size()));
  }
}

} // namespace

Result<NvJitLinkFile> jit::identifyNvJitLink(const std::string &Path) {
  const MappedFile File(Path);
  if (File.bytes().empty())
    return Error("NVIDIA's linker " + Path + " cannot be read");
  Result<std::string> BuildId = readBuildId(Path);
  const std::string Build =
      BuildId ? *BuildId : hexadecimal(asBytes(digestOf(File.bytes())));
  return NvJitLinkFile{Path, "nvJitLink" + versionIn(File.bytes()) +
                                 ", build " + Build};
}

std::vector<std::string> jit::nvJitLinkFolders() {
  std::vector<std::string> All;
  addFolders("LD_LIBRARY_PATH", "", All);
  for (const char *Toolkit : {"CUDA_HOME", "CUDA_PATH"})
    addFolders(Toolkit, "/lib64", All);
  All.push_back("/usr/local/cuda/targets/" +
                std::string(ThisHost.Host.CudaFolder) + "/lib");
  All.insert(All.end(), std::begin(UsualFolders), std::end(UsualFolders));
  All.insert(All.end(), ThisHost.Host.LibraryFolders.begin(),
             ThisHost.Host.LibraryFolders.end());
  return All;
}

Result<NvJitLinkFile>
jit::findNvJitLink(const std::vector<std::string> &Folders) {
  for (const char *Name : FileNames)
    for (const std::string &Folder : Folders)
      if (const std::string Path = Folder + "/" + Name;
          ::access(Path.c_str(), R_OK) == 0)
        return identifyNvJitLink(Path);
  return Error("LTO-IR of CUDA is linked by NVIDIA's libnvJitLink, which was "
               "not found: install that of CUDA 12 or 13 (it is part of the "
               "toolkit), or set OMP_JIT_NVJITLINK to the file's path");
}
