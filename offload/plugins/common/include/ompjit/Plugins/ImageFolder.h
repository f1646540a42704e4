//===- ImageFolder.h - Files that images are loaded from --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debugger, a profiler or a sanitizer finds the functions of an image by the
// file that the dynamic linker opened, perhaps after the program has ended. So
// images are stored as files in a folder of the user on this machine, with
// names that depend on their content: processes that load the same image share
// the file, and with it the memory.
//
// The folder is $LIBOMPTARGET_IMAGE_FOLDER, or else omp-jit-UID in $TMPDIR or
// /tmp. Code from it is executed, so it is used only if it belongs to the user
// and nobody else may write to it or replace it. Files never change: they are
// written under another name first and compared before each use. The least
// recently used ones are removed when there are too many, which does not affect
// processes that have loaded them. This holds for local file systems only, so
// no others are used.
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

/// An open folder. Not thread-safe.
class ImageFolder {
public:
  /// Bytes on disk above which files are removed.
  static constexpr uint64_t MaxBytes = uint64_t(256) << 20;

  /// Returns nothing if no folder can be used; \p WhyNot then says why.
  static std::optional<ImageFolder> open(std::string &WhyNot);
  /// The same for the folder \p Path, which is made if it does not exist.
  static std::optional<ImageFolder> open(std::string Path, std::string &WhyNot);

  ImageFolder(ImageFolder &&From) noexcept;
  ImageFolder &operator=(ImageFolder &&) = delete;
  ~ImageFolder();

  /// Makes sure that the file \p Name holds exactly \p Bytes. Returns false if
  /// this is not possible.
  bool place(const std::string &Name, std::string_view Bytes) const;
  std::string pathOf(const std::string &Name) const { return Path + Name; }

  /// Removes the least recently used images until the rest takes no more than
  /// \p MaxBytes, and files that killed processes left behind.
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

/// Returns the name of an image's file: \p Label, as far as it can be part of a
/// name, and a digest of \p Bytes.
std::string imageFileName(std::string_view Label, std::string_view Bytes);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_IMAGEFOLDER_H
