//===- Cubin.h - Reads cubins ---------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_CUBIN_H
#define OMPJIT_STANDIN_CUDA_CUBIN_H

#include "ompjit/VirtualGpu.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::standin {

struct CubinKernel {
  std::string Name;
  uint32_t ParameterBytes = 0;
  std::vector<vgpu::ParameterRecord> Parameters;
  uint32_t StaticSharedBytes = 0;
  uint32_t MaxThreads = 1024;
  uint32_t NumRegisters = 0;
  uint32_t LocalBytes = 0; ///< Of each thread.
};

struct CubinVariable {
  std::string Name;
  uint64_t Bytes = 0;
  std::string Contents; ///< Empty: zeros.
};

struct Cubin {
  int Model = 0; ///< 90 is sm_90.
  std::vector<CubinKernel> Kernels;
  std::vector<CubinVariable> Variables;
};

/// Returns the size of an ELF file by its header. 0 if it is not an ELF file.
uint64_t sizeOfElf(const void *Bytes);

/// Returns false and a reason if it is not a cubin.
bool readCubin(std::string_view Bytes, Cubin &Out, std::string &Why);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_CUBIN_H
