//===- Registration.cpp - The object that registers device images ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration.h over LLVM's own wrapper, which fixes the layout of the
// descriptor.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Registration.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/Frontend/Offloading/OffloadWrapper.h"
#include "llvm/Frontend/Offloading/Utility.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

static SmallString<0> asRecord(const DeviceImage &Image) {
  OffloadBinary::OffloadingImage Record;
  const bool IsCubin = targetKind(Image.Triple) == TargetKind::Nvptx;
  Record.TheImageKind = Image.IsPackage ? IMG_None
                        : Image.IsPtx   ? IMG_PTX
                        : IsCubin       ? IMG_Cubin
                                        : IMG_Object;
  Record.TheOffloadKind = OFK_OpenMP;
  Record.StringData["triple"] = Image.Triple;
  Record.StringData["arch"] = Image.Arch;
  Record.Image = MemoryBuffer::getMemBuffer(Image.Bytes, "", false);
  return OffloadBinary::write(Record);
}

Expected<std::unique_ptr<Module>>
registrationModule(LLVMContext &Context, StringRef HostTriple,
                   ArrayRef<DeviceImage> Images) {
  auto Machine = createTargetMachine(HostTriple, "", "", 2);
  if (!Machine)
    return Machine.takeError();
  auto M = std::make_unique<Module>("offload.registration", Context);
  M->setTargetTriple(Triple(HostTriple));
  M->setDataLayout((*Machine)->createDataLayout());

  SmallVector<SmallString<0>> Records;
  for (const DeviceImage &Image : Images)
    Records.push_back(asRecord(Image));
  SmallVector<ArrayRef<char>> Bytes;
  for (const SmallString<0> &Record : Records)
    Bytes.push_back({Record.data(), Record.size()});
  if (Error E = offloading::wrapOpenMPBinaries(
          *M, Bytes, offloading::getOffloadEntryArray(*M)))
    return E;
  return M;
}

Expected<SmallVector<char, 0>> registrationObject(Module &M) {
  auto Machine = createTargetMachine(M.getTargetTriple().str(), "", "", 2);
  if (!Machine)
    return Machine.takeError();
  return emitCode(M, **Machine);
}

} // namespace ompjit::devicelink
