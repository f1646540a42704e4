//===- OutputCapture.cpp - Hold back standard output ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/OutputCapture.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace ompjit::driver;

static Error lastError(const Twine &What) {
  int Code = errno;
  return createStringError(std::error_code(Code, std::generic_category()),
                           What + ": " + sys::StrError(Code));
}

Expected<OutputCapture> OutputCapture::start(int Descriptor) {
  int Original = fcntl(Descriptor, F_DUPFD_CLOEXEC, 3);
  if (Original < 0)
    return lastError("cannot keep file descriptor " + Twine(Descriptor));
  int Captured = memfd_create("captured-output", MFD_CLOEXEC);
  if (Captured < 0 || dup2(Captured, Descriptor) < 0) {
    Error Problem = lastError("cannot hold back output");
    close(Original);
    if (Captured >= 0)
      close(Captured);
    return std::move(Problem);
  }
  return OutputCapture(Descriptor, Original, Captured);
}

OutputCapture::OutputCapture(OutputCapture &&Other)
    : Descriptor(Other.Descriptor), Original(std::exchange(Other.Original, -1)),
      Captured(std::exchange(Other.Captured, -1)) {}

OutputCapture::~OutputCapture() {
  restore();
  if (Captured >= 0)
    close(Captured);
}

void OutputCapture::restore() {
  if (Original < 0)
    return;
  outs().flush();
  dup2(Original, Descriptor);
  close(std::exchange(Original, -1));
}

void OutputCapture::forget() {
  outs().flush();
  // Both descriptors share one position. A file in memory can be truncated.
  (void)!ftruncate(Captured, 0);
  lseek(Captured, 0, SEEK_SET);
}

void OutputCapture::show() {
  restore();
  raw_fd_ostream Target(Descriptor, /*shouldClose=*/false);
  char Buffer[4096];
  off_t Offset = 0;
  ssize_t Size;
  while ((Size = pread(Captured, Buffer, sizeof(Buffer), Offset)) > 0) {
    Target.write(Buffer, size_t(Size));
    Offset += Size;
  }
}
