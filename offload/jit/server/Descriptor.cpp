//===- Descriptor.cpp - Owns a file descriptor ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/Descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace ompjit::server;

static int aboveStandardStreams(int Number) {
  if (Number < 0 || Number > STDERR_FILENO)
    return Number;
  const int Higher = ::fcntl(Number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(Number);
  return Higher;
}

Descriptor::Descriptor(int Given) : Number(aboveStandardStreams(Given)) {
  struct stat Info;
  if (Number >= 0 && ::fstat(Number, &Info) == 0) {
    Device = Info.st_dev;
    Inode = Info.st_ino;
  }
}

Descriptor::Descriptor(Descriptor &&Other) noexcept
    : Number(std::exchange(Other.Number, -1)), Device(Other.Device),
      Inode(Other.Inode) {}

Descriptor &Descriptor::operator=(Descriptor &&Other) noexcept {
  if (this != &Other) {
    close();
    Number = std::exchange(Other.Number, -1);
    Device = Other.Device;
    Inode = Other.Inode;
  }
  return *this;
}

bool Descriptor::isOurs() const {
  struct stat Info;
  return Number >= 0 && ::fstat(Number, &Info) == 0 && Info.st_dev == Device &&
         Info.st_ino == Inode;
}

void Descriptor::close() {
  if (isOurs())
    ::close(Number);
  Number = -1;
}
