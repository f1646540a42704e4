//===- Fragment.h - Makes a fragment file of device code ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the bitcode of all inputs of a target into one module, and writes a
// record for each target, ordered by triple and architecture. LTO-IR of CUDA,
// which only NVIDIA's linker can link, gets a record for each input. The bytes
// depend on nothing but the code.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_FRAGMENT_H
#define OMPJIT_TOOLS_FRAGMENT_FRAGMENT_H

#include "CudaCode.h"
#include "CudaRecord.h"

#include "ompjit/DeviceLink/DeviceCode.h"

namespace ompjit::fragment {

/// The device code of all inputs.
struct InputCode {
  std::vector<devicelink::DeviceCode> Codes; ///< Bitcode.
  std::vector<CudaCode> Cuda;                ///< LTO-IR.
};

/// What is said of inputs that are plain bitcode or LTO-IR; may be empty.
struct PlainTarget {
  std::string Triple, Arch;
};

/// Reads the device code of an input. An error names the file.
llvm::Error readInput(const std::string &File, const PlainTarget &Plain,
                      InputCode &Into);

/// Returns the bytes of a fragment file. An error names file, target and
/// symbol.
llvm::Expected<std::string> makeFragment(const InputCode &Inputs,
                                         const CudaOptions &Wanted);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_FRAGMENT_H
