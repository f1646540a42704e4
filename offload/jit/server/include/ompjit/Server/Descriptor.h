//===- ompjit/Server/Descriptor.h - Owns a file descriptor ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs close descriptors that they do not know: a daemon closes all of
// them. The number then belongs to a file that the program opens next, which
// must neither be written to nor closed. So an object of this class keeps the
// identity of its file, and checks that the descriptor still refers to it.
// Another thread of the program may close it between the check and the use,
// which cannot be prevented.
//
// Threads: an object may be used by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_DESCRIPTOR_H
#define OMPJIT_SERVER_DESCRIPTOR_H

#include <sys/types.h>

namespace ompjit::server {

class Descriptor {
public:
  Descriptor() = default;
  /// Takes the descriptor over; a negative number means none. A descriptor with
  /// the number of a standard stream is moved to another number, because
  /// programs print to these even if they have closed them.
  explicit Descriptor(int Number);
  Descriptor(Descriptor &&Other) noexcept;
  Descriptor &operator=(Descriptor &&Other) noexcept;
  ~Descriptor() { close(); }

  explicit operator bool() const { return Number >= 0; }
  int get() const { return Number; }
  /// Whether the number still refers to the file that was taken over.
  bool isOurs() const;
  /// Does nothing if the descriptor is not ours any more.
  void close();

private:
  int Number = -1;
  dev_t Device = 0;
  ino_t Inode = 0;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_DESCRIPTOR_H
