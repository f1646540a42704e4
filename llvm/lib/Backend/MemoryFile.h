//===- MemoryFile.h - Files for lld that are not in any file system -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lld takes and gives files by name. MemoryFile is an input: bytes in a memfd
// that is named through /proc. OutputPipe is the output: lld writes to
// something that is no regular file in one go from memory, without the
// temporary file and rename that it uses otherwise, and a thread collects what
// it writes. Used by linkSharedObject only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_MEMORYFILE_H
#define OMPJIT_BACKEND_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <thread>

namespace ompjit {

/// Owns a file descriptor.
class Descriptor {
public:
  explicit Descriptor(int Fd = -1) : Fd(Fd) {}
  Descriptor(Descriptor &&Other) : Fd(Other.release()) {}
  Descriptor &operator=(Descriptor &&Other);
  ~Descriptor() { reset(); }

  int get() const { return Fd; }
  void reset();
  /// The name under which this process can open the descriptor again.
  std::string path() const;
  /// Lets the processes that this one starts open path(), too.
  void keepForChildren() const;
  /// All of the file's bytes, wherever its position is.
  llvm::Expected<std::string> content() const;

private:
  int release();
  int Fd;
};

/// A file in memory with the given content.
llvm::Expected<Descriptor> createMemoryFile(llvm::StringRef Content);

/// Collects what is written to path() until finish().
class OutputPipe {
public:
  static llvm::Expected<std::unique_ptr<OutputPipe>> create();
  ~OutputPipe();

  std::string path() const { return WriteEnd.path(); }
  /// Waits for the end of the output; call it when the writer is done.
  std::string finish();

private:
  OutputPipe(Descriptor ReadEnd, Descriptor WriteEnd)
      : ReadEnd(std::move(ReadEnd)), WriteEnd(std::move(WriteEnd)) {}
  void drain();

  Descriptor ReadEnd, WriteEnd;
  std::string Bytes;
  std::thread Drainer;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_MEMORYFILE_H
