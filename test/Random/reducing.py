"""Makes a random program that fails smaller."""

import shutil

from running import Failure


def failure_of(chosen, file_class, dropped):
    """In which run a program fails without some statements, and how."""
    folder = chosen.folder / "reduced"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    file = file_class(chosen, chosen.seeds[0], folder, chosen.only, dropped)
    try:
        program = file.build()
    except Failure as failure:
        # An error in the program is none of the compiler's.
        return ("build", "Segmentation" in str(failure) or "LLVM ERROR" in str(failure)
                or "command failed" in str(failure)), str(failure)
    for name, settings in file.choice.runs():
        if not chosen.asks_for(name):
            continue
        try:
            file.run(program, name, settings)
        except Failure as failure:
            return (name, failure.kind), str(failure)
    return None, ""


def reduce(chosen, file_class):
    """Leaves out as many statements as it can, larger parts first."""
    file = file_class(chosen, chosen.seeds[0], chosen.folder, chosen.only)
    left = [int(number) for number in file.generate("--count").split()][1:]
    expected, message = failure_of(chosen, file_class, [])
    if not expected:
        print("does not fail")
        return 0
    print(f"{expected}: {message}", flush=True)
    dropped, size = [], max(len(left) // 2, 1)
    while True:
        at, changed = 0, False
        while at < len(left):
            part = left[at:at + size]
            if failure_of(chosen, file_class, dropped + part)[0] == expected:
                dropped += part
                left = left[:at] + left[at + size:]
                changed = True
                print(f"{len(left)} left", flush=True)
            else:
                at += size
        if size == 1 and not changed:
            break
        size = max(size // 2, 1)
    _, message = failure_of(chosen, file_class, dropped)
    print(f"--only {chosen.only} --drop {','.join(map(str, dropped))}\n{message}")
    print(chosen.folder / "reduced" / "program.cpp")
    return 1
