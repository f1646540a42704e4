//===- Installation.cpp - Is everything there, and does it fit ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "ompjit/Support/LibraryFile.h"

#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <string_view>
#include <unistd.h>

namespace ompjit::doctor {

namespace fs = std::filesystem;

namespace {

constexpr char Runtime[] = "libomptarget.so.22.1";
constexpr char Libomp[] = "libomp.so.5";

/// A file that another package has to bring.
struct NeededFile {
  std::string_view Path; ///< In the packaged LLVM.
  std::string_view Package;
  std::string_view Use;
};

constexpr NeededFile CompilerFiles[] = {
    {"bin/ld.lld", "lld-22", "links device code"},
    {"lib/clang/22/include/omp.h", "libomp-22-dev", "declares OpenMP"},
    {"lib/libomp.so", "libomp-22-dev", "is linked to programs"},
};

std::string installPackage(std::string_view Name) {
  return "install the Debian package " + std::string(Name);
}

/// Returns false also for an empty file, which is what an installation that was
/// interrupted leaves behind.
bool isReadable(const std::string &Path) {
  std::error_code Failure;
  return ::access(Path.c_str(), R_OK) == 0 &&
         fs::is_regular_file(Path, Failure) && fs::file_size(Path, Failure) > 0;
}

std::string resolved(const std::string &Path) {
  std::error_code Failure;
  const fs::path Real = fs::canonical(Path, Failure);
  return Failure ? std::string() : Real.string();
}

/// Returns the path of a library that this process has loaded.
std::string loadedLibrary(std::string_view Name) {
  struct Search {
    std::string_view Name;
    std::string Path;
  } Wanted = {Name, ""};
  ::dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) {
        auto *For = static_cast<Search *>(Data);
        const std::string_view Path = Info->dlpi_name;
        if (Path.substr(Path.rfind('/') + 1) == For->Name)
          For->Path = Path;
        return int(!For->Path.empty());
      },
      &Wanted);
  return Wanted.Path;
}

} // namespace

Installation Installation::ofProgram() {
  Installation Out;
  Out.Llvm = OMPJIT_PACKAGED_LLVM_ROOT;
  std::error_code Failure;
  const fs::path Program = fs::read_symlink("/proc/self/exe", Failure);
  if (Failure)
    return Out;
  Out.Bin = Program.parent_path();
  Out.Lib = libraryFolderOfProgram();
  Out.Libexec =
      (Program.parent_path() / OMPJIT_LIBEXEC_FROM_BIN).lexically_normal();
  return Out;
}

bool checkInstallation(const Installation &Here, Findings &Found) {
  const std::string Subject = "installation";
  if (Here.Bin.empty()) {
    Found.error(Subject, "/proc is missing, so that nothing finds its place",
                "mount it: mount -t proc proc /proc");
    return false;
  }
  bool IsComplete = true;
  for (const char *Each : {Runtime, "libomptarget.rtl.host.so",
                           "libompjit-compiler.so", "ompjit-compile-server"}) {
    const std::string Path = Here.Lib + "/" + Each;
    const bool IsThere = isReadable(Path);
    if (IsThere && !isCutOff(Path))
      continue;
    IsComplete = false;
    Found.error(Subject,
                Path + (IsThere ? " lacks its end" : " cannot be read"),
                "reinstall OMP-JIT");
  }
  if (IsComplete)
    Found.good(Subject, "OMP-JIT " OMPJIT_VERSION ", libraries in " + Here.Lib);
  return IsComplete;
}

void checkLibomp(const Installation &Here, Findings &Found) {
  const std::string Subject = "libomp";
  const std::string Ours = Here.Lib + "/" + Runtime;
  if (!::dlopen(Ours.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    const char *Why = ::dlerror();
    Found.error(Subject, std::string("programs do not start: ") + Why,
                installPackage("libomp-22-dev") +
                    ", or again if its file is damaged");
    return;
  }
  const std::string Loaded = loadedLibrary(Libomp);
  const std::string Belonging = Here.Llvm + "/lib/" + Libomp;
  if (resolved(Loaded) != resolved(Belonging))
    Found.error(Subject,
                "programs load " + Loaded + " and not " + Belonging +
                    ", which OMP-JIT was built for",
                "take its folder out of LD_LIBRARY_PATH, and the file out of "
                "LD_PRELOAD");
  else
    Found.good(Subject, resolved(Loaded));
}

bool checkCompiler(const Installation &Here, Findings &Found) {
  const std::string Subject = "compiler";
  if (::access((Here.Llvm + "/bin/clang").c_str(), X_OK) != 0) {
    Found.warning(Subject,
                  "clang of LLVM 22 is not installed: programs can be run "
                  "here, but not compiled, and none was tried",
                  installPackage("clang-22") +
                      " if programs are to be compiled here");
    return false;
  }
  bool CanCompile = true;
  for (const NeededFile &Each : CompilerFiles) {
    const std::string Path = Here.Llvm + "/" + std::string(Each.Path);
    if (isReadable(Path))
      continue;
    CanCompile = false;
    Found.error(Subject, Path + " is missing, which " + std::string(Each.Use),
                installPackage(Each.Package));
  }
  for (const std::string &Each :
       {Here.clang(), Here.Bin + "/clang-linker-wrapper",
        Here.Libexec + "/clang-offload-driver",
        Here.Libexec + "/clang-offload-compiler"}) {
    if (Here.Bin.empty() || ::access(Each.c_str(), X_OK) == 0)
      continue;
    CanCompile = false;
    Found.error(Subject, Each + " is missing or cannot be executed",
                "reinstall OMP-JIT");
  }
  if (CanCompile)
    Found.good(Subject, Here.clang() + ", with LLVM 22 in " + Here.Llvm);
  return CanCompile;
}

} // namespace ompjit::doctor
