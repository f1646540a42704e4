//===- Retarget.h - Images for other GPUs ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --arch means for recorded images.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_RETARGET_H
#define OMPJIT_TOOLS_CACHE_RETARGET_H

#include "ompjit/CompileService.h"

#include <string>
#include <string_view>
#include <vector>

namespace ompjit::cachetool {

/// Returns those of the architectures that the user names which a package of
/// this triple can be compiled for. If there are none, it is compiled for the
/// recorded ones.
std::vector<std::string> archsFor(const std::vector<std::string> &Named,
                                  std::string_view Triple);

/// Returns the name of the processor in "gfx90a:sramecc+:xnack-".
std::string_view processorOf(std::string_view Arch);

/// Returns the request for "sm_90", "sm_90:+ptx85", "gfx90a", or
/// "gfx90a:sramecc+:xnack-". The PTX version of another GPU's driver is
/// irrelevant: without one, the compile service chooses the lowest that
/// suffices. A request with features is for that GPU, and not for an emulated
/// one.
CompileRequest retargeted(CompileRequest Request, std::string_view Arch);

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_RETARGET_H
