//===- CheckedDescriptor.h - Descriptors that are kept --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that becomes a daemon closes all descriptors, including those of
// its libraries, and files that it opens next get their numbers. So the runtime
// does not trust a descriptor that it keeps across calls: before each use it
// checks by device and inode, which also identify sockets, that this is still
// the file that it opened. Otherwise the descriptor is neither used nor closed.
//
// The check cannot protect against a program that closes descriptors in another
// thread at that very moment.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_CHECKEDDESCRIPTOR_H
#define OMPJIT_SUPPORT_CHECKEDDESCRIPTOR_H

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ompjit {

/// Identifies the file that a descriptor refers to.
struct FileIdentity {
  dev_t Device = 0;
  ino_t Inode = 0;

  FileIdentity() = default;
  explicit FileIdentity(const struct stat &Info)
      : Device(Info.st_dev), Inode(Info.st_ino) {}
  bool operator==(const FileIdentity &) const = default;
};

/// The system calls. The cache replaces them by calls that its tests can make
/// fail.
struct DescriptorCalls {
  int statFile(int File, struct stat &Out) const { return ::fstat(File, &Out); }
  int closeFile(int File) const { return ::close(File); }
};

/// Owns an open descriptor and closes it in the end, if it is still the same
/// file. As thread-safe as a pointer.
template <typename Calls = DescriptorCalls> class CheckedDescriptor {
public:
  CheckedDescriptor() = default;
  /// Takes over a descriptor that was opened just now, or -1. If the system
  /// cannot say which file it is, closes it and leaves the reason in errno.
  explicit CheckedDescriptor(int Opened, Calls Use = Calls())
      : Use(Use), Number(Opened) {
    if (Number >= 0 && !identify(Identity)) {
      const int Reason = errno;
      this->Use.closeFile(std::exchange(Number, -1));
      errno = Reason;
    }
  }
  CheckedDescriptor(CheckedDescriptor &&Other) noexcept
      : Use(Other.Use), Number(std::exchange(Other.Number, -1)),
        Identity(Other.Identity) {}
  CheckedDescriptor &operator=(CheckedDescriptor &&Other) noexcept {
    if (this != &Other) {
      close();
      Use = Other.Use;
      Number = std::exchange(Other.Number, -1);
      Identity = Other.Identity;
    }
    return *this;
  }
  ~CheckedDescriptor() { close(); }

  /// Returns the descriptor, which must be used at once; -1 if nothing was
  /// opened or the program has closed it. Costs an fstat(2).
  int get() const {
    FileIdentity Now;
    return Number >= 0 && identify(Now) && Now == Identity ? Number : -1;
  }

  FileIdentity identity() const { return Identity; }

  /// Returns what closing returned; 0 if there is nothing to close any more.
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
  FileIdentity Identity;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_CHECKEDDESCRIPTOR_H
