//===- CheckedDescriptor.h - Descriptors that are kept --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that becomes a daemon closes all descriptors, those of its
// libraries, too, and what it opens next gets their numbers. So the runtime
// trusts no number that it keeps across calls: before each use it asks whether
// that is still the file that it opened, by device and inode, which also tell
// sockets apart. What is not is neither used nor closed.
//
// What the program does in another thread at that moment is its own fault.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_CHECKEDDESCRIPTOR_H
#define OMPJIT_SUPPORT_CHECKEDDESCRIPTOR_H

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ompjit {

/// Which file it is that a descriptor leads to.
struct FileIdentity {
  dev_t Device = 0;
  ino_t Inode = 0;

  FileIdentity() = default;
  explicit FileIdentity(const struct stat &Info)
      : Device(Info.st_dev), Inode(Info.st_ino) {}
  bool operator==(const FileIdentity &) const = default;
};

/// The system's calls. The cache has others, in which its tests make them fail.
struct DescriptorCalls {
  int statFile(int File, struct stat &Out) const { return ::fstat(File, &Out); }
  int closeFile(int File) const { return ::close(File); }
};

/// Owns an open descriptor, and closes it in the end if it is still there. As
/// thread-safe as a pointer.
template <typename Calls = DescriptorCalls> class CheckedDescriptor {
public:
  CheckedDescriptor() = default;
  /// Takes over what was opened just now, or -1. Where the system does not say
  /// which file it is, it is closed, and errno stays.
  explicit CheckedDescriptor(int Opened, Calls Use = Calls())
      : Use(Use), Number(Opened) {
    if (Number >= 0 && !identify(Is)) {
      const int Reason = errno;
      this->Use.closeFile(std::exchange(Number, -1));
      errno = Reason;
    }
  }
  CheckedDescriptor(CheckedDescriptor &&Other)
      : Use(Other.Use), Number(std::exchange(Other.Number, -1)), Is(Other.Is) {}
  CheckedDescriptor &operator=(CheckedDescriptor &&Other) {
    if (this != &Other) {
      close();
      Use = Other.Use;
      Number = std::exchange(Other.Number, -1);
      Is = Other.Is;
    }
    return *this;
  }
  ~CheckedDescriptor() { close(); }

  /// The number, to be used at once; -1 if nothing was opened, or the program
  /// has closed it. Costs an fstat(2).
  int get() const {
    FileIdentity Now;
    return Number >= 0 && identify(Now) && Now == Is ? Number : -1;
  }

  FileIdentity identity() const { return Is; }

  /// What closing said; 0 where there is nothing to close any more.
  int close() {
    const int Last = get();
    Number = -1;
    return Last < 0 ? 0 : Use.closeFile(Last);
  }

private:
  bool identify(FileIdentity &Out) const {
    struct stat Info;
    if (Use.statFile(Number, Info) != 0)
      return false;
    Out = FileIdentity(Info);
    return true;
  }

  Calls Use{};
  int Number = -1;
  FileIdentity Is;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_CHECKEDDESCRIPTOR_H
