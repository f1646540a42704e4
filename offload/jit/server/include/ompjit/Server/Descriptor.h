//===- ompjit/Server/Descriptor.h - A descriptor that may be taken away --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs close descriptors that they do not know: a daemon closes all of
// them. The number then belongs to whatever the program opens next, which must
// neither be written to nor closed. So an object of this class remembers which
// file it has, and looks whether it still has it. Between the look and the use
// another thread of the program may close it; nothing helps against that.
//
// Threads: an object is used by one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_DESCRIPTOR_H
#define OMPJIT_SERVER_DESCRIPTOR_H

#include <sys/types.h>

namespace ompjit::server {

class Descriptor {
public:
  Descriptor() = default;
  /// Takes it over; a negative number is none. What has the number of one of
  /// the standard streams gets another one: a program that has closed these
  /// prints there all the same.
  explicit Descriptor(int Number);
  Descriptor(Descriptor &&Other) noexcept;
  Descriptor &operator=(Descriptor &&Other) noexcept;
  ~Descriptor() { close(); }

  explicit operator bool() const { return Number >= 0; }
  int get() const { return Number; }
  /// Whether the number still stands for the file that was taken over.
  bool isOurs() const;
  /// Leaves alone what is not ours any more.
  void close();

private:
  int Number = -1;
  dev_t Device = 0;
  ino_t Inode = 0;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_DESCRIPTOR_H
