//===- ImageSource.cpp - Where compiled images come from ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageSource.h"

#include "ImageFinisher.h"
#include "RemoteCache.h"
#include "report/RequestText.h"

#include "ompjit/Targets.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

using namespace ompjit;
using namespace ompjit::jit;

/// Images that are in memory whatever may be loaded.
static constexpr uint64_t LeastInMemory = 64 << 20;

ImageSource::ImageSource(const Settings &Chosen,
                         std::unique_ptr<Compiler> Service, const Log &Lines,
                         Trace &Events, ProcessLocks &Process,
                         ImageFinishers &Finishers)
    : Chosen(Chosen), Lines(Lines), Events(Events), Service(std::move(Service)),
      Process(Process), Finishers(Finishers), Dump(Chosen.DumpFolder, Lines),
      Record(Chosen.RecordFile, Lines),
      InMemory(std::max(Chosen.MemoryBytes, LeastInMemory)) {}

void ImageSource::prepare() {
  std::call_once(PrepareOnce, [this] {
    Result<std::string> Identity = Service->identity();
    if (Identity)
      Toolchain = std::move(*Identity);
    if (!Chosen.Enabled || Chosen.Cache != CacheMode::Disk)
      return;
    // What cannot be named for certain must not be found by another process.
    if (Identity)
      openStores();
    else
      Lines.line(LogLevel::Compiles,
                 "no images are cached on disk, because the compile service "
                 "is not identified: " +
                     Identity.error().message());
  });
}

void ImageSource::openStores() {
  cache::LayeredStore::Options Options;
  Options.Folder.Folder = Chosen.CacheDir;
  Options.Folder.LimitBytes = Chosen.CacheSizeBytes;
  Options.Folder.Notify = [this](cache::DiskStore::Severity How,
                                 const std::string &What) {
    if (How == cache::DiskStore::Severity::Warning)
      Lines.warning(What);
    else
      Lines.line(LogLevel::Compiles, What);
  };
  Options.Bundles = Chosen.CacheBundles;
  Options.Remote = openRemote();
  Stores = std::make_unique<cache::LayeredStore>(std::move(Options));
}

/// Null where it is not wanted, or the secret is not there: what is not signed
/// is used only where that is said to be wanted.
std::unique_ptr<cache::RemoteStore> ImageSource::openRemote() {
  const std::optional<remote::Address> To =
      remote::parseAddress(Chosen.CacheRemote);
  if (!To)
    return nullptr;
  if (Chosen.CacheRemoteSecret.empty()) {
    Lines.warning("the remote cache is not used: OMP_JIT_CACHE_REMOTE_SECRET "
                  "is not set. Have it name a file with a secret; or, where "
                  "whoever can write to the server may have code run here, "
                  "set it to none");
    return nullptr;
  }
  RemoteCache::Options Options;
  if (Chosen.CacheRemoteSecret != Settings::NoSecret) {
    Result<remote::Secret> Secret =
        remote::Secret::read(Chosen.CacheRemoteSecret);
    if (!Secret) {
      Lines.warning("the remote cache is not used: " +
                    Secret.error().message());
      return nullptr;
    }
    Options.Secret = std::move(*Secret);
  }
  // Launches do not wait for all of it.
  static constexpr std::chrono::milliseconds LongestStep(1000);
  Options.Open = [To = *To] { return remote::connectToRedis(To, LongestStep); };
  Options.Patience = std::chrono::milliseconds(Chosen.CacheRemoteWaitMs);
  Options.Notify = [this, Name = To->forPeople()](const std::string &What) {
    Lines.line(LogLevel::Compiles, Name + ": " + What);
  };
  return std::make_unique<RemoteCache>(std::move(Options));
}

