//===- Product.cpp - All combinations that a matrix describes -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include "ompjit/Support/JsonWriter.h"

#include <algorithm>
#include <iterator>
#include <tuple>

using namespace ompjit;
using namespace ompjit::matrix;

namespace {

/// Returns how many entries a node yields, or more than MaxEntries.
size_t numEntries(const Node &Of) {
  constexpr size_t TooMany = MaxEntries + 1;
  if (Of.What == Node::Kind::Leaf)
    return 1;
  const bool IsGroup = Of.What == Node::Kind::Group;
  size_t Number = IsGroup ? 1 : 0;
  for (const Node &Each : Of.Items) {
    const size_t More = numEntries(Each);
    // A product is 0 if a factor is, however many the others are.
    if (IsGroup && More == 0)
      return 0;
    Number = std::min(TooMany, IsGroup ? Number * More : Number + More);
  }
  return Number;
}

/// Returns the way to a list that has no items, or that yields nothing; empty
/// if there is none.
std::string emptyList(const Node &In, const std::string &Path) {
  if (In.What == Node::Kind::List && In.Items.empty())
    return Path;
  for (size_t I = 0; I != In.Items.size(); ++I) {
    const std::string To = In.What == Node::Kind::List
                               ? itemPath(Path, I)
                               : memberPath(Path, In.Keys[I]);
    if (std::string Found = emptyList(In.Items[I], To); !Found.empty())
      return Found;
  }
  return "";
}

class Multiplication {
public:
  Result<std::vector<Entry>> entries(const Node &Of, const std::string *Name,
                                     const std::string &Path);

private:
  Result<std::vector<Entry>> alternatives(const Node &List,
                                          const std::string *Name,
                                          const std::string &Path);
  Result<std::vector<Entry>> combinations(const Node &Group,
                                          const std::string &Path);
};

Result<std::vector<Entry>> Multiplication::entries(const Node &Of,
                                                   const std::string *Name,
                                                   const std::string &Path) {
  if (Of.What == Node::Kind::List)
    return alternatives(Of, Name, Path);
  if (Of.What == Node::Kind::Group)
    return combinations(Of, Path);
  if (!Name)
    return Error("the value " + quoteJson(Of.Text) + " at " + Path +
                 " has no name: a value needs a key above it, as in "
                 "{\"type\": [\"float\"]}");
  return std::vector<Entry>{{{*Name, {Of.Text, Path}}}};
}

Result<std::vector<Entry>>
Multiplication::alternatives(const Node &List, const std::string *Name,
                             const std::string &Path) {
  std::vector<Entry> All;
  for (size_t I = 0; I != List.Items.size(); ++I) {
    Result<std::vector<Entry>> Some =
        entries(List.Items[I], Name, itemPath(Path, I));
    if (!Some)
      return Some;
    All.insert(All.end(), std::make_move_iterator(Some->begin()),
               std::make_move_iterator(Some->end()));
  }
  return All;
}

/// Returns both entries in one, unless they contradict each other.
Result<Entry> merged(const Entry &A, const Entry &B) {
  Entry Both = A;
  for (const auto &[Name, Second] : B) {
    const auto [At, IsNew] = Both.insert({Name, Second});
    const Value &First = At->second;
    if (!IsNew && First.Text != Second.Text)
      return Error(quoteJson(Name) +
                   " has two values in one entry: " + quoteJson(First.Text) +
                   " at " + First.Path + " and " + quoteJson(Second.Text) +
                   " at " + Second.Path + "; give one of them another name");
  }
  return Both;
}

Result<std::vector<Entry>>
Multiplication::combinations(const Node &Group, const std::string &Path) {
  std::vector<Entry> All{{}};
  for (size_t I = 0; I != Group.Items.size(); ++I) {
    const std::string &Key = Group.Keys[I];
    Result<std::vector<Entry>> Factor =
        entries(Group.Items[I], &Key, memberPath(Path, Key));
    if (!Factor)
      return Factor;
    std::vector<Entry> Products;
    Products.reserve(All.size() * Factor->size());
    for (const Entry &A : All)
      for (const Entry &B : *Factor) {
        Result<Entry> Both = merged(A, B);
        if (!Both)
          return Both.takeError();
        Products.push_back(std::move(*Both));
      }
    All = std::move(Products);
  }
  return All;
}

std::string describe(const Entry &Of) {
  std::string Text;
  for (const auto &[Name, Value] : Of)
    Text += (Text.empty() ? "" : ", ") + Name + "=" + quoteJson(Value.Text);
  return "{" + Text + "}";
}

/// Returns where the entry's values are from, as far as the other's are not.
std::string sources(const Entry &Of, const Entry &Other) {
  std::string Text;
  for (const auto &[Name, Value] : Of)
    if (Other.at(Name).Path != Value.Path)
      Text += (Text.empty() ? "" : ", ") + Value.Path;
  return Text.empty() ? "the same values" : Text;
}

bool isLess(const Entry &A, const Entry &B) {
  return std::lexicographical_compare(
      A.begin(), A.end(), B.begin(), B.end(), [](const auto &X, const auto &Y) {
        return std::tie(X.first, X.second.Text) <
               std::tie(Y.first, Y.second.Text);
      });
}

Status checkDuplicates(const std::vector<Entry> &All) {
  std::vector<const Entry *> Sorted;
  Sorted.reserve(All.size());
  for (const Entry &Each : All)
    Sorted.push_back(&Each);
  // Of equal ones the first comes first, too.
  std::sort(Sorted.begin(), Sorted.end(), [](const Entry *A, const Entry *B) {
    return isLess(*A, *B) || (A < B && !isLess(*B, *A));
  });
  for (size_t I = 1; I < Sorted.size(); ++I)
    if (!isLess(*Sorted[I - 1], *Sorted[I]))
      return Error("two entries are equal, " + describe(*Sorted[I]) +
                   ": one has " + sources(*Sorted[I - 1], *Sorted[I]) +
                   ", the other one " + sources(*Sorted[I], *Sorted[I - 1]));
  return Done{};
}

/// Whether a leaf below has the name of the key above. Groups name what is in
/// them themselves.
bool namesLeaf(const Node &Below) {
  if (Below.What == Node::Kind::Leaf)
    return true;
  return Below.What == Node::Kind::List &&
         std::any_of(Below.Items.begin(), Below.Items.end(), namesLeaf);
}

class Review {
public:
  void visit(const Node &Of, const std::string &Path);

