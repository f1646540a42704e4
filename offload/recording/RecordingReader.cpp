//===- RecordingReader.cpp - Reading a recording's descriptor -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"

#include "ompjit/Recording.h"
#include "ompjit/Support/Checksum.h"

#include <charconv>
#include <limits>

namespace ompjit::recording {

namespace {

/// No compiler passes as many arguments; a wrong count must not cause a huge
/// launch.
constexpr size_t MaxArguments = 4096;
/// Device addresses have fewer bits, so that sums of them cannot overflow.
constexpr uint64_t MaxAddress = uint64_t(1) << 62;

std::optional<uint64_t> asHex(const JsonValue &Value) {
  const std::string *Text = Value.as<std::string>();
  if (!Text || !Text->starts_with("0x"))
    return std::nullopt;
  uint64_t Number = 0;
  const char *End = Text->data() + Text->size();
  auto [Rest, Failure] = std::from_chars(Text->data() + 2, End, Number, 16);
  if (Failure != std::errc() || Rest != End)
    return std::nullopt;
  return Number;
}

/// Takes members out of an object. After the first one that is missing or
/// invalid, whose name error() returns, calls have no effect.
class MemberReader {
public:
  MemberReader(const JsonValue &From, std::string Path)
      : From(From), Path(std::move(Path)) {}

  bool has(const char *Key) const { return From.member(Key); }

  void text(const char *Key, std::string &Out) {
    const JsonValue *Member = get(Key);
    const std::string *Text = Member ? Member->as<std::string>() : nullptr;
    if (!Text)
      return wrong(Key, "is no string");
    Out = *Text;
  }

  template <typename T> void number(const char *Key, T &Out) {
    const JsonValue *Member = get(Key);
    const uint64_t *Number = Member ? Member->as<uint64_t>() : nullptr;
    if (!Number || *Number > std::numeric_limits<T>::max())
      return wrong(Key, "is no number that fits");
    Out = T(*Number);
  }

  void hex(const char *Key, uint64_t &Out) {
    const JsonValue *Member = get(Key);
    std::optional<uint64_t> Number = Member ? asHex(*Member) : std::nullopt;
    if (!Number)
      return wrong(Key, "is no number of the form \"0x1f\"");
    Out = *Number;
  }

  void three(const char *Key, std::array<uint32_t, 3> &Out) {
    const JsonValue::Array *Elements = array(Key);
    if (!Elements || Elements->size() != Out.size())
      return wrong(Key, "is no array of three numbers");
    for (size_t I = 0; I < Out.size(); ++I) {
      const uint64_t *Number = (*Elements)[I].as<uint64_t>();
      if (!Number || *Number > UINT32_MAX)
        return wrong(Key, "is no array of three numbers");
      Out[I] = uint32_t(*Number);
    }
  }

  /// Returns null, and sets an error, if the member is not an array.
  const JsonValue::Array *array(const char *Key) {
    const JsonValue *Member = get(Key);
    const JsonValue::Array *Elements =
        Member ? Member->as<JsonValue::Array>() : nullptr;
    if (!Elements)
      wrong(Key, "is no array");
    return Elements;
  }

  void place(Range &Out) {
    hex("address", Out.Address);
    number("bytes", Out.Bytes);
    if (Out.Address > MaxAddress || Out.Bytes > MaxAddress)
      wrong("address", "is no address of a device");
  }

  void file(File &Out) {
    text("name", Out.Name);
    number("bytes", Out.Bytes);
    hex("checksum", Out.Checksum);
    // A descriptor must not make a reader open files elsewhere.
    if (Out.Name.empty() || Out.Name == "." || Out.Name == ".." ||
        Out.Name.find('/') != std::string_view::npos ||
        Out.Name.find('\0') != std::string_view::npos)
      wrong("name", "is no name of a file in the same folder");
  }

  void binding(Binding &Out) {
    text("function", Out.Function);
    text("fragment", Out.Fragment);
    nested("code", &MemberReader::file, Out.Code);
  }

  /// Reads a member that is an object.
  template <typename T>
  void nested(const char *Key, void (MemberReader::*Read)(T &), T &Out) {
    if (const JsonValue *Member = get(Key))
      element(*Member, Key, Read, Out);
  }
  template <typename T>
  void element(const JsonValue &Value, const std::string &Name,
               void (MemberReader::*Read)(T &), T &Out) {
    MemberReader Inner(Value, Path + Name + ".");
    (Inner.*Read)(Out);
    adopt(Inner);
  }

  void global(Global &Out) {
    text("name", Out.Name);
    place(Out.Place);
  }

  void wrong(const char *Key, const std::string &What) {
    if (Failure.empty())
      Failure = "'" + Path + Key + "' " + What;
  }
  Status status() const {
    if (Failure.empty())
      return Done{};
    return Error(Failure);
  }

private:
  const JsonValue *get(const char *Key) {
    const JsonValue *Member = From.member(Key);
    if (!Member)
      wrong(Key, "is missing");
    return Member;
  }
  void adopt(const MemberReader &Inner) {
    if (Failure.empty())
      Failure = Inner.Failure;
  }

