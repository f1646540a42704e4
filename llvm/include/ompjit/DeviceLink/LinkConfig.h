//===- ompjit/DeviceLink/LinkConfig.h - Options of a device link ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LINKCONFIG_H
#define OMPJIT_DEVICELINK_LINKCONFIG_H

#include "ompjit/Backend/Cuda.h"
#include "ompjit/DeviceLink/DeviceGroup.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"

#include <optional>
#include <string>
#include <vector>

namespace ompjit::devicelink {

class LinkCache;

/// The interface through which a link informs and asks its caller. This base
/// class ignores everything and gives empty answers. Called by one thread at a
/// time.
class LinkClient {
public:
  virtual ~LinkClient();

  /// Receives each command of lld, which runs in this process, if
  /// wantsCommands() is true. Commands of other programs go to
  /// LinkConfig::Cuda.
  virtual bool wantsCommands() const { return false; }
  virtual void announce(llvm::ArrayRef<std::string> Command);

  /// Receives the PTX that the program gets in addition to its image.
  virtual void takePtx(llvm::StringRef Text);

  /// Removes from \p Names those that images find in the program.
  virtual void removeProvided(llvm::StringSet<> &Names);
  /// Returns the file that defines a symbol for the host, for a message.
  virtual std::string hostDefinition(llvm::StringRef Name);

  /// Receives LLVM's warnings.
  virtual void warn(llvm::StringRef Text);
  /// Receives the remarks that LLVM's options ask for, with location and source
  /// line as clang prints them.
  virtual void remark(llvm::StringRef Text);

  static LinkClient &silent();
};

/// The debug information that the tools after LLVM keep for debuggers and
/// profilers.
enum class DebugLevel { None, Lines, Full };

/// A file with all remarks of LTO's passes, for tools.
struct RemarkFile {
  std::string Path; ///< Empty: none.
  std::string Format = "yaml";
  std::string Passes; ///< A pattern of passes' names; empty: all.
};
/// What happens if nothing defines a symbol that the linked code needs.
enum class UndefinedSymbols { Report, Ignore };

struct LinkConfig {
  /// Must outlive the link.
  LinkClient *Client = &LinkClient::silent();
  unsigned OptLevel = 2; ///< 0 to 3.
  std::string Cpu;       ///< Instead of the group's architecture.
  llvm::ThreadPoolStrategy Threads = llvm::heavyweight_hardware_concurrency();
  /// Maximum number of parts into which full LTO splits code generation; 0: by
  /// the size of the code.
  unsigned Partitions = 0;
  /// Keeps generated code for later links; may be null.
  LinkCache *Cache = nullptr;
  /// Everything else that generated code depends on.
  std::string CacheSalt;
  /// Granularity of LTO's time trace, in microseconds.
  unsigned TimeTraceGranularity = 500;
  RemarkFile Remarks;
  /// Whether to warn of loops that were not transformed as the source asks.
  bool TellsFailures = true;
  bool StripDebug = false;
  DebugLevel Debug = DebugLevel::None;
  CudaTools Cuda;
  std::vector<std::string> PtxasArguments;
  /// Whether the program also gets the PTX, for later GPUs.
  bool KeepsPtx = false;
  /// The function from which the only kernel of a package is made; empty: the
  /// kernels are those of target regions.
  std::string EntryPoint;
  /// Whether the function is a kernel already: the first of the codes is from a
  /// package of a program, the others define its late-bound functions.
  bool BindsKernel = false;
  /// Whether a package for an architecture comes with an image for it.
  bool WithNativeImage = true;
  std::vector<std::string> LibraryFolders; ///< Searched before the usual ones.
  /// Folders of the libraries that images find in the program.
  std::vector<std::string> HostLibraryFolders;
  /// Names of device libraries, as after -l, in the order of the search.
  std::vector<std::string> Libraries;
  std::string SaveTempsPrefix; ///< For files with LTO's stages; empty: none are
                               ///< written.
  std::string ImageName;       ///< For the commands that the client receives.
  /// Only announce commands, with one file for each thin module and one for all
  /// others; the result is empty.
  bool DryRun = false;
  /// Nothing: as usual for the kind of link that the program gets.
  std::optional<UndefinedSymbols> Undefined;
};

/// Returns the CPU that the options and the group ask for, as LLVM names it.
std::string targetCpu(const DeviceGroup &Group, const LinkConfig &Options);

/// Returns the features that the group's inputs and architecture name: "+a,-b".
std::string targetFeatures(const DeviceGroup &Group);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LINKCONFIG_H