/// Assembly is a way to machine code; its version is the newest that a driver
/// knows. It is the machine code that is kept, and serves with any driver that
/// loads it.
static std::string featuresInKey(std::string_view Triple,
                                 std::string_view Features) {
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

cache::KeyFields ImageSource::fieldsOf(const SharedPackage &Package,
                                       const CompileRequest &Request) {
  cache::KeyFields Fields;
  Fields.Toolchain = Toolchain;
  Fields.Package.assign(reinterpret_cast<const char *>(Package.Digest.data()),
                        Package.Digest.size());
  Fields.Image = kindName(Request.Kind);
  Fields.Kernel = Request.KernelSymbol;
  Fields.Triple = Package.Triple;
  Fields.Arch = Request.Arch;
  Fields.Features = featuresInKey(Package.Triple, Request.Features);
  Fields.Options = "O" + std::to_string(Request.OptLevel);
  if (Request.Passes != Pipeline::Auto)
    Fields.Options += Request.Passes == Pipeline::Quick ? " quick" : " full";
  if (!Request.Emulation.empty())
    Fields.Options += " on " + Request.Emulation;
  if (Chosen.Fault.givesPoorCode())
    Fields.Options += " poor";
  Fields.Specialization = specializationText(Request);
  return Fields;
}

/// What all images of a kernel have in common whose code is generated alike.
cache::Key ImageSource::familyOf(const WantedImage &Want) {
  CompileRequest Common = Want.Request;
  Common.Facts.clear();
  Common.Passes = Pipeline::Auto;
  const cache::KeyFields Fields = fieldsOf(*Want.Package, Common);
  return cache::keyOf(cache::canonicalFields(Fields));
}

WantedImage ImageSource::wanted(std::shared_ptr<SharedPackage> Package,
                                CompileRequest Request,
                                std::shared_ptr<ImageFinisher> Finisher) {
  WantedImage Want =
      named(std::move(Package), std::move(Request), std::move(Finisher));
  if (Record.isOn())
    Process.withoutLinker(
        [&] { Record.add(Want.Key, *Want.Package, Want.Request); });
  return Want;
}

WantedImage ImageSource::named(std::shared_ptr<SharedPackage> Package,
                               CompileRequest Request,
                               std::shared_ptr<ImageFinisher> Finisher) {
  Process.withoutLinker([this] { prepare(); });
  WantedImage Want{
      std::move(Package), std::move(Request), {}, {}, std::move(Finisher)};
  Want.Fields = cache::canonicalFields(fieldsOf(*Want.Package, Want.Request));
  Want.Key = cache::keyOf(Want.Fields);
  return Want;
}

WantedImage ImageSource::quickVersionOf(const WantedImage &Want) {
  CompileRequest Request = Want.Request;
  Request.Passes = Pipeline::Quick;
  return named(Want.Package, std::move(Request), Want.Finisher);
}

void ImageSource::finish(std::chrono::steady_clock::time_point End) {
  if (Stores && Stores->remote())
    Stores->remote()->finish(End);
}

void ImageSource::forgetThreads() {
  if (Stores && Stores->remote())
    Stores->remote()->forgetThread();
  Service->forgetParent();
}

/// Assembly, of which the device makes more.
static bool isToBeFinished(const WantedImage &Want, const Image &Content) {
  return Content.IsAssembly && Want.Finisher && !Want.Finisher->isMissing();
}

/// Whether a compile, which must not open libraries, would have to.
static bool mustOpenFinisher(const WantedImage &Want) {
  if (!Want.Finisher || Want.Finisher->isOpen())
    return false;
  Want.Finisher->wantOpen();
  return true;
}

std::optional<ObtainedImage> ImageSource::find(const WantedImage &Want) {
  std::optional<ObtainedImage> Found;
  Process.withoutLinker([&] {
    if (std::shared_ptr<const Image> Known = findInMemory(Want.Key)) {
      Found = ObtainedImage{std::move(Known), ImageOrigin::Memory, 0, {}};
      return;
    }
    std::optional<cache::StoredImage> Stored =
        readsStores() ? Stores->find(Want.Key) : std::nullopt;
    std::shared_ptr<const Image> Known =
        Stored ? decodeStored(Want, *Stored) : nullptr;
    if (!Known || isToBeFinished(Want, *Known) || isRefused(Want.Key))
      return;
    rememberStored(Want, Known, Stored->CompileNs);
    Found = ObtainedImage{std::move(Known), ImageOrigin::Disk, 0, {}};
  });
  return Found;
}

Result<ObtainedImage> ImageSource::get(const WantedImage &Want) {
  for (;;) {
    Attempt Got;
    Process.withoutLinker([&] { Got = tryGet(Want); });
    if (Got)
      return std::move(*Got);
    openCompiler();
  }
}

void ImageSource::openCompiler() {
  Process.withLinker([this] {
    // Where a compile server is used, there is nothing to open.
    if (!Service->isOpen())
      Service->open();
    Finishers.openWanted();
  });
}

ImageSource::Attempt ImageSource::tryGet(const WantedImage &Want) {
  if (std::shared_ptr<const Image> Known = findInMemory(Want.Key))
    return ObtainedImage{std::move(Known), ImageOrigin::Memory, 0, {}};
  auto Outcome = Flights.run(Want.Key, [&] { return fetch(Want); });
  if (Outcome.Waited && Outcome.Made && *Outcome.Made)
    return ObtainedImage{(*Outcome.Made)->Content, ImageOrigin::Memory, 0, {}};
  return std::move(Outcome.Made);
}

std::shared_ptr<const Image> ImageSource::findInMemory(const cache::Key &Key) {
  MutexLock Lock(Guard);
  return InMemory.find(Key);
}

void ImageSource::remember(const WantedImage &Want,
                           const std::shared_ptr<const Image> &Content) {
  if (!Content->Code.empty())
    Families.add(familyOf(Want), Content);
  if (Chosen.Enabled && Chosen.Cache != CacheMode::Off) {
    MutexLock Lock(Guard);
    InMemory.add(Want.Key, Content);
  }
}

void ImageSource::rememberStored(const WantedImage &Want,
                                 const std::shared_ptr<const Image> &Content,
                                 uint64_t CompileNs) {
  remember(Want, Content);
  Expected.note(familyOf(Want), CompileNs);
  MutexLock Lock(Guard);
  Stored.emplace(Want.Key, false);
}

bool ImageSource::isRefused(const cache::Key &Key) {
  MutexLock Lock(Guard);
  auto At = Stored.find(Key);
  return At != Stored.end() && At->second;
}

/// Those with the same code would not load either: their family is forgotten.
bool ImageSource::refuse(const WantedImage &Want) {
  {
    MutexLock Lock(Guard);
    auto At = Stored.find(Want.Key);
    if (At == Stored.end() || std::exchange(At->second, true))
      return false;
    InMemory.remove(Want.Key);
  }
  Families.forget(familyOf(Want));
  bool MayHaveBetter = false;
  Process.withoutLinker(
      [&] { MayHaveBetter = Stores && Stores->forget(Want.Key); });
  if (MayHaveBetter) {
    MutexLock Lock(Guard);
    Stored.erase(Want.Key);
  }
  return true;
}

/// Runs in one thread at a time for each key.
ImageSource::Attempt ImageSource::fetch(const WantedImage &Want) {
  // Another thread may have finished between our look and our turn.
  if (std::shared_ptr<const Image> Known = findInMemory(Want.Key))
    return ObtainedImage{std::move(Known), ImageOrigin::Memory, 0, {}};
  cache::DiskStore::Found Found = lookUp(Want);
  if (Found.Image && !isRefused(Want.Key))
    if (std::shared_ptr<const Image> Stored =
            decodeStored(Want, *Found.Image)) {
      if (isToBeFinished(Want, *Stored) && mustOpenFinisher(Want))
        return std::nullopt;
      return finishStored(Want, std::move(Stored), Found.Image->CompileNs);
    }
  return compile(Want, std::move(Found));
}

/// Looks on disk, if not done before the compile service was opened. The claim,
/// if any, keeps other processes waiting until the image is stored.
cache::DiskStore::Found ImageSource::lookUp(const WantedImage &Want) {
  if (!readsStores())
    return {};
  {
    MutexLock Lock(Guard);
    if (auto Before = Missed.extract(Want.Key))
      return std::move(Before.mapped());
  }
  const uint64_t Start = nowNs();
  cache::DiskStore::Found Found = Stores->lookup(
      Want.Key, Expected.of(familyOf(Want), Want.Package->NumBytes));
  if (Events.isOn())
    Events.span("cache", "look up", Start,
                {{"image", describe(Want.Request)},
                 {"outcome", nameOf(Found.Outcome)}});
  if (Lines.wants(LogLevel::Cache))
    Lines.line(LogLevel::Cache, "cache: " + describe(Want.Request) + ": " +
                                    nameOf(Found.Outcome) + ", key " +
                                    Want.Key.hex());
  return Found;
}

/// An entry is intact if it comes this far; an image in it that is not
/// understood means that the writer was at fault, and is compiled anew.
std::shared_ptr<const Image>
ImageSource::decodeStored(const WantedImage &Want,
                          const cache::StoredImage &Stored) {
  Result<Image> Content = Image::decode(Stored.Payload);
  if (Content)
    return std::make_shared<const Image>(std::move(*Content));
  Lines.line(LogLevel::Compiles,
             "cache: " + describe(Want.Request) +
                 " is not understood: " + Content.error().message());
  return nullptr;
}

/// What was found is kept until the compile service is open.
ImageSource::Attempt ImageSource::openFirst(const WantedImage &Want,
                                            cache::DiskStore::Found Found) {
  Found.Image.reset();
  MutexLock Lock(Guard);
  Missed.insert_or_assign(Want.Key, std::move(Found));
  return std::nullopt;
}

ImageSource::Attempt ImageSource::compile(const WantedImage &Want,
                                          cache::DiskStore::Found Found) {
  if (!Service->isOpen() || mustOpenFinisher(Want))
    return openFirst(Want, std::move(Found));
  const uint64_t Start = nowNs();
  std::optional<std::string> Copy = Want.Package->copy();
  if (!Copy)
    return Error("compiling " + describe(Want.Request) +
                 ": its program was closed");
  auto Package = std::make_unique<const std::string>(std::move(*Copy));
  const ImageFamilies::Members Relatives = Families.find(familyOf(Want));
  bool IsIdentified = false;
  Result<CompileResult> Compiled =
      compileCode(Want, *Package, Relatives, IsIdentified);
  // Where there is no compile server it is done in the program.
  if (!Compiled && !Service->isOpen())
    return openFirst(Want, std::move(Found));
  const uint64_t CompileNs = nowNs() - Start;
  if (Events.isOn())
    traceCompile(Want, Start, CompileNs, Compiled);
  if (!Compiled)
    return Compiled.takeError().context("compiling " + describe(Want.Request));
  if (Compiled->GoesOn)
    (void)Package.release(); // The compile's, which nobody waits for any more.
  if (Dump.isOn())
    Dump.write(Want.Request, Want.Package->Triple, Want.Key, *Compiled);
  return accept(Want, std::move(*Compiled), Relatives, CompileNs, IsIdentified);
}

/// Compiles to what is loaded. Where the device cannot finish the image,
/// whoever else makes machine code does.
Result<CompileResult>
ImageSource::compileCode(const WantedImage &Want, ByteView Package,
                         const ImageFamilies::Members &Relatives,
                         bool &IsIdentified) {
  const uint64_t Start = nowNs();
  CompileRequest Request = compileRequest(Want, Relatives);
  const bool WasMissing = Want.Finisher && Want.Finisher->isMissing();
  if (WasMissing)
    Request.By = std::max(Request.By, Assembler::Tool);
  Result<CompileResult> Compiled =
      Service->compile(Package, Request, IsIdentified);
  if (!Compiled || !Compiled->Ok || WasMissing ||
      !isToBeFinished(Want, Compiled->Output))
    return Compiled;
  if (!finish(Want, *Compiled, Start))
    IsIdentified = false; // Others would load it sooner if it were finished.
  if (!Want.Finisher->isMissing())
    return Compiled;
  Request.By = std::max(Request.By, Assembler::Tool);
  return Service->compile(Package, Request, IsIdentified);
}

/// Has the device finish what was compiled since \p StartNs. False where it is
/// closed.
bool ImageSource::finish(const WantedImage &Want, CompileResult &Compiled,
                         uint64_t StartNs) {
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
    // A plugin may find that assembly is best.
    Compiled.Output.IsAssembly = Made.Text == Compiled.Output.Bytes;
    Compiled.Output.Bytes = std::move(Made.Text);
    return true;
  case ImageFinisher::How::Failed:
    Compiled.Ok = false;
    Compiled.Message = "assembly: " + Made.Text;
    return true;
  case ImageFinisher::How::NotInstalled:
    Lines.line(LogLevel::Compiles,
               "no machine code is made by the device: " + Made.Text);
    return true;
  case ImageFinisher::How::Closed:
    break;
  }
  return false;
}

