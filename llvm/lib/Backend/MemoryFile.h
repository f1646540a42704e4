//===- MemoryFile.h - Files in memory for tools ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools read and write files by name. createMemoryFile makes an input: bytes in
// a memfd that is named through /proc. OutputPipe is the output of lld, whose
// bytes a thread collects. If the output is not a regular file, lld writes it
// all at once from memory, without the temporary file and rename that it uses
// otherwise.
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
  /// A name for this process that is valid as long as this thread lives. path()
  /// becomes invalid when the main thread ends.
  std::string pathInProcess() const;
  /// Lets the processes that this one starts open path(), too.
  void keepForChildren() const;
  /// Returns all of the file's bytes, whatever its position.
  llvm::Expected<std::string> content() const;

private:
  int release();
  int Fd;
};

/// Fails if the process may not write files of that size, also in memory: a
/// write past the limit would end the program with SIGXFSZ.
llvm::Error checkFileLimit(size_t Size);

/// Creates a file in memory with the given content.
llvm::Expected<Descriptor> createMemoryFile(llvm::StringRef Content);

/// Collects the bytes that are written to path() until finish().
class OutputPipe {
public:
  static llvm::Expected<std::unique_ptr<OutputPipe>> create();
  ~OutputPipe();

  std::string path() const { return WriteEnd.pathInProcess(); }
  /// Waits for the end of the output and returns it. Call it after the writer
  /// has finished.
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
