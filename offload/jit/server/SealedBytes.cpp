//===- SealedBytes.cpp - Immutable bytes that processes share -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/SealedBytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace ompjit;
using namespace ompjit::server;

namespace {

constexpr int Seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

Error systemError(const char *What) {
  return Error(std::string(What) + ": " + std::strerror(errno));
}

/// Returns whether the size is within the limit, beyond which a write would end
/// the process with SIGXFSZ.
bool mayWrite(uint64_t Size) {
  rlimit Limit;
  return ::getrlimit(RLIMIT_FSIZE, &Limit) != 0 || Size <= Limit.rlim_cur;
}

} // namespace

Result<Descriptor> server::sealBytes(ByteView Bytes) {
  if (!mayWrite(Bytes.size()))
    return Error("the limit for the size of files is below " +
                 std::to_string(Bytes.size()) + " bytes");
  Descriptor File(
      ::memfd_create("ompjit-package", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!File)
    return systemError("no file can be made in memory");
  while (!Bytes.empty()) {
    const ssize_t Count = ::write(File.get(), Bytes.data(), Bytes.size());
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return systemError("a file in memory cannot be written");
    Bytes.remove_prefix(size_t(Count));
  }
  if (::fcntl(File.get(), F_ADD_SEALS, Seals) != 0)
    return systemError("a file in memory cannot be sealed");
  return File;
}

Result<SealedBytes> SealedBytes::map(const Descriptor &File) {
  const int Found = File ? ::fcntl(File.get(), F_GET_SEALS) : -1;
  if (Found < 0 || (Found & Seals) != Seals)
    return Error("no package came along");
  struct stat Info;
  if (::fstat(File.get(), &Info) != 0)
    return systemError("the package");
  if (Info.st_size == 0)
    return SealedBytes({});
  const auto Size = size_t(Info.st_size);
  void *At = ::mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File.get(), 0);
  if (At == MAP_FAILED)
    return systemError("the package cannot be mapped");
  return SealedBytes(ByteView(static_cast<const char *>(At), Size));
}

SealedBytes::SealedBytes(SealedBytes &&Other) noexcept
    : Mapped(std::exchange(Other.Mapped, {})) {}

SealedBytes::~SealedBytes() {
  if (!Mapped.empty())
    ::munmap(const_cast<char *>(Mapped.data()), Mapped.size());
}
