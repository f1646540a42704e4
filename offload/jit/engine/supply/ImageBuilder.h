//===- ImageBuilder.h - From a package to an image that loads -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Has an image compiled, and where the compiler ends with assembly, finished by
// the device or by whoever else makes machine code.
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
  /// Opens what isOpenFor() found closed. To be called withLinker.
  void open();

  struct Built {
    CompileResult Compiled;
    uint64_t TimeNs;
    /// Whether others may find the image under its name.
    bool MayBeStored;
  };
  /// An error with isOpenFor() false behind it: open() must be called first
  /// after all. Where one of \p Relatives has the same code, the image is
  /// empty.
  Result<Built> build(const WantedImage &,
                      const ImageFamilies::Members &Relatives);

  /// Whether the device makes more of the image.
  static bool isUnfinished(const WantedImage &, const Image &);
  /// Has the device finish what was compiled since \p StartNs. False where the
  /// device is closed.
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