/// Somebody without such a device stored assembly: it is finished, and replaced
/// on disk. Where that fails it serves as it is, as the driver may know better.
ImageSource::Attempt
ImageSource::finishStored(const WantedImage &Want,
                          std::shared_ptr<const Image> Stored,
                          uint64_t CompileNs) {
  const bool IsUnfinished = isToBeFinished(Want, *Stored);
  CompileResult Same;
  if (IsUnfinished) {
    Same.Ok = true;
    Same.Output = *Stored;
    if (finish(Want, Same, nowNs()) && Same.Ok && !Same.Output.IsAssembly) {
      Stored = std::make_shared<const Image>(std::move(Same.Output));
      Stores->forget(Want.Key);
      store(Want, *Stored, Same.Times.Assemble);
    } else if (!Same.Ok) {
      Lines.line(LogLevel::Compiles,
                 "cache: " + describe(Want.Request) + ": " + Same.Message);
    }
  }
  rememberStored(Want, Stored, CompileNs);
  return ObtainedImage{std::move(Stored), ImageOrigin::Disk, 0, {}};
}

/// Where a relative has the same code, that is the image.
Result<ObtainedImage>
ImageSource::accept(const WantedImage &Want, CompileResult Compiled,
                    const ImageFamilies::Members &Relatives, uint64_t CompileNs,
                    bool MayBeStored) {
  if (!Compiled.Ok)
    return Error("compiling " + describe(Want.Request) + ": " +
                 Compiled.Message);
  std::shared_ptr<const Image> Content =
      ImageFamilies::withCode(Relatives, Compiled.Output.Code);
  const bool IsKnown = Content != nullptr;
  if (!IsKnown)
    Content = std::make_shared<const Image>(std::move(Compiled.Output));
  if (Stores && MayBeStored && !Compiled.IsAfterCrash)
    store(Want, *Content, CompileNs);
  remember(Want, Content);
  Expected.note(familyOf(Want), CompileNs);
  return ObtainedImage{std::move(Content), ImageOrigin::Compiler, CompileNs,
                       Compiled.Times, IsKnown};
}

