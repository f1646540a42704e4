//===- CudaRecord.cpp - Records of LTO-IR ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRecord.h"

#include "Symbols.h"

#include "ompjit/Backend/LtoIr.h"
#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/OffloadBinary.h"

#include <set>

using namespace llvm;
using namespace llvm::object;
using namespace ompjit;
using namespace ompjit::fragment;

Expected<SmallString<0>> CudaRecords::record(const CudaCode &Code) {
  const devicelink::WorkNote Note(Code.Source, Code.Bytes.size());
  auto Names =
      symbolsOfLtoIr(Wanted.Linker, {Code.Source, Code.Bytes}, Code.Arch);
  if (!Names)
    return createStringError(Code.Source + ": its LTO-IR for " + Code.Arch +
                             ": " + toString(Names.takeError()));
  OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = Code.IsFatbinary ? IMG_Fatbinary : IMG_None;
  Image.TheOffloadKind = OFK_Cuda;
  Image.StringData["triple"] = "nvptx64-nvidia-cuda";
  Image.StringData["arch"] = Code.Arch;
  Image.StringData["code"] = "ltoir";
  std::string Lists[4];
  if (const std::optional<PtxSymbols> &Known = *Names) {
    if (Known->Defines.empty())
      return createStringError(
          Code.Source + ": its code for " + Code.Arch +
          " defines nothing that other fragments could use; put functions with "
          "__device__ or __global__ there that are neither static nor inline");
    for (const std::string &Each : Known->Defines) {
      if (Known->Weak.count(Each))
        continue;
      const auto [At, IsNew] = Definers.insert({Each, Code.Source});
      if (!IsNew)
        return createStringError(
            Code.Source + ": " + readable(Each) + " is defined there and in " +
            At->second + ", for " + Code.Arch +
            "; leave one out, or make the function inline or static");
    }
    Lists[0] = join(Known->Defines, " ");
    Lists[1] = join(Known->Weak, " ");
    Lists[2] = join(Known->Needs, " ");
    Lists[3] = join(Known->Entries, " ");
    Image.StringData["defines"] = Lists[0];
    Image.StringData["weak"] = Lists[1];
    Image.StringData["needs"] = Lists[2];
    Image.StringData["entries"] = Lists[3];
  } else {
    Lists[3] = join(
        std::set<std::string>(Wanted.Entries.begin(), Wanted.Entries.end()),
        " ");
    Image.StringData["entries"] = Lists[3];
  }
  Image.Image = MemoryBuffer::getMemBuffer(Code.Bytes, "",
                                           /*RequiresNullTerminator=*/false);
  return OffloadBinary::write(Image);
}
