//===- Executable.h - Executables, and the code that is loaded into them -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_EXECUTABLE_H
#define OMPJIT_STANDIN_HSA_EXECUTABLE_H

#include "Machine.h"
#include "vgpu/Image.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ompjit::standin {

struct Kernel {
  std::string Name; ///< Without the suffix ".kd" of its symbol.
  const Executable *Of = nullptr;
  const Agent *On = nullptr;
  uint64_t Object = 0; ///< The kernel object in packets.
  uint32_t KernargBytes = 0;
  uint32_t KernargAlignment = 16;
  uint32_t GroupBytes = 0;
  uint32_t PrivateBytes = 0;
  uint32_t MaxThreads = 1024;
  bool HasDynamicStack = false;
  const ompjit_kernel *Lowered = nullptr; ///< Null: launches do nothing.
};

struct Variable {
  uintptr_t Address = 0;
  uint64_t Bytes = 0;
};

/// Code that is loaded for one agent.
struct Code {
  Agent *On = nullptr;
  ompjit_image *Lowered = nullptr;
  bool IsTwin = false; ///< The kernels' metadata comes from a code object.
  std::map<std::string, std::shared_ptr<Kernel>> Kernels; ///< By symbol.
  std::map<std::string, Variable> Variables;
  std::vector<uintptr_t> Memory; ///< Memory of variables; owned.
};

struct Executable {
  bool IsFrozen = false;
  std::vector<Code> Loaded;
  std::vector<uint64_t> Symbols; ///< Symbols that were asked for.
  std::vector<uintptr_t> Asked;  ///< Variables that were asked for, so that the
                                 ///< address space knows them.
};

/// A code object reader. The bytes belong to the program.
struct Reader {
  const void *Bytes;
  size_t Size;
};

struct Symbol {
  std::string Name;
  std::shared_ptr<Kernel> Runs; ///< Null: a variable.
  Variable Is;
};

/// Loads an image for the agent, or says in \p Why what is wrong. The caller
/// must unload what was loaded even if this fails.
Status loadCode(const Reader &From, Code &Into, std::string &Why);
void unloadCode(Code &What);

/// Returns false if the code has no such variable.
bool findVariable(const Code &In, const std::string &Name, Variable &Out);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_EXECUTABLE_H
