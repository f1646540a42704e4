//===- ImageNames.h - What images are called in the caches ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the keys of images, of their families, and of what trackers keep for
// later runs, from everything that they depend on.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGENAMES_H
#define OMPJIT_JIT_IMAGENAMES_H

#include "Compiler.h"
#include "ompjit/Cache/Key.h"
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

  /// Why images of this compiler cannot be told from those of others, so that
  /// no other process may find them; null if they can. Reads a file at the
  /// first call, so it is called withoutLinker, as are all others.
  const Error *lacksIdentity();

  /// \p Request has the device's architecture and features, and the settings'
  /// optimisation level. \p Finisher is that of the device, if it has one.
  WantedImage wanted(std::shared_ptr<SharedPackage>, CompileRequest Request,
                     std::shared_ptr<ImageFinisher> Finisher);
  /// The same image, with fewer optimisations.
  WantedImage quickVersionOf(const WantedImage &);

  /// What all images of a kernel have in common whose code is generated alike.
  cache::Key familyOf(const WantedImage &);

  /// The name of what trackers learnt of a program on such devices: another
  /// rule gives up other facts.
  std::string noteFields(const SharedPackage &, const CompileRequest &Like);

private:
  cache::KeyFields fieldsOf(const SharedPackage &, const CompileRequest &);
  const std::string &toolchain();

  const Settings &Chosen;
  Compiler &Service;
  /// A program without a launch does not pay for it.
  std::once_flag IdentifyOnce;
  std::string Toolchain;
  std::optional<Error> WhyUnknown;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGENAMES_H
