//===- CompileService.cpp - Encoding of requests and results --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// encode() and decode() of ompjit/CompileService.h, used by the engine on one
// side and by the compile service on the other; images are also stored in the
// cache in this form. Integers are little-endian; a blob is its length as u64
// and its bytes.
//
//   request = "OJRQ" version:u32 kind:u32 kernel:blob arch:blob features:blob
//             emulation:blob level:u32 passes:u32 lanes:u32 nontemporal:u64
//             prefetch:u32 exact:u32 unroll:u32 vector:u32 threads:u32
//             resident:u32 count:u64 { fact:u32 parameter:u32 offset:u32
//             width:u32 value:u64 } limit:u32 fault:blob with-texts:u32
//             count:u64 { code:blob } assembler:u32 linker-file:blob
//             linker-identity:blob counting:u32 counts:blob
//   image   = "OJIM" version:u32 bytes:blob count:u64 { symbol:blob }
//             code:blob assembly:u32 counters:blob
//   result  = "OJRS" version:u32 ok:u32 message:blob image:blob
//             load:u64 specialize:u64 optimize:u64 codegen:u64 link:u64
//             assemble:u64 goes-on:u32 after-crash:u32
//             count:u64 { name:blob text:blob } count:u64 { loop:blob }
//             unfit-counts:u32
//
// Version history
//   1  first version
//   2  requests: emulation
//   3  requests: the size of the launch
//   4  requests: facts of any kind
//   5  requests: time limit and fault; results: goes on, after a crash (2)
//   6  requests: facts about fields
//   7  requests: facts about what pointers lead to
//   10 requests: assembler; images: assembly (3); results: its time (4)
//   11 requests: the linker of LTO-IR
//   14 requests: exact functions
//   15 requests: counts; images: counters (4); results: unfit counts (6)
//   16 requests: prefetches
//
// decode() takes untrusted bytes: it reads nothing outside them, and the memory
// that it allocates is bounded by their size.
//
//===----------------------------------------------------------------------===//

#include "ompjit/CompileService.h"

#include "ompjit/Support/ExactMath.h"

