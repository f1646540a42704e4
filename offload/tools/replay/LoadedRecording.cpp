//===- LoadedRecording.cpp - A recording with its files in memory ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedRecording.h"

#include "ompjit/Support/Checksum.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace ompjit::replay {

namespace {

constexpr size_t ChunkBytes = size_t(1) << 20;

struct CloseFile {
  void operator()(FILE *File) const { std::fclose(File); }
};

Error fileError(const char *What, const std::string &Path) {
  return Error(std::string(What) + " '" + Path + "': " + std::strerror(errno));
}

Result<std::string> readFile(const std::string &Path) {
  std::unique_ptr<FILE, CloseFile> File(std::fopen(Path.c_str(), "rbe"));
  if (!File)
    return fileError("cannot open", Path);
  std::string Bytes;
  size_t Got = 0;
  do {
    const size_t Before = Bytes.size();
    Bytes.resize(Before + ChunkBytes);
    Got = std::fread(Bytes.data() + Before, 1, ChunkBytes, File.get());
    Bytes.resize(Before + Got);
  } while (Got);
  if (std::ferror(File.get()))
    return fileError("cannot read", Path);
  return Bytes;
}

Error wasChanged(const std::string &Path) {
  return Error("'" + Path +
               "' was changed after it was recorded; --allow-changes replays "
               "it nevertheless");
}

Result<std::string> readPart(const std::string &Folder,
                             const recording::File &What, bool AllowChanges) {
  const std::string Path = Folder + What.Name;
  Result<std::string> Bytes = readFile(Path);
  if (!Bytes)
    return Bytes;
  if (Bytes->size() != What.Bytes)
    return Error("'" + Path + "' has " + std::to_string(Bytes->size()) +
                 " bytes, recorded were " + std::to_string(What.Bytes));
  if (!AllowChanges && checksum(*Bytes) != What.Checksum)
    return wasChanged(Path);
  return Bytes;
}

/// The recorded place of a variable, and how far it has moved since.
struct Move {
  recording::Range From;
  uint64_t Distance;
};

bool moveValue(const std::vector<Move> &Moves, uint64_t &Value) {
  for (const Move &Each : Moves)
    if (Value - Each.From.Address < Each.From.Bytes) {
      Value += Each.Distance;
      return true;
    }
  return false;
}

/// Moves the pointers in the memory at \p Address, which are aligned.
size_t moveWords(const std::vector<Move> &Moves, uint64_t Address, char *Bytes,
                 uint64_t Size) {
  size_t Count = 0;
  uint64_t Value = 0;
  for (uint64_t At = -Address % sizeof(Value); At + sizeof(Value) <= Size;
       At += sizeof(Value)) {
    std::memcpy(&Value, Bytes + At, sizeof(Value));
    if (!moveValue(Moves, Value))
      continue;
    std::memcpy(Bytes + At, &Value, sizeof(Value));
    ++Count;
  }
  return Count;
}

size_t moveMemory(const std::vector<Move> &Moves,
                  const recording::Descriptor &D, std::string &Memory) {
  size_t Count = 0;
  char *Next = Memory.data();
  auto One = [&](const recording::Range &Place) {
    Count += moveWords(Moves, Place.Address, Next, Place.Bytes);
    Next += Place.Bytes;
  };
  for (const recording::Range &Each : D.Blocks)
    One(Each);
  for (const recording::Global &Each : D.Globals)
    One(Each.Place);
  return Count;
}

} // namespace

Result<LoadedRecording> LoadedRecording::load(const std::string &DescriptorPath,
                                              bool AllowChanges) {
  Result<std::string> Text = readFile(DescriptorPath);
  if (!Text)
    return Text.takeError();
  Result<recording::Descriptor> Parsed = recording::parse(*Text);
  if (!Parsed)
    return Parsed.takeError().context("'" + DescriptorPath + "'");
  if (!Parsed->IsIntact && !AllowChanges)
    return wasChanged(DescriptorPath);
  LoadedRecording All;
  All.Descriptor = std::move(*Parsed);
  const recording::Descriptor &D = All.Descriptor;
  const std::string Folder =
      DescriptorPath.substr(0, DescriptorPath.rfind('/') + 1);
  struct Part {
    const recording::File *File;
    std::string *Bytes;
  };
  for (Part Each : {Part{&D.Image, &All.Image}, Part{&D.Input, &All.Input},
                    Part{D.Output ? &*D.Output : nullptr, &All.Output}}) {
    if (!Each.File)
      continue;
    Result<std::string> Bytes = readPart(Folder, *Each.File, AllowChanges);
    if (!Bytes)
      return Bytes.takeError();
    *Each.Bytes = std::move(*Bytes);
  }
  for (const recording::Binding &Each : D.Bound) {
    Result<std::string> Bytes = readPart(Folder, Each.Code, AllowChanges);
    if (!Bytes)
      return Bytes.takeError();
    All.Bound.push_back(std::move(*Bytes));
  }
  return All;
}

size_t LoadedRecording::relocate(const std::vector<uint64_t> &NewAddresses) {
  std::vector<Move> Moves;
  for (size_t I = 0; I < NewAddresses.size(); ++I) {
    const recording::Range &From = Descriptor.Globals[I].Place;
    if (NewAddresses[I] != From.Address)
      Moves.push_back({From, NewAddresses[I] - From.Address});
  }
  if (Moves.empty())
    return 0;
  size_t Count = moveMemory(Moves, Descriptor, Input);
  if (Descriptor.Output)
    moveMemory(Moves, Descriptor, Output);
  for (uint64_t &Each : Descriptor.Launch.Arguments)
    Count += moveValue(Moves, Each);
  return Count;
}

} // namespace ompjit::replay
