//===- MatrixReader.cpp - Reads a matrix of parameters from JSON ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"

#include "ompjit/Support/JsonWriter.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <nlohmann/json.hpp>

using namespace ompjit;
using namespace ompjit::matrix;

namespace {

/// Deeper matrices are mistakes of a generator, and would exhaust the stack.
constexpr size_t MaxDepth = 100;

/// How far the parser has read.
struct Place {
  size_t Line = 1;
};

/// Characters of the text. Counts the lines that the parser has passed.
class CountedText {
public:
  // NOLINTBEGIN(readability-identifier-naming)
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;
  // NOLINTEND(readability-identifier-naming)

  CountedText(const char *At, Place *Where) : At(At), Where(Where) {}

  reference operator*() const { return *At; }
  CountedText &operator++() {
    Where->Line += *At == '\n';
    ++At;
    return *this;
  }
  CountedText operator++(int) {
    CountedText Before = *this;
    ++*this;
    return Before;
  }
  bool operator==(const CountedText &Other) const { return At == Other.At; }
  bool operator!=(const CountedText &Other) const { return At != Other.At; }

private:
  const char *At;
  Place *Where;
};

/// Makes the tree of what the parser finds.
class Builder {
public:
  Builder(std::string_view Text, const std::string &File, const Place &Where)
      : Whole(Text), File(File), Where(Where) {}

  // The names are the parser's.
  // NOLINTBEGIN(readability-identifier-naming)
  bool null() { return leaf("", false); }
  bool boolean(bool Value) { return leaf(Value ? "ON" : "OFF", false); }
  /// The parser calls this for numbers with a sign only, and -0 is one of them.
  bool number_integer(int64_t Value) {
    return leaf(Value ? std::to_string(Value) : "-0", false);
  }
  bool number_unsigned(uint64_t Value) {
    return leaf(std::to_string(Value), false);
  }
  bool number_float(double, const std::string &Spelling) {
    return leaf(Spelling, false);
  }
  bool string(std::string &Value) { return leaf(Value, true); }
  bool binary(nlohmann::json::binary_t &) { return false; }

  bool start_object(size_t) { return open(Node::Kind::Group); }
  bool end_object() { return close(); }
  bool start_array(size_t) { return open(Node::Kind::List); }
  bool end_array() { return close(); }
  bool key(std::string &Name);
  bool parse_error(size_t Read, const std::string &,
                   const nlohmann::json::exception &Why);
  // NOLINTEND(readability-identifier-naming)

  Result<Node> take();

private:
  bool leaf(std::string Text, bool IsString);
  bool open(Node::Kind);
  bool close();
  /// Puts a value where it belongs.
  void add(Node);
  bool fail(const std::string &What);
  std::string path() const;

  std::string_view Whole;
  const std::string &File;
  const Place &Where;
  std::vector<Node> Open; ///< From the root to the innermost.
  Node Root;
  std::string Problem;
};

bool Builder::fail(const std::string &What) {
  Problem = File + ":" + std::to_string(Where.Line) + ": " + What;
  return false;
}

/// The way to the value that is being read.
std::string Builder::path() const {
  std::string Path = "root";
  for (const Node &Each : Open)
    Path = Each.What == Node::Kind::List ? itemPath(Path, Each.Items.size())
           : Each.Keys.empty()           ? Path
                                         : memberPath(Path, Each.Keys.back());
  return Path;
}

bool Builder::leaf(std::string Text, bool IsString) {
  if (Text.find('\0') != std::string::npos)
    return fail("the value at " + path() +
                " holds a null character (\\u0000), which no variable of CMake "
                "can hold");
  Node Leaf;
  Leaf.Line = Where.Line;
  Leaf.Text = std::move(Text);
  Leaf.IsString = IsString;
  add(std::move(Leaf));
  return true;
}

bool Builder::open(Node::Kind What) {
  if (Open.size() == MaxDepth)
    return fail("the matrix has more than " + std::to_string(MaxDepth) +
                " levels, at " + path());
  Node New;
  New.What = What;
  New.Line = Where.Line;
  Open.push_back(std::move(New));
  return true;
}

bool Builder::key(std::string &Name) {
  std::vector<std::string> &Keys = Open.back().Keys;
  const bool IsRepeated =
      std::find(Keys.begin(), Keys.end(), Name) != Keys.end();
  Keys.push_back(Name);
  if (Name.empty())
    return fail("a key is empty, at " + path() +
                "; no value can have its name");
  if (IsRepeated)
    return fail("the key " + quoteJson(Name) + " is twice in one group, at " +
                path() + "; put its values into one list");
  return true;
}

/// Sorts the members of a group: their order counts, and JSON's does not.
void sortMembers(Node &Group) {
  std::vector<size_t> Order(Group.Keys.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  // The order of UTF-8's bytes is that of the code points.
  std::sort(Order.begin(), Order.end(),
            [&](size_t A, size_t B) { return Group.Keys[A] < Group.Keys[B]; });
  Node Sorted;
  for (size_t I : Order) {
    Sorted.Keys.push_back(std::move(Group.Keys[I]));
    Sorted.Items.push_back(std::move(Group.Items[I]));
  }
  Group.Keys = std::move(Sorted.Keys);
  Group.Items = std::move(Sorted.Items);
}

bool Builder::close() {
  Node Closed = std::move(Open.back());
  Open.pop_back();
  if (Closed.What == Node::Kind::Group)
    sortMembers(Closed);
  add(std::move(Closed));
  return true;
}

void Builder::add(Node New) {
  if (Open.empty())
    Root = std::move(New);
  else
    Open.back().Items.push_back(std::move(New));
}

/// The parser's text without the parts of it that say where the error is.
std::string reasonIn(std::string Text) {
  for (std::string_view Part : {"] ", "column "})
    if (const size_t At = Text.find(Part); At != std::string::npos)
      Text.erase(0, At + Part.size());
  if (const size_t At = Text.find(": "); At < 8)
    Text.erase(0, At + 2);
  return Text;
}

bool Builder::parse_error(size_t Read, const std::string &,
                          const nlohmann::json::exception &Why) {
  const std::string_view Before =
      Whole.substr(0, Read ? std::min(Read - 1, Whole.size()) : 0);
  const size_t Line =
      1 + size_t(std::count(Before.begin(), Before.end(), '\n'));
  const size_t Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  Problem = File + ":" + std::to_string(Line) + ":" + std::to_string(Column) +
            ": this is no JSON: " + reasonIn(Why.what());
  return false;
}

Result<Node> Builder::take() {
  if (!Problem.empty())
    return Error(Problem);
  return std::move(Root);
}

bool isWord(const std::string &Key) {
  return !Key.empty() && std::all_of(Key.begin(), Key.end(), [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
  });
}

} // namespace

std::string matrix::memberPath(const std::string &Path,
                               const std::string &Key) {
  return isWord(Key) ? Path + "." + Key : Path + "[" + quoteJson(Key) + "]";
}

std::string matrix::itemPath(const std::string &Path, size_t Index) {
  return Path + "[" + std::to_string(Index) + "]";
}

Result<Node> matrix::readMatrix(std::string_view Text,
                                const std::string &File) {
  Place Where;
  Builder Found(Text, File, Where);
  nlohmann::json::sax_parse(CountedText(Text.data(), &Where),
                            CountedText(Text.data() + Text.size(), &Where),
                            &Found);
  return Found.take();
}
