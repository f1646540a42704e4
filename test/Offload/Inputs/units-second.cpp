//===- units-second.cpp - The second translation unit of units.cpp --------===//

#include "units.h"

#pragma omp begin declare target
int SharedCounter = 100;
extern const double Weights[3] = {0.5, 1.5, 2.5};
int addToShared(int By) { return SharedCounter += By; }
static int Hidden = 20;
#pragma omp end declare target

int secondUnitOwn(int Value) { return ownOfUnit(Value); }
int secondUnitHeader(int Value) { return inHeader(Value); }

int secondUnitHidden(int By) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = (Hidden += By);
  return Result;
}
