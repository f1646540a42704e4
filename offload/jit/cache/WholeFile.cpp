//===- WholeFile.cpp - Files that are complete or absent ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/WholeFile.h"

#include "Folder.h"

#include "ompjit/Support/OutputFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::cache;

static Error fail(const char *What, const std::string &Path) {
  return Error(std::string("cannot ") + What + " " + Path + ": " +
               std::strerror(errno));
}

Result<WholeFile> WholeFile::create(const std::string &Path,
                                    FileSystem &Files) {
  struct stat There;
  const bool IsThere = Files.statAt(AT_FDCWD, Path.c_str(), There) == 0;
  if (!IsThere && errno != ENOENT)
    return fail("look at", Path);
  if (IsThere && !S_ISREG(There.st_mode)) {
    FileHandle InPlace(Files, openForOutput(Path, O_CREAT | O_TRUNC));
    if (!InPlace)
      return fail("open", Path);
    return WholeFile(Files, std::move(InPlace), Path, "");
  }
  std::string Temporary = Path + ".tmp." + randomDigits(Files);
  FileHandle New(Files,
                 Files.openAt(AT_FDCWD, Temporary.c_str(),
                              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666));
  if (!New)
    return fail("create", Temporary);
  return WholeFile(Files, std::move(New), Path, std::move(Temporary));
}

WholeFile::~WholeFile() {
  if (File && !Temporary.empty())
    Files->unlinkAt(AT_FDCWD, Temporary.c_str());
}

Error WholeFile::failure() const { return fail("write", Path); }

Status WholeFile::finish() {
  if (Files->closeFile(File.release()) == 0 &&
      (Temporary.empty() ||
       Files->renameAt(AT_FDCWD, Temporary.c_str(), Path.c_str()) == 0))
    return Done();
  Error Reason = failure();
  if (!Temporary.empty())
    Files->unlinkAt(AT_FDCWD, Temporary.c_str());
  return Reason;
}

Status cache::writeFileWhole(const std::string &Path,
                             const std::string &Content) {
  Result<WholeFile> Whole = WholeFile::create(Path);
  if (!Whole)
    return Whole.takeError();
  const WithoutPipeSignal Quiet;
  // A write beyond the limit would end the program with SIGXFSZ.
  if (Content.size() > FileSystem::system().fileSizeLimit()) {
    errno = EFBIG;
    return Whole->failure();
  }
  for (size_t At = 0; At != Content.size();) {
    const ssize_t Count =
        ::write(Whole->file(), Content.data() + At, Content.size() - At);
    if (Count >= 0)
      At += size_t(Count);
    else if (errno != EINTR)
      return Whole->failure();
  }
  return Whole->finish();
}
