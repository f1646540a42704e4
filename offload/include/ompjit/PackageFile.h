//===- ompjit/PackageFile.h - The JIT packages in a file ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tools: finds the packages in a file, which may be a package itself or a
// program, library or object that holds some. The runtime gets its packages
// from the program's registration instead.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PACKAGEFILE_H
#define OMPJIT_PACKAGEFILE_H

#include "ompjit/Package.h"

#include <string>
#include <vector>

namespace ompjit {

/// A file's content and the packages in it, in file order. The views point into
/// Bytes.
struct PackageFile {
  std::string Bytes;
  std::vector<PackageView> Packages;
};

/// Reads the whole file, which may hold no package. Fails, naming \p Path, if
/// it cannot be read or holds a package that is damaged.
Result<PackageFile> findPackages(const std::string &Path);

/// The same; also fails if it holds no package.
Result<PackageFile> readPackageFile(const std::string &Path);

} // namespace ompjit

#endif // OMPJIT_PACKAGEFILE_H
