//===- ImageFolder.h - Files that images are loaded from --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debugger, a profiler or a sanitizer finds the functions of an image by the
// file that the dynamic linker opened, perhaps when the program has ended. So
// images lie as files in a folder of the user's on this machine, under names of
// what is in them: processes that load the same image share the file, and with
// it the memory.
//
// The folder is $LIBOMPTARGET_IMAGE_FOLDER, else omp-jit-UID in $TMPDIR or
// /tmp. Code from it is run, so it is used only if it belongs to the user and
// nobody else may write to it or replace it. Files never change: they are
// written under another name first, compared before each use, and removed when
// they are too many and were not used for long, which who has loaded them does
// not notice. That holds for local file systems, and no other is used.
//
// Used by SharedObject, which can do without.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_IMAGEFOLDER_H
#define OMPJIT_PLUGINS_COMMON_IMAGEFOLDER_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ompjit::plugins {

/// The folder while it is open. Not thread-safe.
class ImageFolder {
public:
  /// Bytes on disk above which files are removed.
  static constexpr uint64_t MaxBytes = uint64_t(256) << 20;

  /// Nothing where there is none to be used, and \p WhyNot says why.
  static std::optional<ImageFolder> open(std::string &WhyNot);
  /// The same for the folder \p Path, which is made if it is not there.
  static std::optional<ImageFolder> open(std::string Path, std::string &WhyNot);

  ImageFolder(ImageFolder &&From) noexcept;
  ImageFolder &operator=(ImageFolder &&) = delete;
  ~ImageFolder();

  /// Has \p Name, a file's name, hold exactly \p Bytes. Returns false where
  /// that cannot be.
  bool place(const std::string &Name, std::string_view Bytes) const;
  std::string pathOf(const std::string &Name) const { return Path + Name; }

  /// Removes the images that were not used for the longest time until the rest
  /// takes no more than \p MaxBytes, and what killed processes left.
  void collect(uint64_t MaxBytes) const;

private:
  ImageFolder(std::string Path, int Descriptor)
      : Path(std::move(Path)), Descriptor(Descriptor) {}
  const char *problem() const;
  bool isOurs() const;
  bool isLocal() const;
  bool holds(const std::string &Name, std::string_view Bytes) const;
  bool write(const std::string &Name, std::string_view Bytes) const;

  std::string Path; ///< With a slash at its end.
  int Descriptor;
};

/// How the file of an image is called: \p Label as far as it can be a part of
/// a name, and a digest of \p Bytes.
std::string imageFileName(std::string_view Label, std::string_view Bytes);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_IMAGEFOLDER_H