  const JsonValue &From;
  std::string Path;
  std::string Failure;
};

Status checkFormat(const JsonValue &Json) {
  MemberReader Reader(Json, "");
  std::string Format;
  uint64_t Found = 0;
  Reader.text("format", Format);
  Reader.number("version", Found);
  if (Status S = Reader.status(); !S)
    return S;
  if (Format != FormatName)
    return Error("it is no recording of a kernel: its format is '" + Format +
                 "'");
  if (Found != Version)
    return Error("the recording has version " + std::to_string(Found) +
                 ", version " + std::to_string(Version) + " is understood");
  return Done{};
}

void readLaunch(MemberReader &Reader, Launch &L) {
  if (const JsonValue::Array *Values = Reader.array("arguments")) {
    if (Values->size() > MaxArguments)
      Reader.wrong("arguments", "has too many elements");
    for (const JsonValue &Each : *Values) {
      std::optional<uint64_t> Value = asHex(Each);
      if (!Value)
        Reader.wrong("arguments", "holds something that is no \"0x1f\"");
      L.Arguments.push_back(Value.value_or(0));
    }
  }
  Reader.three("num_teams", L.NumTeams);
  Reader.three("thread_limit", L.ThreadLimit);
  Reader.hex("trip_count", L.TripCount);
  Reader.number("dynamic_memory_bytes", L.DynamicMemoryBytes);
}

template <typename T>
void readList(MemberReader &Reader, const char *Key,
              void (MemberReader::*Read)(T &), std::vector<T> &Out) {
  const JsonValue::Array *Elements = Reader.array(Key);
  if (!Elements)
    return;
  for (const JsonValue &Each : *Elements) {
    std::string Name = Key + ("[" + std::to_string(Out.size()) + "]");
    Reader.element(Each, Name, Read, Out.emplace_back());
  }
}

/// Checks that the blocks lie in order within the memory, and that the files
/// have the bytes of all blocks and globals.
Status checkSizes(const Descriptor &D) {
  const uint64_t End = D.Memory.Address + D.Memory.Bytes;
  uint64_t Next = D.Memory.Address, Sum = 0;
  for (const Range &Each : D.Blocks) {
    if (Each.Address < Next || Each.Address > End ||
        Each.Bytes > End - Each.Address)
      return Error("the block at " + std::to_string(Each.Address) +
                   " overlaps another or lies outside of 'memory'");
    Next = Each.Address + Each.Bytes;
    Sum += Each.Bytes;
  }
  for (const Range &Each : D.Known)
    if (!D.blockAround(Each))
      return Error("the known memory at " + std::to_string(Each.Address) +
                   " lies in no block");
  for (const Global &Each : D.Globals) {
    if (Each.Place.Bytes > MaxAddress - Sum)
      return Error("the global '" + Each.Name + "' is too large");
    Sum += Each.Place.Bytes;
  }
  for (const File *Each : {&D.Input, D.Output ? &*D.Output : nullptr})
    if (Each && Each->Bytes != Sum)
      return Error("'" + Each->Name + "' has " + std::to_string(Each->Bytes) +
                   " bytes, blocks and globals have " + std::to_string(Sum));
  return Done{};
}

/// Checks the checksum, because a changed argument cannot be noticed otherwise
/// and would make a kernel crash.
bool hasItsChecksum(ByteView Text, const JsonValue &Json) {
  const JsonValue *Member = Json.member("checksum");
  const size_t At = Text.rfind(ChecksumMember);
  return Member && At != std::string_view::npos &&
         asHex(*Member) == checksum(Text.substr(0, At));
}

} // namespace

Result<Descriptor> parse(ByteView Text) {
  Result<JsonValue> Json = parseJson(Text);
  if (!Json)
    return Json.takeError();
  if (Status S = checkFormat(*Json); !S)
    return S.takeError();
  Descriptor D;
  MemberReader Reader(*Json, "");
  Reader.text("kernel", D.Kernel);
  Reader.text("plugin", D.Plugin);
  Reader.number("device", D.DeviceId);
  readLaunch(Reader, D.Launch);
  Reader.nested("memory", &MemberReader::place, D.Memory);
  readList(Reader, "blocks", &MemberReader::place, D.Blocks);
  if (Reader.has("known"))
    readList(Reader, "known", &MemberReader::place, D.Known);
  readList(Reader, "globals", &MemberReader::global, D.Globals);
  Reader.nested("image", &MemberReader::file, D.Image);
  if (Reader.has("bound"))
    readList(Reader, "bound", &MemberReader::binding, D.Bound);
  Reader.nested("input", &MemberReader::file, D.Input);
  if (Reader.has("output"))
    Reader.nested("output", &MemberReader::file, D.Output.emplace());
  if (Status S = Reader.status(); !S)
    return S.takeError();
  if (D.Kernel.find('\0') != std::string_view::npos)
    return Error("'kernel' holds a zero byte");
  if (Status S = checkSizes(D); !S)
    return S.takeError();
  D.IsIntact = hasItsChecksum(Text, *Json);
  return D;
}

} // namespace ompjit::recording
