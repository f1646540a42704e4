//===- NormalizeNames.cpp - Names without device and inode numbers --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements normalizeNames(). The numbers are in the names of values, and
// metadata repeats those names: debug information, and the alias scopes that
// inlining leaves behind.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Prepare.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/TrackingMDRef.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Returns \p Text with every "__omp_offloading_<hex>_<hex>_" shortened to
/// "__omp_offloading_", or nothing if there is none.
static std::optional<std::string> withoutFileIds(StringRef Text) {
  constexpr StringLiteral Prefix = "__omp_offloading_";
  std::string Result;
  StringRef Rest = Text;
  bool Changed = false;
  for (size_t At; (At = Rest.find(Prefix)) != StringRef::npos;) {
    At += Prefix.size();
    Result += Rest.take_front(At);
    Rest = Rest.drop_front(At);
    StringRef Behind = Rest.drop_while(isHexDigit);
    bool HasDevice = Behind.size() != Rest.size() && Behind.consume_front("_");
    StringRef End = Behind.drop_while(isHexDigit);
    bool HasInode = End.size() != Behind.size() && End.consume_front("_");
    if (HasDevice && HasInode) {
      Rest = End;
      Changed = true;
    }
  }
  Result += Rest;
  return Changed ? std::optional(Result) : std::nullopt;
}

static void rename(GlobalValue &Value, StringRef Name) {
  Module &M = *Value.getParent();
  std::string Free = Name.str();
  for (unsigned Copy = 1; M.getNamedValue(Free); ++Copy)
    Free = (Name + "." + Twine(Copy)).str();
  Value.setName(Free);
}

static void normalizeValueNames(Module &M) {
  for (GlobalObject &Object : M.global_objects()) {
    // clang names anonymous values after a hash of the module's other names.
    if (Object.hasLocalLinkage() && Object.getName().starts_with("anon."))
      Object.setName("");
    else if (Object.getName().starts_with("\1"))
      rename(Object, Object.getName().drop_front().str());
    else if (std::optional<std::string> Name = withoutFileIds(Object.getName()))
      rename(Object, *Name);
  }
}

namespace {

/// All metadata nodes of a module.
class NodeCollector {
public:
  void collect(const Module &M);
  ArrayRef<const MDNode *> nodes() const { return Nodes.getArrayRef(); }

private:
  void add(const Metadata *Node);
  void addAttached(const Instruction &I);

  SetVector<const MDNode *> Nodes;
};

} // namespace

void NodeCollector::add(const Metadata *Node) {
  if (auto *N = dyn_cast_or_null<MDNode>(Node))
    Nodes.insert(N);
}

void NodeCollector::addAttached(const Instruction &I) {
  SmallVector<std::pair<unsigned, MDNode *>> Attached;
  I.getAllMetadata(Attached);
  for (auto [Kind, Node] : Attached)
    add(Node);
  for (const Use &Operand : I.operands())
    if (auto *Wrapped = dyn_cast<MetadataAsValue>(Operand))
      add(Wrapped->getMetadata());
  for (const DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange())) {
    add(Record.getVariable());
    add(Record.getDebugLoc().get());
  }
}

void NodeCollector::collect(const Module &M) {
  for (const NamedMDNode &Named : M.named_metadata())
    for (const MDNode *Node : Named.operands())
      add(Node);
  SmallVector<std::pair<unsigned, MDNode *>> Attached;
  for (const GlobalObject &Object : M.global_objects()) {
    Object.getAllMetadata(Attached);
    for (auto [Kind, Node] : Attached)
      add(Node);
  }
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      addAttached(I);
  for (size_t I = 0; I != Nodes.size(); ++I)
    for (const MDOperand &Operand : Nodes[I]->operands())
      add(Operand.get());
}

static void normalizeMetadata(Module &M) {
  NodeCollector Collector;
  Collector.collect(M);
  // A node whose string changes may turn out to equal another, which then
  // takes its place: references that follow keep the list valid.
  std::vector<TrackingMDNodeRef> Nodes;
  for (const MDNode *Node : Collector.nodes())
    Nodes.emplace_back(const_cast<MDNode *>(Node));
  for (TrackingMDNodeRef &Node : Nodes)
    for (unsigned I = 0; Node && I != Node->getNumOperands(); ++I)
      if (auto *Text = dyn_cast_or_null<MDString>(Node->getOperand(I).get()))
        if (auto New = withoutFileIds(Text->getString()))
          Node->replaceOperandWith(I, MDString::get(M.getContext(), *New));
}

void normalizeNames(Module &M) {
  normalizeValueNames(M);
  normalizeMetadata(M);
}

} // namespace ompjit::devicelink
