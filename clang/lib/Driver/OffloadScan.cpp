//===- OffloadScan.cpp - May this command line offload? -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/OffloadScan.h"

#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit::driver;

/// Each option that can make clang 22 offload, without the prefixes that only
/// some spellings have (`--`, `/clang:`). Offload-arch alone selects OpenMP
/// targets too.
static constexpr std::string_view OffloadOptions[] = {
    "-fopenmp-targets=",
    "-offload-targets=",
    "-offload-arch=",
    "-cuda-gpu-arch=",
    "-offload=",
    "-offload-link",
    // The packaged clang must not see these.
    "-foffload-lto-jobs=",
    "-fopenmp-target-lanes",
    "-fno-openmp-target-lanes",
};

/// Options that name configuration files or folders. They are rare, so nothing
/// is gained by finding those files here.
static constexpr std::string_view ConfigOption = "--config";

static bool holdsOffloadOption(std::string_view Text) {
  return std::ranges::any_of(OffloadOptions, [&](std::string_view Option) {
    return Text.find(Option) != std::string_view::npos;
  });
}

static bool isSpaceOrQuote(char C) {
  return C == ' ' || (C >= '\t' && C <= '\r') || C == '"' || C == '\'';
}

/// Returns whether some word starts with '@'. An '@' inside a word is common in
/// paths.
static bool namesArgumentFile(std::string_view Text) {
  for (size_t At = Text.find('@'); At != std::string_view::npos;
       At = Text.find('@', At + 1))
    if (At == 0 || isSpaceOrQuote(Text[At - 1]))
      return true;
  return false;
}

bool ompjit::driver::textMayOffload(std::string_view Text) {
  if (namesArgumentFile(Text) ||
      Text.find(ConfigOption) != std::string_view::npos)
    return true;
  if (Text.find_first_of("\\\"'") == std::string_view::npos)
    return holdsOffloadOption(Text);
  // Quoting and continued lines can split a word ('-fopenmp-"targets"=').
  // Without these characters it is whole again, whichever quoting rule the file
  // follows.
  std::string Unquoted(Text);
  std::erase_if(Unquoted, [](char C) {
    return C == '\\' || C == '"' || C == '\'' || C == '\r' || C == '\n';
  });
  return holdsOffloadOption(Unquoted);
}

namespace {

/// The result of reading an argument file.
struct FileText {
  std::string Text;
  /// Whether it is a pipe or the like, which clang could not read a second
  /// time.
  bool IsStream = false;
};

} // namespace

static std::optional<FileText> readWhole(const std::string &Path) {
  struct stat Status;
  if (stat(Path.c_str(), &Status) != 0 || S_ISDIR(Status.st_mode))
    return std::nullopt;
  if (!S_ISREG(Status.st_mode))
    return FileText{{}, true};
  int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return std::nullopt;
  FileText Result;
  char Buffer[16384];
  ssize_t Size;
  while ((Size = read(File, Buffer, sizeof(Buffer))) > 0)
    Result.Text.append(Buffer, size_t(Size));
  close(File);
  return Result;
}

static bool fileMayOffload(const std::string &Path) {
  std::optional<FileText> File = readWhole(Path);
  return File && (File->IsStream || textMayOffload(File->Text));
}

static bool argumentMayOffload(std::string_view Argument) {
  if (Argument.starts_with('@'))
    return fileMayOffload(std::string(Argument.substr(1)));
  return Argument.starts_with(ConfigOption) || holdsOffloadOption(Argument);
}

/// Which of the folder's configuration files clang reads depends on mode and
/// target by complicated rules, so any file that might matter counts.
static bool configFolderMayOffload(const std::string &Folder) {
  std::unique_ptr<DIR, int (*)(DIR *)> Handle(opendir(Folder.c_str()),
                                              closedir);
  if (!Handle)
    return false;
  while (const dirent *Entry = readdir(Handle.get()))
    if (std::string_view(Entry->d_name).ends_with(".cfg") &&
        fileMayOffload(Folder + "/" + Entry->d_name))
      return true;
  return false;
}

static bool isSource(std::string_view Input) {
  static constexpr std::string_view Extensions[] = {
      "C",    "CC",  "CPP", "CXX", "H",   "S",    "bc",  "c",    "c++",
      "c++m", "cc",  "ccm", "cp",  "cpp", "cppm", "cxx", "cxxm", "h",
      "hh",   "hpp", "hxx", "i",   "ii",  "ll",   "pcm", "s"};
  const size_t Dot = Input.rfind('.');
  return Dot != std::string_view::npos &&
         std::ranges::find(Extensions, Input.substr(Dot + 1)) !=
             std::end(Extensions);
}

bool ompjit::driver::mayCompile(std::span<const char *const> Arguments) {
  return std::ranges::any_of(Arguments, [](std::string_view Argument) {
    if (Argument.starts_with('@') || Argument.starts_with(ConfigOption) ||
        Argument.starts_with("-x") || Argument == "-")
      return true;
    return !Argument.starts_with('-') && isSource(Argument);
  });
}

bool ompjit::driver::mayOffload(const ScanInput &Input) {
  // `clang -cc1 --offload-targets=...` is one step of a plan, not a command
  // line to plan for. -cc1as and -cc1gen-reproducer are such steps too, and so
  // is flang's -fc1.
  if (!Input.Arguments.empty() &&
      (std::string_view(Input.Arguments.front()).starts_with("-cc1") ||
       std::string_view(Input.Arguments.front()) == "-fc1"))
    return false;
  // Its edits can compose any option. It is a debugging aid whose speed does
  // not matter.
  if (Input.OverrideOptions)
    return true;
  return std::ranges::any_of(Input.Arguments, argumentMayOffload) ||
         configFolderMayOffload(Input.ConfigFolder);
}
