//===- ompjit/Cache/FileSystem.h - The system calls of the image cache ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every system call that the cache makes goes through this class, so that unit
// tests can make each of them fail, stop short or see an unusual file. The base
// class makes the real calls; a test derives from it and overrides some.
//
// Functions behave like the system calls that they stand for: they return -1
// and set errno on failure. All are thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_FILESYSTEM_H
#define OMPJIT_CACHE_FILESYSTEM_H

#include "ompjit/Support/CheckedDescriptor.h"
#include "ompjit/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>

namespace ompjit::cache {

class FileSystem {
public:
  virtual ~FileSystem() = default;

  /// O_CLOEXEC is added. \p Name may be absolute.
  virtual int openAt(int Dir, const char *Name, int Flags, mode_t Mode);
  virtual int closeFile(int File);
  virtual int makeDir(const char *Path, mode_t Mode);

  virtual int statFile(int File, struct stat &Out);
  /// Does not follow a link in the last component.
  virtual int statAt(int Dir, const char *Name, struct stat &Out);

  virtual ssize_t readAt(int File, void *To, size_t Size, off_t Offset);
  virtual ssize_t writeAt(int File, const void *From, size_t Size,
                          off_t Offset);

  /// Names a file that was opened with O_TMPFILE; EEXIST if the name is taken.
  virtual int linkUnnamed(int File, int Dir, const char *Name);
  virtual int renameAt(int Dir, const char *From, const char *To);
  virtual int unlinkAt(int Dir, const char *Name);

  /// Sets the modification time to now.
  virtual int touchFile(int File);
  virtual int touchAt(int Dir, const char *Name);

  /// Locks one byte of the file exclusively, for this open file, without
  /// waiting; EAGAIN or EACCES if another one holds it. Closing the file or the
  /// end of the process unlocks it.
  virtual int tryLockByte(int File, off_t Byte);

  /// Calls \p Visit with every name except "." and "..", until it returns
  /// false.
  virtual int listNames(int Dir,
                        const std::function<bool(const char *)> &Visit);

  /// The wall clock that file times have.
  virtual int64_t nowSeconds();
  /// A clock for deadlines, which never goes back.
  virtual uint64_t monotonicNs();
  virtual void sleepNs(uint64_t Ns);

  virtual uid_t effectiveUser();
  /// True for set-uid and set-gid programs, which must not trust their
  /// environment.
  virtual bool hasRaisedPrivileges();
  virtual bool fillRandom(void *To, size_t Size);
  /// Size of the largest file that the process may write. A write past it would
  /// end the process with SIGXFSZ; writeAt() fails with EFBIG instead.
  virtual uint64_t fileSizeLimit();

  /// The system itself.
  static FileSystem &system();
};

/// Closes a file at the end of its scope.
class FileHandle {
public:
  FileHandle() = default;
  FileHandle(FileSystem &Files, int File) : Files(&Files), File(File) {}
  FileHandle(FileHandle &&Other) noexcept
      : Files(Other.Files), File(Other.release()) {}
  FileHandle &operator=(FileHandle &&Other) noexcept {
    if (this != &Other) {
      reset();
      Files = Other.Files;
      File = Other.release();
    }
    return *this;
  }
  ~FileHandle() { reset(); }

  explicit operator bool() const { return File >= 0; }
  int get() const { return File; }
  int release() {
    int Released = File;
    File = -1;
    return Released;
  }
  /// Returns what closing returned: some file systems report a failed write
  /// only then.
  int reset() { return File < 0 ? 0 : Files->closeFile(release()); }

private:
  FileSystem *Files = nullptr;
  int File = -1;
};

struct KeptFileCalls {
  FileSystem *Files = nullptr;

  int statFile(int File, struct stat &Out) const {
    return Files->statFile(File, Out);
  }
  int closeFile(int File) const { return Files->closeFile(File); }
};

/// A file that stays open across calls, so that the program may close it
/// meanwhile.
using KeptFile = CheckedDescriptor<KeptFileCalls>;

inline KeptFile keep(FileSystem &Files, FileHandle Opened) {
  return KeptFile(Opened.release(), {&Files});
}

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_FILESYSTEM_H
