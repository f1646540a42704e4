//===- ImageBuilder.h - From a package to an image that loads -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Has an image compiled, and if the compiler produces assembly, has the
// device's plugin or another assembler make machine code of it.
//
// Private to the engine. Thread-safe; no lock is held while a compile runs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGEBUILDER_H
#define OMPJIT_JIT_IMAGEBUILDER_H

#include "Compiler.h"
#include "ImageFamilies.h"
#include "ImageFinisher.h"
#include "report/DumpFolder.h"
#include "report/SupplyReport.h"

namespace ompjit::jit {

class ImageBuilder {
public:
  ImageBuilder(const Settings &Chosen, Compiler &Service,
               ImageFinishers &Finishers, DumpFolder &Dump,
               const SupplyReport &Report)
      : Chosen(Chosen), Service(Service), Finishers(Finishers), Dump(Dump),
        Report(Report) {}

  /// Whether build() can do without the dynamic linker.
  bool isOpenFor(const WantedImage &) const;
  /// Opens everything that isOpenFor() found closed. To be called withLinker.
  void open();

  struct Built {
    CompileResult Compiled;
    uint64_t TimeNs;
    /// Whether other processes may find the image under its name.
    bool MayBeStored;
  };
  /// Builds the image. If it fails and isOpenFor() is false afterwards, open()
  /// must be called first. If one of \p Relatives has the same code, the image
  /// is empty.
  Result<Built> build(const WantedImage &,
                      const ImageFamilies::Members &Relatives);

  /// Whether the device's plugin can make machine code of the image.
  static bool isUnfinished(const WantedImage &, const Image &);
  /// Has the device's plugin finish an image whose compile began at \p StartNs.
  /// Returns false if the device is closed.
  bool finish(const WantedImage &, CompileResult &, uint64_t StartNs) const;

private:
  Result<CompileResult> compile(const WantedImage &, ByteView Package,
                                const ImageFamilies::Members &Relatives,
                                bool &MayBeStored);
  void tellMissing(const std::string &Why) const;
  CompileRequest requestFor(const WantedImage &,
                            const ImageFamilies::Members &Relatives) const;

  const Settings &Chosen;
  Compiler &Service;
  ImageFinishers &Finishers;
  DumpFolder &Dump;
  const SupplyReport &Report;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGEBUILDER_H
