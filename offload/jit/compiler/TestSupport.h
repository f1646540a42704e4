//===- TestSupport.h - Packages, the service and images for tests ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The service's tests and benchmark share this: a package from IR text, the
// service opened as the engine opens it, and images loaded as the plugin loads
// them. The program that uses it links the packaged libLLVM.so to assemble the
// text, which also shows that one process can contain two LLVMs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_TESTSUPPORT_H
#define OMPJIT_COMPILER_TESTSUPPORT_H

#include "ompjit/CompileService.h"
#include "ompjit/PackageWriter.h"
#include "ompjit/Targets.h"

#include <string>
#include <vector>

namespace ompjit::jit::test {

inline const std::string HostTriple(ThisHost.Host.Triple);
inline const std::string HostCpu(ThisHost.Host.LowestCpu);

/// A kernel of a test package; each letter stands for a parameter: 's' a scalar
/// of 64 demanded bits, 'i' one of 32, 'p' a pointer.
struct TestKernel {
  std::string Symbol;
  std::string Parameters;
};

/// Returns a package with the module that \p Assembly describes. Fails the test
/// if it does not parse.
std::string makePackage(const std::string &Assembly,
                        const std::vector<TestKernel> &Kernels,
                        const std::string &Triple = HostTriple);

/// Returns a package like makePackage(), with other bytes in place of the
/// bitcode.
std::string makePackageOfBytes(const std::string &Bitcode,
                               const std::vector<TestKernel> &Kernels,
                               const std::string &Triple);

/// Returns a package with one kernel that reaches \p Part.
std::string makePackageOfPart(PackageContents::Part Part,
                              const std::string &Kernel);

/// A fragment of the host: its name and its module.
using TestFragment = std::pair<std::string, std::string>;

/// Returns the package of fragments with these modules.
std::string makeFragments(const std::vector<TestFragment> &Fragments,
                          const std::string &LinkOptions = "");

/// Returns the package that binds fragments to the kernel in \p Program.
std::string makeBinding(const std::string &Program,
                        const std::vector<TestFragment> &Fragments);

/// Parameters and their values.
using Scalars = std::vector<std::pair<uint32_t, uint64_t>>;

/// Returns a request for the kernel image of \p Symbol for the plainest CPU.
CompileRequest kernelRequest(const std::string &Symbol,
                             const Scalars &Values = {});
CompileRequest baseRequest();

/// Opens the service on first use.
ompjit_compile_fn service();

CompileResult compile(const std::string &Package,
                      const CompileRequest &Request);
CompileResult compileBytes(const std::string &Package,
                           const std::string &Request);

/// A loaded image whose slots are filled from \p Base.
class LoadedImage {
public:
  explicit LoadedImage(const Image &Image, const LoadedImage *Base = nullptr);
  ~LoadedImage();
  LoadedImage(const LoadedImage &) = delete;
  LoadedImage &operator=(const LoadedImage &) = delete;

  /// Returns null if the image does not export the symbol.
  void *find(const std::string &Symbol) const;
  template <typename T> T *get(const std::string &Symbol) const {
    return reinterpret_cast<T *>(find(Symbol));
  }

private:
  int File; ///< Open as long as the image, because the loader identifies images
            ///< by name.
  void *Handle;
};

} // namespace ompjit::jit::test

#endif // OMPJIT_COMPILER_TESTSUPPORT_H
