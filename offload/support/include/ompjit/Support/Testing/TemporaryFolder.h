//===- ompjit/Support/Testing/TemporaryFolder.h - A test's folder ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For unit tests, of which several run at the same time: the name is never that
// of another.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_TESTING_TEMPORARYFOLDER_H
#define OMPJIT_SUPPORT_TESTING_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace ompjit {

/// A fresh, private folder. It is removed with its content.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string Pattern =
        std::filesystem::temp_directory_path() / "ompjit-test-XXXXXX";
    if (const char *Made = ::mkdtemp(Pattern.data()))
      Name = Made;
  }
  ~TemporaryFolder() {
    std::error_code Ignored;
    std::filesystem::remove_all(Name, Ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return Name; }
  std::string operator/(const std::string &File) const {
    return Name + "/" + File;
  }

private:
  std::string Name;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TESTING_TEMPORARYFOLDER_H
