//===- NvJitLink.cpp - NVIDIA's linker for programs that run --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvJitLink.h"

#include "llvm/ADT/Twine.h"

#include <dlfcn.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

using namespace llvm;

namespace ompjit {

/// What nvJitLinkCreate returns for an option that its version does not have.
static constexpr int UnknownOption = 1;
/// CUDA 12.0 has no cache, nor an option against it.
static constexpr const char *WithoutCache = "-no-cache";

/// The newest comes first. The last one is in a toolkit, where the dynamic
/// linker does not look.
static constexpr const char *FileNames[] = {
    "libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so",
    "/usr/local/cuda/lib64/libnvJitLink.so"};

/// A library has its functions under names with its own version and with
/// earlier versions of the same major version. Newer libraries have plain
/// names, too.
template <typename Function>
bool NvJitLink::find(void *Library, const char *Name, Function *&Found) {
  auto Is = [&](const std::string &Symbol) {
    Found = reinterpret_cast<Function *>(::dlsym(Library, Symbol.c_str()));
    return Found != nullptr;
  };
  const std::string Plain = std::string("nvJitLink") + Name;
  if (Is(Plain) || Is("__" + Plain + "_13_0"))
    return true;
  for (int Minor = 9; Minor >= 0; --Minor)
    if (Is("__" + Plain + "_12_" + std::to_string(Minor)))
      return true;
  return false;
}

bool NvJitLink::findAll(void *Library) {
  findVersion(Library);
  return find(Library, "Create", Create) && find(Library, "Destroy", Destroy) &&
         find(Library, "AddData", AddData) &&
         find(Library, "Complete", Complete) &&
         find(Library, "GetLinkedCubinSize", GetLinkedCubinSize) &&
         find(Library, "GetLinkedCubin", GetLinkedCubin) &&
         find(Library, "GetLinkedPtxSize", GetLinkedPtxSize) &&
         find(Library, "GetLinkedPtx", GetLinkedPtx) &&
         find(Library, "GetErrorLogSize", GetErrorLogSize) &&
         find(Library, "GetErrorLog", GetErrorLog);
}

void NvJitLink::findVersion(void *Library) {
  Result (*Ask)(unsigned *Major, unsigned *Minor) = nullptr;
  unsigned Major = 0, Minor = 0;
  if (find(Library, "Version", Ask) && Ask(&Major, &Minor) == 0)
    Version = std::to_string(Major) + "." + std::to_string(Minor);
}

std::string NvJitLink::name() const {
  return Version.empty() ? "nvJitLink" : "nvJitLink " + Version;
}

/// The library knows two levels, and its assembler four.
std::string NvJitLink::levelOption(unsigned Level) {
  return (Level == 0 || Level == 3 ? "-O" : "-Xptxas=-O") +
         std::to_string(Level);
}

const NvJitLink *NvJitLink::open() {
  // Never destroyed: compiles may go on at exit.
  static const NvJitLink *const Opened = []() -> const NvJitLink * {
    auto Found = std::make_unique<NvJitLink>();
    for (const char *Name : FileNames)
      if (void *Library = ::dlopen(Name, RTLD_NOW | RTLD_LOCAL)) {
        if (Found->findAll(Library))
          return Found.release();
        ::dlclose(Library);
      }
    return nullptr;
  }();
  return Opened;
}

namespace {

/// The files that were opened, or why they could not be. Never destroyed.
struct OpenedFiles {
  std::mutex Guard;
  std::map<std::string, std::pair<const NvJitLink *, std::string>> ByFile;

  static OpenedFiles &get() {
    static auto *const All = new OpenedFiles;
    return *All;
  }
};

} // namespace

/// The lock is not held while the dynamic linker works: who asks for a file
/// that is open must not wait for that.
Expected<const NvJitLink *> NvJitLink::openFile(const std::string &File) {
  OpenedFiles &All = OpenedFiles::get();
  auto Known = [&]() -> std::optional<Expected<const NvJitLink *>> {
    const std::scoped_lock Lock(All.Guard);
    const auto Place = All.ByFile.find(File);
    if (Place == All.ByFile.end())
      return std::nullopt;
    const auto &[Opened, Why] = Place->second;
    if (!Opened)
      return createStringError(Why);
    return Opened;
  };
  if (auto Before = Known())
    return std::move(*Before);
  auto New = std::make_unique<NvJitLink>();
  std::string Why;
  if (void *Library = ::dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL); !Library)
    Why = "libnvJitLink cannot be opened: " + std::string(::dlerror());
  else if (!New->findAll(Library))
    Why = File + " is no libnvJitLink of CUDA 12 or later";
  {
    const std::scoped_lock Lock(All.Guard);
    const auto [Place, IsNew] = All.ByFile.try_emplace(File, New.get(), Why);
    if (IsNew && Why.empty())
      (void)New.release();
    else if (IsNew)
      Place->second.first = nullptr;
  }
  return std::move(*Known());
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

/// One link.
class NvJitLink::Link {
public:
  explicit Link(const NvJitLink &Of) : Of(Of) {}
  ~Link() {
    if (Linker)
      Of.Destroy(&Linker);
  }
  Link(const Link &) = delete;
  Link &operator=(const Link &) = delete;

