//===- ImageNames.cpp - The names of images in the caches -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageNames.h"

#include "report/RequestText.h"

#include "ompjit/Targets.h"

#include <algorithm>
#include <charconv>
#include <iterator>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// Leaves out the version of the assembly language, which is the newest one
/// that the driver knows: only machine code is kept, and it serves with any
/// driver that loads it.
std::string featuresInKey(std::string_view Triple, std::string_view Features) {
  const std::string_view Version = traitsOf(Triple).AssemblyVersion;
  if (Version.empty())
    return std::string(Features);
  std::string Kept;
  while (!Features.empty()) {
    const std::string_view First = Features.substr(0, Features.find(','));
    Features.remove_prefix(std::min(First.size() + 1, Features.size()));
    if (!First.starts_with(Version))
      Kept.append(Kept.empty() ? "" : ",").append(First);
  }
  return Kept;
}

/// Does not use std::to_string, whose decimal point depends on the program's
/// locale.
std::string numberText(double Number) {
  char Text[32];
  return std::string(Text, std::to_chars(Text, std::end(Text), Number).ptr);
}

} // namespace

const std::string &ImageNames::toolchain() {
  std::call_once(IdentifyOnce, [this] {
    Result<std::string> Identity = Service.identity();
    if (Identity)
      Toolchain = std::move(*Identity);
    else
      WhyUnknown = Identity.takeError();
  });
  return Toolchain;
}

const Error *ImageNames::lacksIdentity() {
  toolchain();
  return WhyUnknown ? &*WhyUnknown : nullptr;
}

const Result<NvJitLinkFile> &ImageNames::linker() {
  std::call_once(FindLinkerOnce, [this] {
    if (Chosen.NvJitLink.empty()) {
      Linker = findNvJitLink(nvJitLinkFolders());
      return;
    }
    Linker = identifyNvJitLink(Chosen.NvJitLink);
    if (!Linker)
      Linker = Linker.takeError().context("OMP_JIT_NVJITLINK");
  });
  return Linker;
}

void ImageNames::chooseLinker(CompileRequest &Request) {
  const Result<NvJitLinkFile> &Found = linker();
  Request.LinkerFile = Found ? Found->Path : "";
  Request.LinkerIdentity = Found ? Found->Identity : "";
}

const Error *ImageNames::lacksLinker(const SharedPackage &Package,
                                     const CompileRequest &Request) {
  if (!Package.IsLtoIr || Request.Kind != ImageKind::Package)
    return nullptr;
  const Result<NvJitLinkFile> &Found = linker();
  return Found ? nullptr : &Found.error();
}

static std::string digestText(const SharedPackage &Package) {
  return {reinterpret_cast<const char *>(Package.Digest.data()),
          Package.Digest.size()};
}

cache::KeyFields ImageNames::fieldsOf(const SharedPackage &Package,
                                      const CompileRequest &Request) {
  cache::KeyFields Fields;
  Fields.Toolchain = toolchain();
  Fields.Package = digestText(Package);
  Fields.Image = kindName(Request.Kind);
  Fields.Kernel = Request.KernelSymbol;
  Fields.Triple = Package.Triple;
  Fields.Arch = Request.Arch;
  Fields.Features = featuresInKey(Package.Triple, Request.Features);
  Fields.Driver = Request.LinkerIdentity;
  Fields.Options = "O" + std::to_string(Request.OptLevel);
  if (Request.Passes != Pipeline::Auto)
    Fields.Options += Request.Passes == Pipeline::Quick ? " quick" : " full";
  if (Request.Lanes != LanesAuto && traitsOf(Package.Triple).HasLanes)
    Fields.Options += " lanes=" + std::to_string(Request.Lanes);
  if (Request.NontemporalBytes != NontemporalAuto &&
      traitsOf(Package.Triple).HasNontemporalStores)
    Fields.Options +=
        " nontemporal=" + std::to_string(Request.NontemporalBytes);
  if (Request.Prefetch != PrefetchAuto && traitsOf(Package.Triple).isHost())
    Fields.Options += " prefetch=" + std::to_string(Request.Prefetch);
  Fields.Options += tuningText(Request.Tuned);
  if (Request.Kind == ImageKind::Kernel)
    Fields.Options += countsText(Request);
  if (!Request.Emulation.empty())
    Fields.Options += " on " + Request.Emulation;
  if (Chosen.Fault.givesPoorCode())
    Fields.Options += " poor";
  Fields.Specialization = specializationText(Request);
  return Fields;
}

/// Digests of counts keep names short.
std::string ImageNames::countsText(const CompileRequest &Request) {
  std::string Text = Request.IsCounting ? " counting" : "";
  if (!Request.Counts.empty())
    Text += " counts=" + cache::keyOf(Request.Counts).hex();
  return Text;
}

WantedImage ImageNames::wanted(std::shared_ptr<SharedPackage> Package,
                               CompileRequest Request,
                               std::shared_ptr<ImageFinisher> Finisher) {
  WantedImage Want{
      std::move(Package), std::move(Request), {}, {}, std::move(Finisher)};
  Want.Fields = cache::canonicalFields(fieldsOf(*Want.Package, Want.Request));
  Want.Key = cache::keyOf(Want.Fields);
  return Want;
}

WantedImage ImageNames::quickVersionOf(const WantedImage &Want) {
  CompileRequest Request = Want.Request;
  Request.Passes = Pipeline::Quick;
  Request.Counts.clear();
  return wanted(Want.Package, std::move(Request), Want.Finisher);
}

cache::Key ImageNames::familyOf(const WantedImage &Want) {
  CompileRequest Common = Want.Request;
  Common.Facts.clear();
  Common.Passes = Pipeline::Auto;
  return cache::keyOf(cache::canonicalFields(fieldsOf(*Want.Package, Common)));
}

std::string ImageNames::linkerFields(const SharedPackage &Package,
                                     const CompileRequest &Request) {
  cache::KeyFields Fields = fieldsOf(Package, Request);
  Fields.Image = "linker";
  Fields.Driver.clear();
  return cache::canonicalFields(Fields);
}

std::string ImageNames::programFields(const SharedPackage &Package) {
  cache::KeyFields Fields;
  Fields.Package = digestText(Package);
  Fields.Image = "program";
  Fields.Triple = Package.Triple;
  return cache::canonicalFields(Fields);
}

std::string ImageNames::noteFields(const SharedPackage &Package,
                                   const CompileRequest &Request) {
  cache::KeyFields Fields = fieldsOf(Package, Request);
  Fields.Image = "tracker";
  Fields.Kernel.clear();
  Fields.Specialization = "T=" + std::to_string(Chosen.Threshold) +
                          ",R=" + numberText(Chosen.Ratio) +
                          ",of=" + std::to_string(Chosen.Specialize);
  return cache::canonicalFields(Fields);
}
