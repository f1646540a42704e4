//===- units-none.cpp - A translation unit without device code ------------===//

int plainHostFunction(int Value) { return Value + 1; }
