//===- ompjit/DeviceLink/DeviceLink.h - Device code to a device image -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device link of one group, ahead of time: ELF objects and bitcode become
// one image, a shared object or for NVIDIA's GPUs a cubin. Bitcode goes through
// LLVM's LTO first, full or thin as each input was compiled for. Used by the
// linker wrapper, also for the native image that goes with a JIT package.
//
// Nothing is written to disk unless SaveTempsPrefix asks for it; only nvlink,
// which links cubins where there are several, needs temporary files.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_DEVICELINK_H
#define OMPJIT_DEVICELINK_DEVICELINK_H

#include "ompjit/Backend/Cuda.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"

#include <functional>
#include <optional>

namespace ompjit::devicelink {

class LinkCache;

/// What the tools behind LLVM keep for debuggers and profilers.
enum class DebugLevel { None, Lines, Full };

/// A file with all remarks of LTO's passes, for tools.
struct RemarkFile {
  std::string Path; ///< Empty: none.
  std::string Format = "yaml";
  std::string Passes; ///< A pattern; empty: all.
};
/// What happens where nothing defines a symbol that the linked code needs.
enum class UndefinedSymbols { Report, Ignore };

struct DeviceLinkOptions {
  unsigned OptLevel = 2; ///< 0 to 3.
  std::string Cpu;       ///< Instead of the group's architecture.
  llvm::ThreadPoolStrategy Threads = llvm::heavyweight_hardware_concurrency();
  /// Into how many parts full LTO splits code generation at most; 0: as the
  /// size of the code asks.
  unsigned Partitions = 0;
  /// Where generated code is kept for later links; may be null.
  LinkCache *Cache = nullptr;
  /// Whatever else generated code depends on.
  std::string CacheSalt;
  /// Of LTO's time trace, in microseconds.
  unsigned TimeTraceGranularity = 500;
  RemarkFile Remarks;
  bool StripDebug = false;
  DebugLevel Debug = DebugLevel::None;
  CudaTools Cuda;
  std::vector<std::string> PtxasArguments;
  /// Whether the program gets the PTX besides, for later GPUs.
  bool KeepsPtx = false;
  /// Whether a package for an architecture comes with an image for it.
  bool WithNativeImage = true;
  /// Receives that PTX.
  std::function<void(llvm::StringRef)> TakePtx;
  std::vector<std::string> LibraryFolders; ///< Before the usual ones.
  /// Where the libraries are that images find in the program.
  std::vector<std::string> HostLibraryFolders;
  /// Device libraries as after -l, searched in this order.
  std::vector<std::string> Libraries;
  std::string SaveTempsPrefix; ///< Where LTO's stages go; empty: nowhere.
  /// Gets each command of lld, which runs in this process; may be empty. Those
  /// of other programs go to Cuda.Announce.
  std::function<void(llvm::ArrayRef<std::string>)> Announce;
  std::string ImageName; ///< For these commands.
  /// Only announce, with a file for each thin module and one for the others;
  /// the result is empty.
  bool DryRun = false;
  /// None: as the kind of link that the program gets has it.
  std::optional<UndefinedSymbols> Undefined;
  /// Removes names that images find in the program; may be empty.
  std::function<void(llvm::StringSet<> &)> RemoveProvided;
  /// The file that defines a symbol for the host, for a message; may be empty.
  std::function<std::string(llvm::StringRef)> HostDefinition;
  /// Receives what LLVM warns about; may be empty.
  std::function<void(llvm::StringRef)> Warn;
  /// Receives the remarks that LLVM's own options ask for, with place and
  /// source line as clang prints them; may be empty.
  std::function<void(llvm::StringRef)> Remark;
};

/// The CPU that the options and the group ask for, as LLVM names it.
std::string targetCpu(const DeviceGroup &Group,
                      const DeviceLinkOptions &Options);

/// The features that its inputs and its architecture name: "+a,-b".
std::string targetFeatures(const DeviceGroup &Group);

/// The bytes of the image. An error names the inputs that are to blame.
llvm::Expected<std::string> linkDeviceImage(const DeviceGroup &Group,
                                            const DeviceLinkOptions &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_DEVICELINK_H
