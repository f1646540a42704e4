//===- ompjit/DeviceLink/Target.h - Targets of device code ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code is linked per target, that is, per triple, in whatever spelling,
// and architecture. Code for the triple's lowest architecture ("generic") fits
// every image of the triple, so that a library that was compiled without an
// architecture fits a program that was compiled for one. The architecture of
// AMD's GPUs is a target id ("gfx90a:sramecc+:xnack-"): a feature that it does
// not mention may be on or off.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_TARGET_H
#define OMPJIT_DEVICELINK_TARGET_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ompjit::devicelink {

/// What the device link does differently from target to target. Host: for any
/// processor of the table of targets.
enum class TargetKind { Host, Nvptx, Amdgpu, Unsupported };
TargetKind targetKind(llvm::StringRef Triple);

/// The processor for which code is generated if none is asked for: all later
/// ones run such code. Empty for what the link does not support.
llvm::StringRef lowestCpu(llvm::StringRef Triple);

/// The triples that the link supports, as a list for a sentence.
std::string supportedTriples();

/// Returns the one name of a host for all that compilers write for it
/// ("x86_64", "x86_64-unknown-linux-gnu"), and other triples as they are.
std::string spelledTriple(llvm::StringRef Triple);

/// Where the system's libraries for a host are, in the order of the search.
/// Empty for a GPU.
std::vector<std::string> systemLibraryFolders(llvm::StringRef Triple);

/// Returns equal strings for triples that name the same target: architecture
/// and system count, vendor and spelling do not.
std::string targetClass(llvm::StringRef Triple);

bool isGenericArch(llvm::StringRef Arch);

/// Whether code for the two architectures of one triple may share an image.
bool linkTogether(llvm::StringRef ArchA, llvm::StringRef ArchB);

/// Returns the processor of a target id, or the architecture itself.
inline llvm::StringRef processorOf(llvm::StringRef Arch) {
  return Arch.split(':').first;
}

/// Returns the features in a target id, as LLVM spells them: "+sramecc,-xnack".
std::string featuresOf(llvm::StringRef Arch);

/// Whether code for \p Code runs wherever an image for \p Image is loaded.
bool fitsImage(llvm::StringRef Code, llvm::StringRef Image);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_TARGET_H
