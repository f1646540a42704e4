//===- ompjit/LibompRegistration.h - libomp's file in /dev/shm --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When libomp starts it writes a file named after the process and the user, by
// which it detects a second OpenMP runtime in the process. A process that is
// killed leaves its file behind. If a later process gets the same id, libomp
// takes the file for such a second runtime ("Error #15"), or dies of SIGBUS if
// it is empty.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPREGISTRATION_H
#define OMPJIT_LIBOMPREGISTRATION_H

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace ompjit {

/// The path of this process's file, as libomp of LLVM 22 names it: in shared
/// memory or, on systems that have none, in /tmp.
class LibompRegistration {
public:
  static constexpr const char *Folders[] = {"/dev/shm/", "/tmp/"};

  explicit LibompRegistration(const char *Folder) {
    char *End = append(Path, Folder);
    End = append(End, "__KMP_REGISTERED_LIB_");
    End = std::to_chars(End, std::end(Path), long(::getpid())).ptr;
    *End++ = '_';
    End = std::to_chars(End, std::end(Path), long(::getuid())).ptr;
    *End = '\0';
  }
  const char *path() const { return Path; }

private:
  static char *append(char *To, const char *Text) {
    return std::copy(Text, Text + std::strlen(Text), To);
  }

  char Path[96] = {};
};

/// Removes the file of a process that is about to end without libomp's
/// knowledge. May be called in signal handlers; keeps errno.
inline void removeLibompRegistration() {
  const int Before = errno;
  for (const char *Folder : LibompRegistration::Folders) {
    const LibompRegistration File(Folder);
    struct stat Info;
    if (::lstat(File.path(), &Info) == 0 && S_ISREG(Info.st_mode))
      ::unlink(File.path());
  }
  errno = Before;
}

} // namespace ompjit

#endif // OMPJIT_LIBOMPREGISTRATION_H
