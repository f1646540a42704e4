//===- ompjit/Jit/ImageMaker.h - Images without a device ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the cache with images that programs will look for, without a device and
// without running the program: compiles those that are missing.
//
// Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGEMAKER_H
#define OMPJIT_JIT_IMAGEMAKER_H

#include "ompjit/CompileService.h"
#include "ompjit/Jit/Engine.h"
#include "ompjit/Jit/Settings.h"
#include "ompjit/Package.h"

#include <memory>

namespace ompjit::jit {

class ImageMaker {
public:
  virtual ~ImageMaker() = default;

  enum class Outcome {
    Compiled,
    Assembly, ///< Compiled to assembly, because no assembler is installed.
    Known
  };
  struct Made {
    Outcome How;
    std::shared_ptr<const Image> Content;
  };

  /// Compiles an image, or links a package, unless the cache has it. The
  /// package's bytes must stay valid as long as this object. \p Program is the
  /// path of the program or library that it is of, for people; it may be empty.
  /// An error names the image, the stage and the cause.
  virtual Result<Made> make(const PackageView &, const CompileRequest &,
                            const std::string &Program) = 0;

  /// Waits, as at the end of a program, until images are written to the remote
  /// cache.
  virtual void finish() = 0;

  /// Uses only those settings that concern the cache and failures. \p
  /// LibraryDir is the folder of the compile service. Warnings go to \p Sink.
  static std::unique_ptr<ImageMaker>
  create(Settings, const std::string &LibraryDir, Engine::LineSink Sink);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGEMAKER_H