  std::vector<Warning> Found;

private:
  void checkKey(const std::string &Key, const Node &Below,
                const std::string &Path);
  void checkLeaf(const Node &Leaf, const std::string &Path);
};

void Review::checkKey(const std::string &Key, const Node &Below,
                      const std::string &Path) {
  const bool IsUsed = namesLeaf(Below);
  const size_t Start = std::min(Key.find_first_not_of('_'), Key.size());
  const std::string Named = "the key " + quoteJson(Key) + " at " + Path;
  if (!IsUsed && Start == 0)
    Found.push_back({WarningKind::UnusedKey, Below.Line,
                     Named +
                         " names no value; if it only groups others, call "
                         "it " +
                         quoteJson("_" + Key)});
  if (IsUsed && Start != 0) {
    const std::string Better = Key.substr(Start);
    Found.push_back(
        {WarningKind::UsedKey, Below.Line,
         Named +
             " names a value, and the underscore says that it only groups "
             "others; call it " +
             (Better.empty() ? "something else" : quoteJson(Better))});
  }
}

void Review::checkLeaf(const Node &Leaf, const std::string &Path) {
  if (!Leaf.IsString)
    Found.push_back({WarningKind::NoString, Leaf.Line,
                     "the value at " + Path + " is no string and becomes " +
                         quoteJson(Leaf.Text) + "; write " +
                         quoteJson(Leaf.Text) + " if that is meant"});
}

void Review::visit(const Node &Of, const std::string &Path) {
  if (Of.What == Node::Kind::Leaf)
    checkLeaf(Of, Path);
  for (size_t I = 0; I != Of.Items.size(); ++I) {
    if (Of.What == Node::Kind::List) {
      visit(Of.Items[I], itemPath(Path, I));
      continue;
    }
    const std::string To = memberPath(Path, Of.Keys[I]);
    checkKey(Of.Keys[I], Of.Items[I], To);
    visit(Of.Items[I], To);
  }
}

} // namespace

Result<std::vector<Entry>> matrix::multiply(const Node &Root) {
  const size_t Number = numEntries(Root);
  if (Number == 0)
    return Error("the matrix has no entry, because the list at " +
                 emptyList(Root, "root") + " is empty");
  if (Number > MaxEntries)
    return Error("the matrix has more than " + std::to_string(MaxEntries) +
                 " entries");
  Result<std::vector<Entry>> All =
      Multiplication().entries(Root, nullptr, "root");
  if (!All)
    return All;
  if (Status Checked = checkDuplicates(*All); !Checked)
    return Checked.takeError();
  return All;
}

std::vector<Warning> matrix::review(const Node &Root) {
  Review All;
  All.visit(Root, "root");
  return std::move(All.Found);
}

std::string matrix::asJson(const std::vector<Entry> &Entries) {
  JsonWriter Out;
  Out.beginArray({});
  for (const Entry &Each : Entries) {
    Out.beginObject();
    for (const auto &[Name, Value] : Each)
      Out.text(Name, Value.Text);
    Out.endObject();
  }
  Out.endArray();
  return Out.take();
}