/// With what does not name the image.
CompileRequest
ImageSource::compileRequest(const WantedImage &Want,
                            const ImageFamilies::Members &Relatives) const {
  CompileRequest Request = Want.Request;
  for (const std::shared_ptr<const Image> &Each : Relatives)
    Request.KnownCodes.push_back(Each->Code);
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

/// The stages follow each other, between copying the package and decoding the
/// answer.
void ImageSource::traceCompile(const WantedImage &Want, uint64_t StartNs,
                               uint64_t CompileNs,
                               const Result<CompileResult> &Compiled) {
  const std::string Outcome = !Compiled       ? Compiled.error().message()
                              : !Compiled->Ok ? Compiled->Message
                              : Compiled->Output.Bytes.empty()
                                  ? "another image has the same code"
                                  : "compiled";
  Events.write("compile", "compile", StartNs, CompileNs,
               {{"image", describe(Want.Request)}, {"outcome", Outcome}});
  if (!Compiled)
    return;
  const CompileTimes &Times = Compiled->Times;
  const std::pair<const char *, uint64_t> Stages[] = {
      {"load", Times.Load},         {"specialise", Times.Specialize},
      {"optimise", Times.Optimize}, {"generate", Times.CodeGen},
      {"link", Times.Link},         {"assemble", Times.Assemble}};
  for (const auto &[Name, Ns] : Stages) {
    if (Ns)
      Events.write("compile", Name, StartNs, Ns, {});
    StartNs += Ns;
  }
}

void ImageSource::store(const WantedImage &Want, const Image &Content,
                        uint64_t CompileNs) {
  const uint64_t Start = nowNs();
  ++NumStoring;
  cache::StoreOutcome Outcome =
      Stores->store(Want.Key, Want.Fields, Content.encode(), CompileNs);
  --NumStoring;
  if (Events.isOn())
    Events.span("cache", "store", Start,
                {{"image", describe(Want.Request)},
                 {"outcome", cache::nameOf(Outcome)}});
  if (Lines.wants(LogLevel::Cache))
    Lines.line(LogLevel::Cache, "cache: " + describe(Want.Request) + ": " +
                                    cache::nameOf(Outcome) + ", key " +
                                    Want.Key.hex());
}

/// Not std::to_string, whose decimal point the program's locale chooses.
static std::string numberText(double Number) {
  char Text[32];
  return std::string(Text, std::to_chars(Text, std::end(Text), Number).ptr);
}

/// Another rule gives up other facts.
std::string ImageSource::noteFields(const SharedPackage &Package,
                                    const CompileRequest &Like) {
  cache::KeyFields Fields = fieldsOf(Package, Like);
  Fields.Image = "tracker";
  Fields.Kernel.clear();
  Fields.Specialization = "T=" + std::to_string(Chosen.Threshold) +
                          ",R=" + numberText(Chosen.Ratio) +
                          ",of=" + std::to_string(Chosen.Specialize);
  return cache::canonicalFields(Fields);
}

std::string ImageSource::readNote(const SharedPackage &Package,
                                  const CompileRequest &Like) {
  prepare();
  if (!Stores)
    return "";
  const cache::Key Key = cache::keyOf(noteFields(Package, Like));
  std::optional<cache::StoredImage> Stored = Stores->readNote(Key);
  return Stored ? std::string(Stored->Payload) : "";
}

void ImageSource::writeNote(const SharedPackage &Package,
                            const CompileRequest &Like,
                            const std::string &Bytes) {
  prepare();
  if (!Stores)
    return;
  const std::string Fields = noteFields(Package, Like);
  Stores->replaceNote(cache::keyOf(Fields), Fields, Bytes);
}
