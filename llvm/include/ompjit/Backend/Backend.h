//===- ompjit/Backend/Backend.h - From an IR module to a shared object ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last steps of every compile, ahead of time and at run time alike: a
// target machine, re-targeting a module to it, an object in memory, and a
// shared object linked from objects in memory. No file is written.
//
// Used by the device linker and by the compile service. Does not optimise, and
// knows nothing of kernels or packages.
//
// Errors: every failure is an llvm::Error whose text holds what LLVM or lld
// said; nothing is printed. A diagnostic handler that the caller set on the
// context is replaced during emitCode and put back.
//
// Threads: all functions may be called from several threads at once, with
// different modules in different contexts. lld has global state, so links run
// one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_BACKEND_H
#define OMPJIT_BACKEND_BACKEND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace llvm {
class FunctionPass;
namespace legacy {
class PassManagerBase;
} // namespace legacy
} // namespace llvm

namespace ompjit {

/// A machine that emits position-independent code. \p Features is LLVM's list
/// ("+avx2,-sse4a"), \p OptLevel 0 to 3. A CPU or feature that the target does
/// not know is an error, not the warning that LLVM prints.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef Triple, llvm::StringRef Cpu,
                    llvm::StringRef Features, unsigned OptLevel);

/// Features besides those of the CPU that code in \p M was compiled for and
/// relies on: on AMD's GPUs the size of waves, which clang puts into code. A
/// newer GPU has both. The rest of \p Features is given back as well.
std::string featuresWithThoseOf(const llvm::Module &M,
                                llvm::StringRef Features);

/// Makes \p M a module for \p TM: triple, data layout, and the attributes of
/// every function that follow from the CPU. On x86 a function that asked for
/// more than its translation unit keeps what it asked for.
void retarget(llvm::Module &M, const llvm::TargetMachine &TM);

/// What code generation for the triple ends with: an object, or PTX.
llvm::CodeGenFileType generatedFileType(const llvm::Triple &Triple);

/// For PTX, before code generation: of variables whose initialisers hold each
/// other's addresses, a constructor stores these. True where there are any.
bool breakVariableCycles(llvm::Module &M);

/// The same for atomic instructions on what is a thread's own memory: they
/// become plain ones.
bool makePrivateAtomicsPlain(llvm::Module &M);

/// Has stores of parts of floating-point numbers, for PTX, write what ptxas
/// takes for bits.
bool separateFloatBits(llvm::Module &M);

/// All of these.
bool prepareForPtx(llvm::Module &M);

/// For x86, before other passes of code generation: makes plain stores of
/// masked ones that store one element, which LLVM 22 may get wrong.
llvm::FunctionPass *createSingleLaneStoresPass();

/// Adds what LLVM's code generator for \p Triple needs to have done first.
void addBeforeCodeGen(llvm::legacy::PassManagerBase &Passes,
                      const llvm::Triple &Triple);

/// Runs code generation to a file of that type. \p M is changed by it and of no
/// further use.
llvm::Expected<llvm::SmallVector<char, 0>> emitCode(llvm::Module &M,
                                                    llvm::TargetMachine &TM);

/// The same as assembly, for people. \p M stays as it is.
llvm::Expected<llvm::SmallVector<char, 0>>
emitAssembly(const llvm::Module &M, llvm::TargetMachine &TM);

struct SharedObjectOptions {
  std::string SoName; ///< Empty: none.
  bool StripDebug = false;
  /// Where libraries are looked for, before the usual folders. None: what this
  /// process has loaded comes first.
  std::vector<std::string> LibraryFolders;
  /// Gets what a command line of lld would be, with the names of the buffers;
  /// may be empty.
  std::function<void(llvm::ArrayRef<std::string>)> Announce;
  std::string OutputName; ///< For that command line.
  /// Only announce; the result is empty.
  bool DryRun = false;
};

/// Links relocatable objects (or bitcode) for the host to a shared object with
/// lld. Symbols that no object defines stay undefined. Where an object needs
/// __dso_handle, what the compiler's start files would provide is added; where
/// it uses functions of libomp, the C library and its libm, the C++ library or
/// libgcc, the image names these as needed, and the functions' versions. Equal
/// inputs and libraries give equal bytes.
llvm::Expected<std::string>
linkSharedObject(llvm::ArrayRef<llvm::MemoryBufferRef> Objects,
                 const SharedObjectOptions &Options);

} // namespace ompjit

#endif // OMPJIT_BACKEND_BACKEND_H
