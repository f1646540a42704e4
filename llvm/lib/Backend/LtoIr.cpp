//===- LtoIr.cpp - Links LTO-IR of CUDA -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/LtoIr.h"

#include "NvJitLink.h"

#include "ompjit/Backend/Cubin.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Without it, functions that no kernel of the part calls are removed.
constexpr const char *KeepAll = "-Xnvvm=--force-device-c";

std::string readable(StringRef Symbol) {
  const std::string Text = demangle(Symbol);
  return Text == Symbol ? ("'" + Symbol + "'").str()
                        : ("'" + Text + "' (" + Symbol + ")").str();
}

/// Returns what stands between \p Before and \p After in \p Text; empty if they
/// are not there.
StringRef between(StringRef Text, StringRef Before, StringRef After) {
  const size_t Begin = Text.find(Before);
  if (Begin == StringRef::npos)
    return {};
  Text = Text.drop_front(Begin + Before.size());
  const size_t End = Text.find(After);
  return End == StringRef::npos ? StringRef() : Text.take_front(End);
}

NvJitLink::Input inputOf(const LtoIrPart &Part) {
  return {isFatbinary(Part.Bytes) ? NvJitLink::InputKind::Fatbinary
                                  : NvJitLink::InputKind::LtoIr,
          Part.Bytes, Part.Name};
}

Expected<std::optional<PtxSymbols>>
symbolsIn(const NvJitLink &Library, const LtoIrPart &Part, StringRef Gpu) {
  auto Ptx =
      Library.linkToPtx(inputOf(Part), {"-arch=" + Gpu.str(), "-lto", KeepAll});
  if (!Ptx)
    return Ptx.takeError();
  if (!*Ptx)
    return std::nullopt;
  return ptxSymbols(**Ptx);
}

std::vector<std::string> optionsFor(const LtoIrOptions &Wanted) {
  std::vector<std::string> All = {"-arch=" + Wanted.Gpu, "-lto",
                                  "-kernels-used=" + Wanted.Kernel};
  // Its assembler does not optimise code with debug information.
  if (Wanted.OptLevel == 0 || (Wanted.OptLevel != 3 && !Wanted.HasDebugInfo))
    All.push_back(NvJitLink::levelOption(Wanted.OptLevel));
  if (Wanted.FusesMultiplyAdd)
    All.push_back(*Wanted.FusesMultiplyAdd ? "-fma=1" : "-fma=0");
  if (Wanted.MaxRegisters)
    All.push_back("-maxrregcount=" + std::to_string(Wanted.MaxRegisters));
  if (Wanted.MaxThreads)
    All.push_back("-Xptxas=--maxntid=" + std::to_string(Wanted.MaxThreads));
  if (Wanted.HasLines)
    All.push_back("-lineinfo");
  if (Wanted.HasDebugInfo)
    All.push_back("-g");
  return All;
}

/// Explains why a kernel cannot be linked. The library tells of a symbol, and
/// not always of the parts.
class Explanation {
public:
  Explanation(const NvJitLink &Library, ArrayRef<LtoIrPart> Parts,
              const LtoIrOptions &Options)
      : Library(Library), Parts(Parts), Options(Options) {}

  /// Says in our words what is about a symbol.
  Error of(Error What) const {
    const std::string Text = toString(std::move(What));
    if (StringRef Symbol = between(Text, "Unresolved extern function '", "'");
        !Symbol.empty())
      return undefined(Symbol);
    if (StringRef Symbol = between(Text, "Linking globals named '", "'");
        !Symbol.empty())
      return createStringError(readable(Symbol) + " is defined by " +
                               partsWith(Symbol, &PtxSymbols::Defines) +
                               "; a kernel can have one of them only");
    return createStringError(Text);
  }

