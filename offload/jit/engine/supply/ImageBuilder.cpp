//===- ImageBuilder.cpp - From a package to an image that loads -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include "ompjit/Support/ExactMath.h"
#include "ompjit/Targets.h"
#include "report/RequestText.h"

#include <algorithm>
#include <utility>

using namespace ompjit;
using namespace ompjit::jit;

bool ImageBuilder::isOpenFor(const WantedImage &Want) const {
  if (Want.Finisher && !Want.Finisher->isOpen()) {
    Want.Finisher->wantOpen();
    return false;
  }
  return Service.isOpenFor(Want.Request);
}

/// If a compile server is used, the service in the process stays closed.
void ImageBuilder::open() {
  if (!Service.isOpen())
    Service.open();
  for (const std::string &Why : Finishers.openWanted())
    tellMissing(Why);
}

void ImageBuilder::tellMissing(const std::string &Why) const {
  Report.note("no machine code is made by the device: " + Why);
}

Result<ImageBuilder::Built>
ImageBuilder::build(const WantedImage &Want,
                    const ImageFamilies::Members &Relatives) {
  const uint64_t Start = nowNs();
  std::optional<std::string> Copy = Want.Package->copy();
  if (!Copy)
    return Error("compiling " + describe(Want.Request) +
                 ": its program was closed");
  auto Package = std::make_unique<const std::string>(std::move(*Copy));
  bool MayBeStored = false;
  Result<CompileResult> Compiled =
      compile(Want, *Package, Relatives, MayBeStored);
  // The caller opens the service and compiles in the program then.
  if (!Compiled && !Service.isOpen())
    return Compiled.takeError();
  const uint64_t TimeNs = nowNs() - Start;
  Report.compiled(Want, Start, TimeNs, Compiled);
  if (!Compiled)
    return Compiled.takeError().context("compiling " + describe(Want.Request));
  if (Compiled->GoesOn)
    (void)Package.release(); // The compile, which no thread waits for any more,
                             // still reads it.
  if (Dump.isOn())
    Dump.write(Want.Request, Want.Package->Triple, Want.Key, *Compiled);
  if (!Compiled->Ok)
    return Error("compiling " + describe(Want.Request) + ": " +
                 Compiled->Message);
  MayBeStored = MayBeStored && !Compiled->IsAfterCrash;
  return Built{std::move(*Compiled), TimeNs, MayBeStored};
}

/// If the device's plugin cannot finish the image, another assembler does.
Result<CompileResult>
ImageBuilder::compile(const WantedImage &Want, ByteView Package,
                      const ImageFamilies::Members &Relatives,
                      bool &MayBeStored) {
  const uint64_t Start = nowNs();
  CompileRequest Request = requestFor(Want, Relatives);
  const bool WasMissing = Want.Finisher && Want.Finisher->isMissing();
  if (WasMissing)
    Request.AllowedAssembler =
        std::max(Request.AllowedAssembler, Assembler::Tool);
  Result<CompileResult> Compiled =
      Service.compile(Package, Request, MayBeStored);
  if (!Compiled || !Compiled->Ok || WasMissing ||
      !isUnfinished(Want, Compiled->Output))
    return Compiled;
  if (!finish(Want, *Compiled, Start))
    MayBeStored = false; // Other processes would load a finished one sooner.
  if (!Want.Finisher->isMissing())
    return Compiled;
  Request.AllowedAssembler =
      std::max(Request.AllowedAssembler, Assembler::Tool);
  return Service.compile(Package, Request, MayBeStored);
}

/// Returns the request with the values that are not part of the image's name.
CompileRequest
ImageBuilder::requestFor(const WantedImage &Want,
                         const ImageFamilies::Members &Relatives) const {
  CompileRequest Request = Want.Request;
  for (const std::shared_ptr<const Image> &Each : Relatives)
    Request.KnownCodes.push_back(Each->Code);
  if (traitsOf(Want.Package->Triple).HasLanes && Request.Emulation.empty())
    Request.ExactMath = exactFunctions();
  Request.TimeLimitMs = Chosen.TimeLimitMs;
  Request.WantsTexts = Dump.isOn();
  if (Chosen.Fault.IsForSpecialized && specializationText(Want.Request).empty())
    return Request;
  if (Chosen.Fault.givesPoorCode())
    Request.OptLevel = 0;
  else
    Request.Fault = Chosen.Fault.Point;
  return Request;
}

bool ImageBuilder::isUnfinished(const WantedImage &Want, const Image &Content) {
  return Content.IsAssembly && Want.Finisher && !Want.Finisher->isMissing();
}

bool ImageBuilder::finish(const WantedImage &Want, CompileResult &Compiled,
                          uint64_t StartNs) const {
  const auto Limit = std::chrono::milliseconds(Chosen.TimeLimitMs);
  const uint64_t Start = nowNs();
  const auto Passed = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::nanoseconds(Start - StartNs));
  const bool IsMeant = !Chosen.Fault.IsForSpecialized ||
                       !specializationText(Want.Request).empty();
  ImageFinisher::Outcome Made = Want.Finisher->finish(
      Compiled.Output.Bytes, Want.Request.KernelSymbol,
      IsMeant ? Chosen.Fault.Point : "",
      Limit.count() ? std::max(Limit - Passed, std::chrono::milliseconds(1))
                    : Limit);
  Compiled.Times.Assemble += nowNs() - Start;
  switch (Made.Ended) {
  case ImageFinisher::How::Finished:
    // A plugin may return the assembly as it is.
    Compiled.Output.IsAssembly = Made.Text == Compiled.Output.Bytes;
    Compiled.Output.Bytes = std::move(Made.Text);
    return true;
  case ImageFinisher::How::Failed:
    Compiled.Ok = false;
    Compiled.Message = "assembly: " + Made.Text;
    return true;
  case ImageFinisher::How::NotInstalled:
    tellMissing(Made.Text);
    return true;
  case ImageFinisher::How::Closed:
    break;
  }
  return false;
}
