"""Copies an object under as many names as asked for, each with another name for
one of its symbols, and prints a response file that names the copies.

copies.py OBJECT SYMBOL COUNT FOLDER; the symbol ends in zeros for the number.
"""

import sys

path, symbol, count, folder = sys.argv[1:]
content = open(path, "rb").read()
stem = symbol.rstrip("0")
digits = len(symbol) - len(stem)
for number in range(int(count)):
    renamed = f"{stem}{number:0{digits}}"
    copy = f"{folder}/{renamed}.o"
    with open(copy, "wb") as file:
        file.write(content.replace(symbol.encode(), renamed.encode()))
    print(f'"{copy}"')
