"""Prints a function whose outermost loop has so many small ones."""

import sys

COUNT = int(sys.argv[1])
lines = ["define void @f(ptr %p, i64 %n, i64 %m) {", "entry:", "  br label %outer",
         "outer:", "  %o = phi i64 [ 0, %entry ], [ %o.next, %latch ]",
         "  br label %loop0"]
for i in range(COUNT):
    come = "outer" if i == 0 else "loop%d" % (i - 1)
    go = "latch" if i == COUNT - 1 else "loop%d" % (i + 1)
    lines += ["loop%d:" % i,
              "  %%i%d = phi i64 [ 0, %%%s ], [ %%i%d.next, %%loop%d ]"
              % (i, come, i, i),
              "  %%at%d = getelementptr i64, ptr %%p, i64 %%i%d" % (i, i),
              "  store i64 %d, ptr %%at%d" % (i, i),
              "  %%i%d.next = add nuw nsw i64 %%i%d, 1" % (i, i),
              "  %%more%d = icmp ult i64 %%i%d.next, 4" % (i, i),
              "  br i1 %%more%d, label %%loop%d, label %%%s" % (i, i, go)]
lines += ["latch:", "  %o.next = add i64 %o, 1", "  %again = icmp ult i64 %o.next, %m",
          "  br i1 %again, label %outer, label %end", "end:", "  ret void", "}"]
print("\n".join(lines))