  /// Returns the library's number.
  Result create(ArrayRef<std::string> Options) {
    std::vector<const char *> Texts;
    for (const std::string &Each : Options)
      Texts.push_back(Each.c_str());
    Texts.push_back(WithoutCache);
    const Result Code = tryCreate(Texts);
    if (Code != UnknownOption)
      return Code;
    Texts.pop_back();
    return tryCreate(Texts);
  }

  Error add(const Input &What) {
    if (const Result Code =
            Of.AddData(Linker, int(What.Kind), What.Bytes.data(),
                       What.Bytes.size(), What.Name.c_str()))
      return failure("reading '" + What.Name + "'", Code);
    return Error::success();
  }

  /// The functions give the size of what was made, and the bytes.
  template <typename Byte>
  Expected<std::string> complete(Result (*SizeOf)(Handle, size_t *),
                                 Result (*Take)(Handle, Byte *)) {
    if (const Result Code = Of.Complete(Linker))
      return failure("generating code", Code);
    size_t Size = 0;
    if (const Result Code = SizeOf(Linker, &Size))
      return failure("size of the code", Code);
    std::string Bytes(Size, '\0');
    if (const Result Code = Take(Linker, Bytes.data()))
      return failure("taking the code", Code);
    return Bytes;
  }

  Error failure(const Twine &Step, Result Code) const {
    const std::string Log = errorLog();
    return createStringError(
        "lib" + Of.name() + ": " + Step + ": " +
        (Log.empty() ? "error " + std::to_string(Code) : Log));
  }

private:
  Result tryCreate(std::vector<const char *> &Options) {
    if (Linker)
      Of.Destroy(&Linker);
    Linker = nullptr;
    return Of.Create(&Linker, uint32_t(Options.size()), Options.data());
  }

  std::string errorLog() const {
    size_t Size = 0;
    if (!Linker || Of.GetErrorLogSize(Linker, &Size) != 0 || Size == 0)
      return "";
    std::string Text(Size, '\0');
    if (Of.GetErrorLog(Linker, Text.data()) != 0)
      return "";
    return StringRef(Text.c_str()).trim().str();
  }

  const NvJitLink &Of;
  Handle Linker = nullptr;
};

Expected<std::string> NvJitLink::link(ArrayRef<Input> Inputs,
                                      ArrayRef<std::string> Options) const {
  Link Work(*this);
  if (const Result Code = Work.create(Options))
    return Work.failure("its options", Code);
  for (const Input &Each : Inputs)
    if (Error E = Work.add(Each))
      return std::move(E);
  return Work.complete(GetLinkedCubinSize, GetLinkedCubin);
}

Expected<std::optional<std::string>>
NvJitLink::linkToPtx(ArrayRef<Input> Inputs,
                     ArrayRef<std::string> Options) const {
  std::vector<std::string> All(Options.begin(), Options.end());
  All.push_back("-ptx");
  Link Work(*this);
  const Result Code = Work.create(All);
  if (Code == UnknownOption)
    return std::nullopt;
  if (Code)
    return Work.failure("its options", Code);
  for (const Input &Each : Inputs)
    if (Error E = Work.add(Each))
      return std::move(E);
  auto Ptx = Work.complete(GetLinkedPtxSize, GetLinkedPtx);
  if (!Ptx)
    return Ptx.takeError();
  return std::move(*Ptx);
}

Expected<std::string> NvJitLink::assemble(StringRef Ptx, StringRef Gpu,
                                          unsigned OptLevel) const {
  // The text ends with a zero.
  const std::string Text = Ptx.str() + '\0';
  return link(Input{InputKind::Ptx, Text, "kernel.ptx"},
              {"-arch=" + Gpu.str(), levelOption(OptLevel)});
}

} // namespace ompjit
