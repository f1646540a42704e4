//===- ompjit/DeviceLink/Registration.h - Registers device images ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the relocatable host object that holds the device images of a program
// and registers them with libomptarget when the program starts. The linker
// wrapper passes it to the host linker.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_REGISTRATION_H
#define OMPJIT_DEVICELINK_REGISTRATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ompjit::devicelink {

/// A linked image: an ELF shared object, a cubin, PTX or a JIT package.
struct DeviceImage {
  std::string Triple;
  std::string Arch;
  bool IsPackage = false;
  std::string Bytes;
  bool IsPtx = false;
};

/// Returns the module with all images; the runtime tries them in this order.
llvm::Expected<std::unique_ptr<llvm::Module>>
registrationModule(llvm::LLVMContext &Context, llvm::StringRef HostTriple,
                   llvm::ArrayRef<DeviceImage> Images);

/// Makes the module offer the program's profile runtime to libomptarget, which
/// hands it the counters of images (ompjit/Counters.h).
void offerCounters(llvm::Module &Module);

/// Makes ThreadSanitizer report nothing of libomp, which is not instrumented.
void suppressReports(llvm::Module &Module);

/// Makes the module define the late-bound functions of packages, weakly:
/// regions that run on the host call the program's own definition, or end the
/// program.
llvm::Error defineLateBound(llvm::Module &Module,
                            llvm::ArrayRef<DeviceImage> Images);

/// Compiles the module of registrationModule().
llvm::Expected<llvm::SmallVector<char, 0>>
registrationObject(llvm::Module &Module);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_REGISTRATION_H
