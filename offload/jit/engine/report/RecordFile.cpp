//===- RecordFile.cpp - A file of the images that a run wants -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordFile.h"

#include "ompjit/Cache/FileSystem.h"
#include "ompjit/ImageRecord.h"
#include "ompjit/Support/OutputFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit;

/// Returns the open file, or -1. If the program has closed it, it may have
/// changed its folder since: only the same file is opened again, and no other
/// one is made.
int RecordFile::file() {
  if (const int Opened = File.get(); Opened >= 0)
    return Opened;
  const FileIdentity Before = File.identity();
  File = CheckedDescriptor<>(
      openForOutput(Path, O_APPEND | (WasOpened ? 0 : O_CREAT)));
  const int Opened = File.get();
  if (Opened >= 0 && WasOpened && File.identity() != Before) {
    errno = EBADF;
    return -1;
  }
  WasOpened |= Opened >= 0;
  return Opened;
}

/// A write past the process's file size limit would end the process.
bool RecordFile::append(int Opened, const std::string &Record) {
  struct stat Info;
  if (::fstat(Opened, &Info) != 0)
    return false;
  if (S_ISREG(Info.st_mode) &&
      uint64_t(Info.st_size) + Record.size() >
          cache::FileSystem::system().fileSizeLimit()) {
    errno = EFBIG;
    return false;
  }
  const WithoutPipeSignal Quiet;
  const ssize_t Size = ::write(Opened, Record.data(), Record.size());
  if (Size >= 0 && Size != ssize_t(Record.size()))
    errno = ENOSPC;
  return Size == ssize_t(Record.size());
}

void RecordFile::giveUp() {
  HasFailed = true;
  Lines.warning("OMP_JIT_RECORD: " + Path + ": " + std::strerror(errno) +
                "; nothing more is recorded");
}

/// Finds out which fragments are in the file, also of other processes. What
/// cannot be read counts as not recorded: repetitions do no harm.
void RecordFile::readRecorded() {
  struct stat Info;
  if (::stat(Path.c_str(), &Info) != 0 || !S_ISREG(Info.st_mode) ||
      FileIdentity(Info) != File.identity())
    return;
  std::ifstream In(Path, std::ios::binary);
  In.seekg(std::streamoff(NumRead));
  const std::string Bytes((std::istreambuf_iterator<char>(In)), {});
  NumRead += Bytes.size();
  const ImageRecords Found = decodeRecords(Bytes);
  for (const PackageView &Each : Found.Fragments)
    Fragments.insert(Each.digest());
}

/// No file of the program holds them together, so that they are recorded.
bool RecordFile::addFragments(int Opened, SharedPackage &Package) {
  readRecorded();
  if (Fragments.contains(Package.Digest))
    return true;
  const std::optional<std::string> Bytes = Package.copy();
  return !Bytes || append(Opened, encodeFragmentsRecord(*Bytes));
}

/// Each record is one write, so that those of several processes do not mix.
void RecordFile::add(const cache::Key &K, SharedPackage &Package,
                     const CompileRequest &Request) {
  MutexLock Lock(Guard);
  if (HasFailed || !Known.insert(K).second)
    return;
  // The machine that reads the record has a linker of its own.
  CompileRequest Anywhere = Request;
  Anywhere.LinkerFile.clear();
  Anywhere.LinkerIdentity.clear();
  const std::string Record =
      encodeRecord({Package.Digest, Package.Triple, std::move(Anywhere)});
  const int Opened = file();
  if (Opened < 0 ||
      (Request.Kind == ImageKind::Package && !addFragments(Opened, Package)) ||
      !append(Opened, Record))
    giveUp();
}
