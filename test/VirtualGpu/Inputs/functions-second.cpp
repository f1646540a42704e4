//===- functions-second.cpp - What functions.cpp calls --------------------===//

#pragma omp begin declare target
void bump(int *Place) { *Place += 2; }
#pragma omp end declare target
