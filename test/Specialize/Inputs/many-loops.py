"""Prints a function whose outermost loop has so many small ones, which test at their
end or, with "while", at their begin."""

import sys

COUNT = int(sys.argv[1])
IS_WHILE = sys.argv[2:] == ["while"]
lines = ["define void @f(ptr %p, i64 %n, i64 %m) {", "entry:", "  br label %outer",
         "outer:", "  %o = phi i64 [ 0, %entry ], [ %o.next, %latch ]",
         "  %invariant = mul i64 %n, %m", "  store i64 %invariant, ptr %p",
         "  br label %loop0"]
for i in range(COUNT):
    before = "loop%d" % (i - 1) if i else "outer"
    after = "loop%d" % (i + 1) if i < COUNT - 1 else "latch"
    test = ["  %%more%d = icmp ult i64 %%i%d%s, 4" % (i, i, "" if IS_WHILE else ".next"),
            "  br i1 %%more%d, label %%%s%d, label %%%s"
            % (i, "body" if IS_WHILE else "loop", i, after)]
    lines += ["loop%d:" % i,
              "  %%i%d = phi i64 [ 0, %%%s ], [ %%i%d.next, %%%s%d ]"
              % (i, before, i, "body" if IS_WHILE else "loop", i)]
    if IS_WHILE:
        lines += test + ["body%d:" % i]
    lines += ["  %%at%d = getelementptr i64, ptr %%p, i64 %%i%d" % (i, i),
              "  store i64 %d, ptr %%at%d" % (i, i),
              "  %%i%d.next = add nuw nsw i64 %%i%d, 1" % (i, i)]
    lines += ["  br label %%loop%d" % i] if IS_WHILE else test
lines += ["latch:", "  %same = mul i64 %n, %m", "  store i64 %same, ptr %p",
          "  %o.next = add i64 %o, 1", "  %again = icmp ult i64 %o.next, %m",
          "  br i1 %again, label %outer, label %end", "end:", "  ret void", "}"]
print("\n".join(lines))