  /// Fails if a part needs one of the variables and none defines it.
  Error checkVariables(ArrayRef<std::string> Variables) const {
    PtxSymbols All;
    for (const LtoIrPart &Each : Parts) {
      auto Known = symbolsIn(Library, Each, Options.Gpu);
      if (!Known)
        return Known.takeError();
      if (!*Known)
        return Error::success();
      All.Defines.insert((*Known)->Defines.begin(), (*Known)->Defines.end());
      All.Needs.insert((*Known)->Needs.begin(), (*Known)->Needs.end());
    }
    for (const std::string &Each : Variables)
      if (All.Needs.count(Each) && !All.Defines.count(Each))
        return undefined(Each);
    return Error::success();
  }

private:
  Error undefined(StringRef Symbol) const {
    return createStringError(
        "undefined device symbol " + readable(Symbol) + " for " + Options.Gpu +
        ", used in " + partsWith(Symbol, &PtxSymbols::Needs) +
        "; no fragment of the kernel defines it: is one missing?");
  }

  std::string partsWith(StringRef Symbol,
                        std::set<std::string> PtxSymbols::*List) const {
    std::string Names;
    size_t Count = 0;
    for (const LtoIrPart &Each : Parts) {
      auto Known = symbolsIn(Library, Each, Options.Gpu);
      if (!Known) {
        consumeError(Known.takeError());
        continue;
      }
      if (*Known && ((**Known).*List).count(Symbol.str()))
        Names += (Count++ ? ", '" : "'") + Each.Name + "'";
    }
    return Count == 0   ? "some fragment"
           : Count == 1 ? "the fragment " + Names
                        : "the fragments " + Names;
  }

  const NvJitLink &Library;
  const ArrayRef<LtoIrPart> Parts;
  const LtoIrOptions &Options;
};

/// The library gives variables that no part defines a place, and removes
/// kernels that are not there. What the parts define costs it some time to
/// tell, and is asked for only if the kernel has variables.
Error check(StringRef Cubin, const LtoIrOptions &Options,
            const Explanation &Explain) {
  auto Symbols = cubinSymbols(Cubin);
  if (!Symbols)
    return Symbols.takeError();
  bool HasKernel = false;
  std::vector<std::string> Variables;
  for (const CubinSymbol &Each : *Symbols) {
    HasKernel |= Each.IsKernel && Each.Name == Options.Kernel;
    // The driver defines functions such as vprintf.
    if (!Each.IsFunction)
      Variables.push_back(Each.Name);
  }
  if (!HasKernel)
    return createStringError("none of the fragments has the entry point '" +
                             Options.Kernel +
                             "', a function with __global__ and extern \"C\"");
  return Variables.empty() ? Error::success()
                           : Explain.checkVariables(Variables);
}

} // namespace

bool isLtoIr(StringRef Bytes) {
  return Bytes.starts_with(StringRef("\xed\x43\x4e\x7f", 4));
}

bool isFatbinary(StringRef Bytes) {
  return Bytes.starts_with(StringRef("\x50\xed\x55\xba", 4));
}

void openLtoIrLinker(const std::string &File) {
  consumeError(NvJitLink::openFile(File).takeError());
}

Expected<LinkedLtoIr> linkLtoIr(const std::string &File,
                                ArrayRef<LtoIrPart> Parts,
                                const LtoIrOptions &Options) {
  auto Library = NvJitLink::openFile(File);
  if (!Library)
    return Library.takeError();
  std::vector<NvJitLink::Input> Inputs;
  for (const LtoIrPart &Each : Parts)
    Inputs.push_back(inputOf(Each));
  const Explanation Explain(**Library, Parts, Options);
  auto Cubin = (*Library)->link(Inputs, optionsFor(Options));
  if (!Cubin)
    return Explain.of(Cubin.takeError());
  if (Error E = check(*Cubin, Options, Explain))
    return std::move(E);
  return LinkedLtoIr{std::move(*Cubin), (*Library)->name()};
}

Expected<std::optional<PtxSymbols>>
symbolsOfLtoIr(const std::string &File, const LtoIrPart &Part, StringRef Gpu) {
  Expected<const NvJitLink *> Library =
      File.empty() ? Expected<const NvJitLink *>(NvJitLink::open())
                   : NvJitLink::openFile(File);
  if (!Library)
    return Library.takeError();
  if (!*Library)
    return std::nullopt;
  return symbolsIn(**Library, Part, Gpu);
}

} // namespace ompjit
