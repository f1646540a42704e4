//===- ompjit/ArchRule.h - Which code runs on a device --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of architectures are LLVM's. Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_ARCHRULE_H
#define OMPJIT_ARCHRULE_H

#include <string>
#include <string_view>

namespace ompjit {

/// Returns whether code for \p ImageArch runs on a device of \p DeviceArch with
/// the LLVM feature list \p DeviceFeatures ("+avx2,+fma,..."). Supports equal
/// architectures, and the levels of x86-64.
bool archRuns(std::string_view Triple, std::string_view ImageArch,
              std::string_view DeviceArch, std::string_view DeviceFeatures);

/// The same for bitcode, which is compiled for the device: on NVIDIA's GPUs
/// that of earlier ones runs, and bitcode for no architecture runs everywhere.
/// On AMD's, "gfx90a:xnack-" runs unless the device has the opposite.
bool bitcodeRuns(std::string_view Triple, std::string_view BitcodeArch,
                 std::string_view DeviceArch, std::string_view DeviceFeatures);

/// Returns "sm_90" for "sm_90a" and "sm_90f".
std::string_view withoutLetter(std::string_view CudaArch);

/// The same for LTO-IR of CUDA, which NVIDIA's linker compiles for the device:
/// that of earlier ones runs, of the same one also with its own instructions
/// ("sm_90a"), and that of a family on later ones of the family ("sm_100f").
bool ltoIrRuns(std::string_view CodeArch, std::string_view DeviceArch);

/// Returns the architecture for which code for \p CodeArch, which runs on \p
/// DeviceArch, has to be linked: the device's, with the letter of the code.
std::string ltoIrLinkArch(std::string_view CodeArch,
                          std::string_view DeviceArch);

} // namespace ompjit

#endif // OMPJIT_ARCHRULE_H
