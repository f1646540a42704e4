//===- ImageNames.h - The names of images in the caches -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the keys of images, of their families, and of the history that trackers
// keep for later runs, from everything that they depend on.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGENAMES_H
#define OMPJIT_JIT_IMAGENAMES_H

#include "Compiler.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Server/NvJitLinkFile.h"
#include "variants/WantedImage.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ompjit::jit {

class ImageNames {
public:
  ImageNames(const Settings &Chosen, Compiler &Service)
      : Chosen(Chosen), Service(Service) {}

  /// Returns why images of this compiler cannot be distinguished from those of
  /// others, so that no other process may find them; null if they can. The
  /// first call reads a file, so that this and all other functions must be
  /// called withoutLinker.
  const Error *lacksIdentity();

  /// \p Request has the device's architecture and features, and the settings'
  /// optimisation level. \p Finisher is that of the device, if it has one.
  WantedImage wanted(std::shared_ptr<SharedPackage>, CompileRequest Request,
                     std::shared_ptr<ImageFinisher> Finisher);
  /// Returns the name of the same image, compiled with fewer optimisations.
  WantedImage quickVersionOf(const WantedImage &);

  /// Names the linker in a request for what is linked of LTO-IR. If none is
  /// installed, no file is named, and lacksLinker() says so.
  void chooseLinker(CompileRequest &);
  /// Returns why the request cannot be linked; null if it can, or needs no such
  /// linker.
  const Error *lacksLinker(const SharedPackage &, const CompileRequest &);

  /// Returns the name of the note of the linker that made the image last. A
  /// machine without a linker finds the image by it.
  std::string linkerFields(const SharedPackage &,
                           const CompileRequest &Request);

  /// Returns the key that all images of a kernel share whose code is generated
  /// in the same way.
  cache::Key familyOf(const WantedImage &);

  /// Returns the name of the trackers' history for a program on such devices.
  /// It includes the trackers' settings, as other settings give up other facts.
  std::string noteFields(const SharedPackage &, const CompileRequest &Request);
  /// Returns the name of the note of the package's program or library, which
  /// all its images share.
  static std::string programFields(const SharedPackage &);

private:
  const Result<NvJitLinkFile> &linker();
  cache::KeyFields fieldsOf(const SharedPackage &, const CompileRequest &);
  static std::string countsText(const CompileRequest &);
  const std::string &toolchain();

  const Settings &Chosen;
  Compiler &Service;
  /// Delays the work until a launch needs it.
  std::once_flag IdentifyOnce;
  std::string Toolchain;
  std::optional<Error> WhyUnknown;
  std::once_flag FindLinkerOnce;
  Result<NvJitLinkFile> Linker = Error("not looked for yet");
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGENAMES_H
