//===- ompjit/LibompRegistration.h - libomp's file in /dev/shm --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When libomp starts it writes a file that is named by the process's number and
// user, so that a second OpenMP runtime in the process is found. A process that
// is killed leaves it behind; when its number comes round, libomp takes it for
// such a second runtime ("Error #15"), or dies of SIGBUS where it is empty.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPREGISTRATION_H
#define OMPJIT_LIBOMPREGISTRATION_H

#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace ompjit {

/// Where libomp of LLVM 22 has this process's file: in memory that processes
/// share, or where there is none, in /tmp.
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
    return static_cast<char *>(std::memcpy(To, Text, std::strlen(Text))) +
           std::strlen(Text);
  }

  char Path[96] = {};
};

/// For a process that is about to be ended without libomp's knowledge. Signal
/// handlers may call it. errno stays.
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
