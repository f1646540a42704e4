//===- RequestText.h - A compile request as text --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_REQUESTTEXT_H
#define OMPJIT_JIT_REQUESTTEXT_H

#include "variants/SharedPackage.h"

#include "ompjit/CompileService.h"
#include "ompjit/Package.h"

#include <cstdint>
#include <string>

namespace ompjit::jit {

/// Returns the kind's name in keys and in the names of files.
const char *kindName(ImageKind);

/// Returns the name of a pipeline as OMP_JIT_PIPELINE has it.
const char *pipelineName(Pipeline);

/// Returns what an image is specialised for. Readable, because people look at
/// it to find out why an image differs.
std::string specializationText(const CompileRequest &);

/// Returns the choices that are not the compiler's own, each with a space
/// before it.
std::string tuningText(const CodeTuning &);

/// Returns what a package that is linked from this one says under Bound;
/// nothing for a package that is no binding.
std::string boundText(const PackageView &);

/// Returns \p Text and what the package says is bound.
std::string withBound(std::string Text, const SharedPackage &);

/// Returns "linked by nvJitLink 13.0" for the image of a kernel that NVIDIA's
/// linker makes; nothing for others.
std::string linkerText(const CompileRequest &);

/// Returns what is compiled or looked up, for messages.
std::string describe(const CompileRequest &);

/// Returns a time as all messages have it, in milliseconds and without the
/// unit.
std::string milliseconds(uint64_t Ns);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_REQUESTTEXT_H
