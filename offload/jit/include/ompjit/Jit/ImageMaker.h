//===- ompjit/Jit/ImageMaker.h - Images without a device ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts images into the cache that programs will look for there, without a
// device and without the program: compiles what is missing.
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
    Assembly, ///< The same, but nobody who makes machine code is installed.
    Known
  };

  /// The package's bytes must stay as long as this object. An error names the
  /// image, the stage and the cause.
  virtual Result<Outcome> make(const PackageView &, const CompileRequest &) = 0;

  /// Waits, as the end of a program does, for what goes to other machines.
  virtual void finish() = 0;

  /// Of the settings, those of the cache and of failures count. \p LibraryDir
  /// is the folder of the compile service. Warnings go to \p Sink.
  static std::unique_ptr<ImageMaker> create(Settings, std::string LibraryDir,
                                            Engine::LineSink Sink);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGEMAKER_H
