//===- ompjit/DeviceLink/Binding.h - Late-bound functions of a kernel -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program's package has kernels that reach functions which are defined at run
// time, by fragments. Such a kernel and its fragments are linked to a package
// of their own. The state that the kernel shares with others stays in the
// program's base image; the fragments can have none.
//
// Threads: different contexts may be used at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_BINDING_H
#define OMPJIT_DEVICELINK_BINDING_H

#include "ompjit/DeviceLink/Prepare.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit::devicelink {

/// A kernel from a part of a package.
struct KernelAlone {
  std::string Bitcode; ///< Declares what the kernel shares with others.
  /// What the program's images find elsewhere: in shared libraries, or in the
  /// base image.
  llvm::StringSet<> Provided;
};

llvm::Expected<KernelAlone> kernelAlone(llvm::MemoryBufferRef Part,
                                        llvm::StringRef Kernel);

/// Links and optimises \p Group: what kernelAlone() returned, the fragments,
/// and what they need of the device runtime. Fails if a fragment has state.
llvm::Expected<PreparedModule> prepareBinding(llvm::LLVMContext &Context,
                                              const DeviceGroup &Group,
                                              llvm::TargetMachine &Machine,
                                              llvm::StringRef Kernel);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_BINDING_H
