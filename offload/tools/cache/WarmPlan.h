//===- WarmPlan.h - What is compiled before programs run ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out what recorded images need: packages of the programs, and those that
// are linked from recorded fragments first.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_WARMPLAN_H
#define OMPJIT_TOOLS_CACHE_WARMPLAN_H

#include "Options.h"

#include "ompjit/ImageRecord.h"
#include "ompjit/PackageFile.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ompjit::cachetool {

/// An image to be compiled, or a package to be linked.
struct WarmJob {
  PackageView Package;
  CompileRequest Request;
  std::string Program; ///< The file that the package is of, if it is known.
};

class WarmPlan {
public:
  /// Fails if a record or a program cannot be read, or holds nothing that
  /// matters. \p Chosen must live as long as the plan.
  static Result<std::unique_ptr<WarmPlan>> read(const Options &Chosen);

  /// Returns the packages that have to be linked from fragments.
  std::vector<WarmJob> links();
  /// To be called with each package that was linked.
  void addLinked(const WarmJob &, std::shared_ptr<const Image>);
  /// Returns the images of the programs' packages and of the linked ones.
  std::vector<WarmJob> images();

  uint64_t NumForeign = 0; ///< Recorded images of other programs.
  uint64_t NumBad = 0;     ///< Records that are damaged.
  std::vector<std::string> Failures, Notes;

private:
  /// A package that images can be compiled of.
  struct Known {
    PackageView Package;
    std::string Program;
    bool IsLinked;
  };

  explicit WarmPlan(const Options &Chosen) : Chosen(Chosen) {}

  Status addRecord(const std::string &Path);
  Status addProgram(const std::string &Path);
  bool isServed(const PackageView &) const;
  bool belongsToPrograms(const PackageView &Fragments,
                         const std::string &EntryPoint);
  std::string ownerOf(const PackageView &Fragments);
  void addOtherCode(const PackageView &, const CompileRequest &,
                    std::vector<WarmJob> &);
  bool addForOtherCode(const Known &, const CompileRequest &,
                       const std::string &Arch, std::vector<WarmJob> &);
  void add(const Known &, const CompileRequest &, std::vector<WarmJob> &);
  std::string whyNoCode(const Known &, const std::string &Arch) const;
  void tellUnserved();

  const Options &Chosen;
  std::deque<std::string> Records; ///< Their bytes.
  std::deque<PackageFile> Programs;
  std::map<package::Digest, Known> Packages;
  /// Each once, though several processes may have recorded it.
  std::vector<RecordedImage> Images;
  std::set<std::pair<package::Digest, std::string>> Seen;
  std::map<package::Digest, PackageView> Fragments;
  /// Fragments' code, and the path of the first program that has it.
  std::map<ByteView, std::string> Sought;
  std::vector<std::shared_ptr<const Image>> Linked;
  /// By the digests of recorded fragments, and wanted architectures: what the
  /// runtime puts together there with other code of the same fragments, or why
  /// nothing can be.
  std::map<std::pair<package::Digest, std::string>, Result<std::string>> Others;
  /// Which linked package became of which fragments and entry point, and the
  /// reverse.
  std::map<std::pair<package::Digest, std::string>, package::Digest> LinkedOf;
  std::multimap<package::Digest, package::Digest> FragmentsOf;
  /// Entry points whose fragments could not be linked.
  std::set<std::string> Unlinked;
  /// Entry points and wanted architectures; why no recorded fragments, nor
  /// those of programs, can be compiled for them.
  std::map<std::pair<std::string, std::string>, std::string> Lacking;
  std::set<std::pair<std::string, std::string>> Served;
};

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_WARMPLAN_H
