//===- ImageFolder.cpp - Files that images are loaded from ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/ImageFolder.h"

#include "FileLimit.h"
#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ompjit::plugins {

namespace {

constexpr char FolderVariable[] = "LIBOMPTARGET_IMAGE_FOLDER";
constexpr std::string_view NoFolder = "none";
constexpr std::string_view ImageSuffix = ".so", UnfinishedSuffix = ".part";
/// Age of temporary files that may still be written, and of notes of use that
/// need not be renewed.
constexpr time_t SecondsPerHour = 3600;

/// A descriptor that is closed at the end of the scope.
class File {
public:
  explicit File(int Descriptor) : Descriptor(Descriptor) {}
  ~File() {
    if (Descriptor >= 0)
      ::close(Descriptor);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  explicit operator bool() const { return Descriptor >= 0; }
  int get() const { return Descriptor; }

private:
  int Descriptor;
};

/// Returns the folder that is set; empty if none is wanted.
std::string chosenFolder() {
  const char *Chosen = programVariable(FolderVariable);
  if (Chosen && *Chosen)
    return Chosen == NoFolder ? "" : Chosen;
  const char *Temporary = programVariable("TMPDIR");
  std::string Path = Temporary && *Temporary ? Temporary : "/tmp";
  return Path + "/omp-jit-" + std::to_string(::geteuid());
}

bool othersMayWrite(const struct stat &Info) {
  return Info.st_mode & (S_IWGRP | S_IWOTH);
}

/// Whether the file consists of exactly these bytes.
bool readsAs(int Descriptor, std::string_view Bytes) {
  constexpr size_t Step = 32 << 10; // Too much for the stacks of some threads.
  auto Buffer = std::make_unique_for_overwrite<char[]>(Step);
  for (size_t At = 0; At != Bytes.size();) {
    const size_t Wanted = std::min(Step, Bytes.size() - At);
    const ssize_t Read = ::pread(Descriptor, Buffer.get(), Wanted, off_t(At));
    if (Read < 0 && errno == EINTR)
      continue;
    if (Read <= 0 ||
        std::memcmp(Buffer.get(), Bytes.data() + At, size_t(Read)) != 0)
      return false;
    At += size_t(Read);
  }
  return true;
}

bool writeAll(int Descriptor, std::string_view Bytes) {
  while (!Bytes.empty()) {
    const ssize_t Written = ::write(Descriptor, Bytes.data(), Bytes.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Bytes.remove_prefix(size_t(Written));
  }
  return true;
}

/// A file of the folder that the collector may remove.
struct Candidate {
  std::string Name;
  time_t Used;
  uint64_t Bytes;
};

std::vector<Candidate> listFiles(int Folder) {
  std::vector<Candidate> Found;
  DIR *Listing =
      ::fdopendir(::openat(Folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!Listing)
    return Found;
  while (const dirent *Each = ::readdir(Listing)) {
    const std::string_view Name = Each->d_name;
    struct stat Info;
    if ((Name.ends_with(ImageSuffix) || Name.ends_with(UnfinishedSuffix)) &&
        ::fstatat(Folder, Each->d_name, &Info, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(Info.st_mode))
      Found.push_back(
          {std::string(Name), Info.st_mtime, uint64_t(Info.st_blocks) * 512});
  }
  ::closedir(Listing);
  return Found;
}

} // namespace

std::optional<ImageFolder> ImageFolder::open(std::string &WhyNot) {
  std::string Path = chosenFolder();
  if (!Path.empty())
    return open(std::move(Path), WhyNot);
  WhyNot = std::string(FolderVariable) + " is " + std::string(NoFolder);
  return std::nullopt;
}

std::optional<ImageFolder> ImageFolder::open(std::string Path,
                                             std::string &WhyNot) {
  WhyNot = "the folder " + Path + " is not used: ";
  if (!Path.starts_with('/')) {
    WhyNot += "its path is not absolute";
    return std::nullopt;
  }
  while (Path.size() > 1 && Path.ends_with('/'))
    Path.pop_back();
  // Set explicitly, whatever the program's umask is.
  if (::mkdir(Path.c_str(), 0700) == 0)
    ::chmod(Path.c_str(), 0700);
  const int Descriptor =
      ::open(Path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (Descriptor < 0) {
    WhyNot += std::strerror(errno);
    return std::nullopt;
  }
  ImageFolder Folder(std::move(Path) + "/", Descriptor);
  if (const char *Problem = Folder.problem()) {
    WhyNot += Problem;
    return std::nullopt;
  }
  WhyNot.clear();
  return Folder;
}

/// Returns why the folder cannot be used; null if it can.
const char *ImageFolder::problem() const {
  if (!isOurs())
    return "other users may write to it or replace it";
  if (!isLocal())
    return "no code may be there, or other machines may change it";
  return nullptr;
}

ImageFolder::ImageFolder(ImageFolder &&From) noexcept
    : Path(std::move(From.Path)),
      Descriptor(std::exchange(From.Descriptor, -1)) {}

ImageFolder::~ImageFolder() {
  if (Descriptor >= 0)
    ::close(Descriptor);
}

/// The dynamic linker will follow the path, so nobody else may be able to
/// replace the folder until then: in a folder that others may write to, such as
/// /tmp, only owners may rename (the sticky bit).
bool ImageFolder::isOurs() const {
  struct stat Own, Above;
  if (::fstat(Descriptor, &Own) != 0 ||
      ::fstatat(Descriptor, "..", &Above, 0) != 0)
    return false;
  if (Own.st_uid != ::geteuid() || othersMayWrite(Own))
    return false;
  return (Above.st_uid == 0 || Above.st_uid == Own.st_uid) &&
         (!othersMayWrite(Above) || (Above.st_mode & S_ISVTX));
}

/// On other file systems another machine may remove loaded code, which ends the
/// program with SIGBUS. The file system must also permit execution.
bool ImageFolder::isLocal() const {
  constexpr uint32_t LocalTypes[] = {
      0x01021994, // tmpfs
      0x858458f6, // ramfs
      0xef53,     // ext2 to ext4
      0x58465342, // XFS
      0x9123683e, // Btrfs
      0x2fc12fc1, // ZFS
      0xf2f52010, // F2FS
      0xca451a4e, // bcachefs
      0x794c7630, // overlayfs
  };
  struct statfs System;
  struct statvfs Flags;
  if (::fstatfs(Descriptor, &System) != 0 ||
      ::fstatvfs(Descriptor, &Flags) != 0 || (Flags.f_flag & ST_NOEXEC))
    return false;
  return std::find(std::begin(LocalTypes), std::end(LocalTypes),
                   uint32_t(System.f_type)) != std::end(LocalTypes);
}

bool ImageFolder::place(const std::string &Name, std::string_view Bytes) const {
  if (holds(Name, Bytes))
    return true;
  if (!write(Name, Bytes))
    return false;
  // Often enough that the folder stays small, and seldom enough that most loads
  // do not pay for it.
  constexpr unsigned WritesPerCollection = 64;
  static std::atomic<unsigned> NumWrites = 0;
  if (NumWrites++ % WritesPerCollection == 0)
    collect(MaxBytes);
  return true;
}

bool ImageFolder::holds(const std::string &Name, std::string_view Bytes) const {
  const File Open(::openat(Descriptor, Name.c_str(),
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat Info;
  if (!Open || ::fstat(Open.get(), &Info) != 0 || !S_ISREG(Info.st_mode) ||
      Info.st_uid != ::geteuid() || othersMayWrite(Info) ||
      uint64_t(Info.st_size) != Bytes.size() || !readsAs(Open.get(), Bytes))
    return false;
  if (Info.st_mtime + SecondsPerHour < ::time(nullptr))
    (void)::futimens(Open.get(), nullptr);
  return true;
}

bool ImageFolder::write(const std::string &Name, std::string_view Bytes) const {
  if (checkFileLimit(Bytes.size(), nullptr) != 0)
    return false;
  static std::atomic<unsigned> NumWrites = 0;
  const std::string Unfinished =
      std::to_string(::getpid()) + "-" + std::to_string(::time(nullptr)) + "-" +
      std::to_string(NumWrites++) + std::string(UnfinishedSuffix);
  bool IsWritten = false;
  {
    const File Open(
        ::openat(Descriptor, Unfinished.c_str(),
                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0400));
    if (!Open)
      return false;
    IsWritten = writeAll(Open.get(), Bytes) && ::fchmod(Open.get(), 0400) == 0;
  }
  if (IsWritten &&
      ::renameat(Descriptor, Unfinished.c_str(), Descriptor, Name.c_str()) == 0)
    return true;
  ::unlinkat(Descriptor, Unfinished.c_str(), 0);
  return false;
}

void ImageFolder::collect(uint64_t MaxBytes) const {
  std::vector<Candidate> Files = listFiles(Descriptor);
  std::sort(
      Files.begin(), Files.end(),
      [](const Candidate &A, const Candidate &B) { return A.Used > B.Used; });
  const time_t Now = ::time(nullptr);
  uint64_t Total = 0;
  for (const Candidate &Each : Files) {
    Total += Each.Bytes;
    const bool IsLeft = Each.Name.ends_with(UnfinishedSuffix) &&
                        Each.Used + SecondsPerHour < Now;
    if (IsLeft || (Total > MaxBytes && Each.Name.ends_with(ImageSuffix)))
      ::unlinkat(Descriptor, Each.Name.c_str(), 0);
  }
}

std::string imageFileName(std::string_view Label, std::string_view Bytes) {
  constexpr size_t MaxLabelBytes = 160;
  std::string Name;
  for (char Each : Label.substr(0, MaxLabelBytes))
    Name += std::isalnum(static_cast<unsigned char>(Each)) ? Each : '_';
  char Digest[32];
  std::snprintf(Digest, sizeof(Digest), "-%016llx",
                static_cast<unsigned long long>(checksum(Bytes)));
  return Name + Digest;
}

} // namespace ompjit::plugins
