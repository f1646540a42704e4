//===- PackageFile.cpp - The JIT packages in a file -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ompjit {

static Status readFile(const std::string &Path, std::string &Bytes) {
  std::FILE *File = std::fopen(Path.c_str(), "rb");
  if (!File)
    return Error(Path + ": " + std::strerror(errno));
  char Buffer[1 << 16];
  for (size_t Size; (Size = std::fread(Buffer, 1, sizeof(Buffer), File)) > 0;)
    Bytes.append(Buffer, Size);
  const bool Failed = std::ferror(File);
  const int Code = errno;
  std::fclose(File);
  if (Failed)
    return Error(Path + ": " + std::strerror(Code));
  return Done();
}

Result<PackageFile> findPackages(const std::string &Path) {
  PackageFile File;
  if (Status S = readFile(Path, File.Bytes); !S)
    return S.takeError();
  const ByteView Magic(package::Magic, sizeof(package::Magic));
  const ByteView Bytes = File.Bytes;
  for (size_t Offset = 0;
       (Offset = Bytes.find(Magic, Offset)) != ByteView::npos;) {
    Result<PackageView> Package = PackageView::parse(Bytes.substr(Offset));
    if (!Package)
      return Package.takeError().context(Path);
    Offset += Package->bytes().size();
    File.Packages.push_back(*Package);
  }
  return File;
}

Result<PackageFile> readPackageFile(const std::string &Path) {
  Result<PackageFile> File = findPackages(Path);
  if (File && File->Packages.empty())
    return Error(Path + ": holds no JIT package; it was not linked with "
                        "-fopenmp-target-jit");
  return File;
}

} // namespace ompjit
