"""Prints a function that reads elements of a local array so many times."""

import sys

lines = ['target triple = "nvptx64-nvidia-cuda"',
         "define void @f(ptr %out, i64 %n) {",
         "  %array = alloca [32 x i64]",
         "  %some = getelementptr [32 x i64], ptr %array, i64 0, i64 %n",
         "  store i64 1, ptr %some"]
for i in range(int(sys.argv[1])):
    lines += ["  %%at%d = getelementptr [32 x i64], ptr %%array, i64 0, i64 %d"
              % (i, i % 32),
              "  %%v%d = load volatile i64, ptr %%at%d" % (i, i)]
print("\n".join([*lines, "  ret void", "}"]))
