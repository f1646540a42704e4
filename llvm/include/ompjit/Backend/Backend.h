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
// knows nothing about kernels or packages.
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

/// A machine that emits position-independent code. \p Cpu may also be a level
/// of a host (HostTraits::Levels). \p Features is LLVM's list ("+avx2,-sse4a"),
/// \p OptLevel 0 to 3. A CPU or feature that the target does not know is an
/// error, not the warning that LLVM prints.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef Triple, llvm::StringRef Cpu,
                    llvm::StringRef Features, unsigned OptLevel);

/// Returns \p Features, completed by those that the CPU does not imply but that
/// code in \p M was compiled for and relies on: on AMD's GPUs the size of
/// waves, which clang compiles into the code and of which newer GPUs have both.
std::string featuresWithThoseOf(const llvm::Module &M,
                                llvm::StringRef Features);

/// Makes \p M a module for \p TM: triple, data layout, and the attributes of
/// every function that follow from the CPU. On x86 a function that asked for
/// more than its translation unit keeps what it asked for.
void retarget(llvm::Module &M, const llvm::TargetMachine &TM);

/// What code generation for the triple produces: an object, or PTX.
llvm::CodeGenFileType generatedFileType(const llvm::Triple &Triple);

/// For PTX, before code generation: if initialisers of variables hold each
/// other's addresses, makes a constructor that stores these. Returns true if
/// there are such variables.
bool breakVariableCycles(llvm::Module &M);

/// For PTX: makes atomic instructions on a thread's own memory plain ones.
/// Returns true if there are any.
bool makePrivateAtomicsPlain(llvm::Module &M);

/// For PTX: makes stores of parts of floating-point numbers store integers,
/// because ptxas would convert the numbers. Returns true if there are any.
bool separateFloatBits(llvm::Module &M);

/// Does all three.
bool prepareForPtx(llvm::Module &M);

/// For PTX: keeps no more than source lines of debug information that was not
/// made for ptxas. Returns true if there is any.
bool keepLinesForPtx(llvm::Module &M);

/// For GPUs, before other passes of code generation: keeps them from dividing
/// several times in a loop where the optimiser has divided 32 bits once.
llvm::FunctionPass *createShortDivisionsPass();

/// For x86, before other passes of code generation: turns masked stores of a
/// single element, for which LLVM 22 may generate wrong code, into plain
/// stores.
llvm::FunctionPass *createSingleLaneStoresPass();

/// Keeps LLVM 22 from removing what is put into a mask register of x86 that is
/// used again. For all code that the process generates from now on.
void keepMaskRegisters();

/// Adds the passes that have to run before LLVM's code generator for \p Triple.
void addBeforeCodeGen(llvm::legacy::PassManagerBase &Passes,
                      const llvm::Triple &Triple);

/// Generates a file of the type that generatedFileType() returns. Consumes \p
/// M.
llvm::Expected<llvm::SmallVector<char, 0>> emitCode(llvm::Module &M,
                                                    llvm::TargetMachine &TM);

/// Generates assembly, for people. Does not change \p M.
llvm::Expected<llvm::SmallVector<char, 0>>
emitAssembly(const llvm::Module &M, llvm::TargetMachine &TM);

struct SharedObjectOptions {
  std::string SoName; ///< Empty: none.
  bool StripDebug = false;
  /// Folders that are searched for libraries before the usual ones. If there
  /// are none, the libraries that this process has loaded come first.
  std::vector<std::string> LibraryFolders;
  /// Receives the equivalent command line of lld, with the names of the
  /// buffers; may be empty.
  std::function<void(llvm::ArrayRef<std::string>)> Announce;
  std::string OutputName; ///< For that command line.
  /// Only call Announce; the result is empty.
  bool DryRun = false;
};

/// Links relocatable objects (or bitcode) for the host to a shared object with
/// lld. Symbols that no object defines stay undefined. If an object needs
/// __dso_handle, what the compiler's start files would provide is added; if it
/// uses functions of libomp, the C library and its libm, the C++ library or
/// libgcc, the image names these libraries as needed, and the functions'
/// versions. Equal inputs and libraries give equal bytes.
llvm::Expected<std::string>
linkSharedObject(llvm::ArrayRef<llvm::MemoryBufferRef> Objects,
                 const SharedObjectOptions &Options);

/// Whether one of the libraries that linkSharedObject() names defines \p Name,
/// or may define it because the library cannot be read.
bool isInUsualLibrary(llvm::StringRef Name);

/// Whether the libmvec that linkSharedObject() would name defines \p Name.
bool hasVectorFunction(llvm::StringRef Name,
                       llvm::ArrayRef<std::string> LibraryFolders);

} // namespace ompjit

#endif // OMPJIT_BACKEND_BACKEND_H
