//===- ompjit/DeviceLink/LinkConfig.h - What a device link is to do -------===//
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

/// Who wants a link is told, and asked, by it: this one is not interested, and
/// knows nothing. Called by one thread at a time.
class LinkClient {
public:
  virtual ~LinkClient();

  /// Gets each command of lld, which runs in this process, if it wants them.
  /// Those of other programs go to LinkConfig::Cuda.
  virtual bool wantsCommands() const { return false; }
  virtual void announce(llvm::ArrayRef<std::string> Command);

  /// Receives the PTX that the program gets besides its image.
  virtual void takePtx(llvm::StringRef Text);

  /// Removes names that images find in the program.
  virtual void removeProvided(llvm::StringSet<> &Names);
  /// The file that defines a symbol for the host, for a message.
  virtual std::string hostDefinition(llvm::StringRef Name);

  /// Receives what LLVM warns about.
  virtual void warn(llvm::StringRef Text);
  /// Receives the remarks that LLVM's own options ask for, with place and
  /// source line as clang prints them.
  virtual void remark(llvm::StringRef Text);

  static LinkClient &silent();
};

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

struct LinkConfig {
  /// Outlives the link.
  LinkClient *Client = &LinkClient::silent();
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
  std::vector<std::string> LibraryFolders; ///< Before the usual ones.
  /// Where the libraries are that images find in the program.
  std::vector<std::string> HostLibraryFolders;
  /// Device libraries as after -l, searched in this order.
  std::vector<std::string> Libraries;
  std::string SaveTempsPrefix; ///< Where LTO's stages go; empty: nowhere.
  std::string ImageName;       ///< For the commands that the client is told.
  /// Only announce, with a file for each thin module and one for the others;
  /// the result is empty.
  bool DryRun = false;
  /// None: as the kind of link that the program gets has it.
  std::optional<UndefinedSymbols> Undefined;
};

/// The CPU that the options and the group ask for, as LLVM names it.
std::string targetCpu(const DeviceGroup &Group, const LinkConfig &Options);

/// The features that its inputs and its architecture name: "+a,-b".
std::string targetFeatures(const DeviceGroup &Group);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LINKCONFIG_H
