//===- MemoryFile.h - Files for lld that are not in any file system -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools take and give files by name. createMemoryFile makes an input: bytes in
// a memfd that is named through /proc. OutputPipe is the output of lld, which
// writes to something that is no regular file in one go from memory, without
// the temporary file and rename that it uses otherwise, and a thread collects
// what it writes.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_MEMORYFILE_H
#define OMPJIT_BACKEND_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <pthread.h>
#include <string>

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
  /// The name under which this process and those that it starts can open the
  /// descriptor again.
  std::string path() const;
  /// The same for this process, as long as this thread lives: the other one
  /// ends with the main thread.
  std::string pathInProcess() const;
  /// Lets the processes that this one starts open path(), too.
  void keepForChildren() const;
  /// All of the file's bytes, wherever its position is.
  llvm::Expected<std::string> content() const;

private:
  int release();
  int Fd;
};

/// Fails if the process may not write files of that size, also in memory: a
/// write past the limit would end the program with SIGXFSZ.
llvm::Error checkFileLimit(size_t Size);

/// A file in memory with the given content.
llvm::Expected<Descriptor> createMemoryFile(llvm::StringRef Content);

/// Collects what is written to path() until finish().
class OutputPipe {
public:
  static llvm::Expected<std::unique_ptr<OutputPipe>> create();
  ~OutputPipe();

  std::string path() const { return WriteEnd.pathInProcess(); }
  /// Waits for the end of the output; call it when the writer is done.
  std::string finish();

private:
  OutputPipe(Descriptor ReadEnd, Descriptor WriteEnd)
      : ReadEnd(std::move(ReadEnd)), WriteEnd(std::move(WriteEnd)) {}
  llvm::Error startDrainer();
  void drain();

  Descriptor ReadEnd, WriteEnd;
  std::string Bytes;
  pthread_t Drainer = {};
  bool IsDraining = false;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_MEMORYFILE_H