namespace ompjit {

namespace {

constexpr uint32_t tag(const char (&Text)[5]) {
  uint32_t Value = 0;
  for (int I = 3; I >= 0; --I)
    Value = Value << 8 | static_cast<unsigned char>(Text[I]);
  return Value;
}
/// The start of an encoding.
struct Start {
  uint32_t Tag;
  uint32_t Version;
};
constexpr Start RequestStart = {tag("OJRQ"), 16};
constexpr Start ImageStart = {tag("OJIM"), 4};
constexpr Start ResultStart = {tag("OJRS"), 6};

constexpr size_t FactBytes = 4 * sizeof(uint32_t) + sizeof(uint64_t);

Error damaged(const char *What, const char *Why) {
  return Error(std::string("damaged ") + What + ": " + Why);
}

void writeStart(ByteWriter &Writer, const Start &As) {
  Writer.write(As.Tag);
  Writer.write(As.Version);
}

Status readStart(ByteReader &Reader, const Start &As, const char *What) {
  if (Reader.read<uint32_t>() != As.Tag)
    return damaged(What, "it does not start as one");
  if (uint32_t Version = Reader.read<uint32_t>(); Version != As.Version)
    return Error(std::string(What) + " of version " + std::to_string(Version) +
                 ", expected version " + std::to_string(As.Version));
  return Done();
}

void writeBlobs(ByteWriter &Writer, const std::vector<std::string> &Blobs) {
  Writer.write<uint64_t>(Blobs.size());
  for (const std::string &Each : Blobs)
    Writer.writeBlob(Each);
}

Status readBlobs(ByteReader &Reader, std::vector<std::string> &Blobs,
                 const char *What) {
  const uint64_t Count = Reader.read<uint64_t>();
  if (Count > Reader.remaining() / sizeof(uint64_t))
    return damaged(What, "it ends too early");
  Blobs.reserve(Count);
  for (uint64_t I = 0; I != Count; ++I)
    Blobs.emplace_back(Reader.readBlob());
  return Done();
}

Status checkEnd(const ByteReader &Reader, const char *What) {
  if (Reader.failed())
    return damaged(What, "it ends too early");
  if (Reader.remaining())
    return damaged(What, "bytes after its end");
  return Done();
}

Status readFacts(ByteReader &Reader, std::vector<Fact> &Facts) {
  const uint64_t Count = Reader.read<uint64_t>();
  if (Count > Reader.remaining() / FactBytes)
    return damaged("compile request", "it ends too early");
  Facts.reserve(Count);
  for (uint64_t I = 0; I != Count; ++I) {
    const uint32_t Kind = Reader.read<uint32_t>();
    if (Kind >= NumFactKinds || !traitsOf(FactKind(Kind)).isInRequests())
      return damaged("compile request", "unknown kind of fact");
    const FactTraits &Traits = traitsOf(FactKind(Kind));
    FactName Name{FactKind(Kind), Reader.read<uint32_t>(),
                  Reader.read<uint32_t>(), Reader.read<uint32_t>()};
    if (!Traits.hasParameter() && Name.Parameter != 0)
      return damaged("compile request", "a parameter without meaning");
    if (Traits.Subject != FactSubject::Place &&
        (Name.OffsetBytes || Name.WidthBits))
      return damaged("compile request", "a field without meaning");
    if (!Facts.empty() && Name <= Facts.back().Name)
      return damaged("compile request", "its facts are not in order");
    const uint64_t Value = Reader.read<uint64_t>();
    if (!Traits.hasValue(Value))
      return damaged("compile request", "a value that its fact cannot have");
    Facts.push_back({Name, Value});
  }
  return Done();
}

Status readTexts(ByteReader &Reader, std::vector<CompileText> &Texts) {
  const uint64_t Count = Reader.read<uint64_t>();
  if (Count > Reader.remaining() / (2 * sizeof(uint64_t)))
    return damaged("compile result", "it ends too early");
  Texts.reserve(Count);
  for (uint64_t I = 0; I != Count; ++I) {
    std::string Name(Reader.readBlob());
    Texts.push_back({std::move(Name), std::string(Reader.readBlob())});
  }
  return Done();
}

} // namespace

std::string CompileRequest::encode() const {
  ByteWriter Writer;
  writeStart(Writer, RequestStart);
  Writer.write(Kind);
  Writer.writeBlob(KernelSymbol);
  Writer.writeBlob(Arch);
  Writer.writeBlob(Features);
  Writer.writeBlob(Emulation);
  Writer.write(OptLevel);
  Writer.write(Passes);
  Writer.write(Lanes);
  Writer.write(NontemporalBytes);
  Writer.write(Prefetch);
  Writer.write(ExactMath);
  Writer.write(Tuned.Unroll);
  Writer.write(Tuned.VectorBits);
  Writer.write(Tuned.MaxThreads);
  Writer.write(Tuned.ResidentTeams);
  Writer.write<uint64_t>(Facts.size());
  for (const Fact &Known : Facts) {
    Writer.write(Known.Name.Kind);
    Writer.write(Known.Name.Parameter);
    Writer.write(Known.Name.OffsetBytes);
    Writer.write(Known.Name.WidthBits);
    Writer.write(Known.Value);
  }
  Writer.write(TimeLimitMs);
  Writer.writeBlob(Fault);
  Writer.write<uint32_t>(WantsTexts);
  writeBlobs(Writer, KnownCodes);
  Writer.write(AllowedAssembler);
  Writer.writeBlob(LinkerFile);
  Writer.writeBlob(LinkerIdentity);
  Writer.write<uint32_t>(IsCounting);
  Writer.writeBlob(Counts);
  return Writer.take();
}

Result<CompileRequest> CompileRequest::decode(ByteView Bytes) {
  constexpr char What[] = "compile request";
  ByteReader Reader(Bytes);
  if (Status Begin = readStart(Reader, RequestStart, What); !Begin)
    return Begin.takeError();
  CompileRequest Request;
  uint32_t Kind = Reader.read<uint32_t>();
  Request.KernelSymbol = Reader.readBlob();
  Request.Arch = Reader.readBlob();
  Request.Features = Reader.readBlob();
  Request.Emulation = Reader.readBlob();
  Request.OptLevel = Reader.read<uint32_t>();
  const uint32_t Passes = Reader.read<uint32_t>();
  Request.Lanes = Reader.read<uint32_t>();
  Request.NontemporalBytes = Reader.read<uint64_t>();
  Request.Prefetch = Reader.read<uint32_t>();
  Request.ExactMath = Reader.read<uint32_t>();
  Request.Tuned.Unroll = Reader.read<uint32_t>();
  Request.Tuned.VectorBits = Reader.read<uint32_t>();
  Request.Tuned.MaxThreads = Reader.read<uint32_t>();
  Request.Tuned.ResidentTeams = Reader.read<uint32_t>();
  if (Status Facts = readFacts(Reader, Request.Facts); !Facts)
    return Facts.takeError();
  Request.TimeLimitMs = Reader.read<uint32_t>();
  Request.Fault = Reader.readBlob();
  const uint32_t WantsTexts = Reader.read<uint32_t>();
  if (Status Codes = readBlobs(Reader, Request.KnownCodes, What); !Codes)
    return Codes.takeError();
  const uint32_t Allowed = Reader.read<uint32_t>();
  Request.LinkerFile = Reader.readBlob();
  Request.LinkerIdentity = Reader.readBlob();
  const uint32_t IsCounting = Reader.read<uint32_t>();
  Request.Counts = Reader.readBlob();
  if (Status End = checkEnd(Reader, What); !End)
    return End.takeError();
  if (Kind >= NumImageKinds)
    return damaged(What, "unknown kind of image");
  Request.Kind = static_cast<ImageKind>(Kind);
  if (Request.OptLevel > 3)
    return damaged(What, "unknown optimisation level");
  if (Passes >= NumPipelines)
    return damaged(What, "unknown pipeline");
  Request.Passes = Pipeline(Passes);
  if (!areLanes(Request.Lanes))
    return damaged(What, "a number of lanes that is no power of two");
  if (Request.Prefetch > PrefetchOff)
    return damaged(What, "a prefetch of a place too far ahead");
  if (Request.ExactMath & ~AllExactFunctions)
    return damaged(What, "a function without exact forms");
  if (!Request.Tuned.isValid())
    return damaged(What, "a choice for its code that does not exist");
  if (WantsTexts > 1)
    return damaged(What, "neither with texts nor without");
  Request.WantsTexts = WantsTexts;
  if (Allowed >= NumAssemblers)
    return damaged(What, "unknown assembler");
  Request.AllowedAssembler = Assembler(Allowed);
  if (IsCounting > 1)
    return damaged(What, "neither counting nor not");
  Request.IsCounting = IsCounting;
  return Request;
}

std::string Image::encode() const {
  ByteWriter Writer;
  writeStart(Writer, ImageStart);
  Writer.writeBlob(Bytes);
  writeBlobs(Writer, Slots);
  Writer.writeBlob(Code);
  Writer.write<uint32_t>(IsAssembly);
  Writer.writeBlob(Counters);
  return Writer.take();
}

Result<Image> Image::decode(ByteView Bytes) {
  constexpr char What[] = "image";
  ByteReader Reader(Bytes);
  if (Status Begin = readStart(Reader, ImageStart, What); !Begin)
    return Begin.takeError();
  Image Output;
  Output.Bytes = Reader.readBlob();
  if (Status Slots = readBlobs(Reader, Output.Slots, What); !Slots)
    return Slots.takeError();
  Output.Code = Reader.readBlob();
  const uint32_t IsAssembly = Reader.read<uint32_t>();
  Output.Counters = Reader.readBlob();
  if (Status End = checkEnd(Reader, What); !End)
    return End.takeError();
  if (IsAssembly > 1)
    return damaged(What, "neither assembly nor machine code");
  Output.IsAssembly = IsAssembly;
  return Output;
}

std::string CompileResult::encode() const {
  ByteWriter Writer;
  writeStart(Writer, ResultStart);
  Writer.write<uint32_t>(Ok);
  Writer.writeBlob(Message);
  Writer.writeBlob(Output.encode());
  for (uint64_t Nanoseconds : {Times.Load, Times.Specialize, Times.Optimize,
                               Times.CodeGen, Times.Link, Times.Assemble})
    Writer.write(Nanoseconds);
  Writer.write<uint32_t>(GoesOn);
  Writer.write<uint32_t>(IsAfterCrash);
  Writer.write<uint64_t>(Texts.size());
  for (const CompileText &Each : Texts) {
    Writer.writeBlob(Each.Name);
    Writer.writeBlob(Each.Text);
  }
  writeBlobs(Writer, Loops);
  Writer.write<uint32_t>(HasUnfitCounts);
  return Writer.take();
}

Result<CompileResult> CompileResult::decode(ByteView Bytes) {
  constexpr char What[] = "compile result";
  ByteReader Reader(Bytes);
  if (Status Begin = readStart(Reader, ResultStart, What); !Begin)
    return Begin.takeError();
  CompileResult Decoded;
  uint32_t Ok = Reader.read<uint32_t>();
  Decoded.Message = Reader.readBlob();
  ByteView ImageBytes = Reader.readBlob();
  CompileTimes &Times = Decoded.Times;
  for (uint64_t *Nanoseconds : {&Times.Load, &Times.Specialize, &Times.Optimize,
                                &Times.CodeGen, &Times.Link, &Times.Assemble})
    *Nanoseconds = Reader.read<uint64_t>();
  uint32_t GoesOn = Reader.read<uint32_t>();
  uint32_t IsAfterCrash = Reader.read<uint32_t>();
  if (Status Texts = readTexts(Reader, Decoded.Texts); !Texts)
    return Texts.takeError();
  if (Status Loops = readBlobs(Reader, Decoded.Loops, What); !Loops)
    return Loops.takeError();
  const uint32_t HasUnfitCounts = Reader.read<uint32_t>();
  if (Status End = checkEnd(Reader, What); !End)
    return End.takeError();
  if (Ok > 1 || GoesOn > 1 || IsAfterCrash > 1 || HasUnfitCounts > 1)
    return damaged(What, "neither success nor failure");
  Decoded.Ok = Ok;
  Decoded.GoesOn = GoesOn;
  Decoded.IsAfterCrash = IsAfterCrash;
  Decoded.HasUnfitCounts = HasUnfitCounts;
  Result<Image> Output = Image::decode(ImageBytes);
  if (!Output)
    return Output.takeError().context(What);
  Decoded.Output = std::move(*Output);
  return Decoded;
}

} // namespace ompjit
