"""check_jit_trace.py FILE cold|warm: a trace of trace.cpp."""

import json
import sys


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    if not text.endswith("]\n"):
        text += "]"
    events = [e for e in json.loads(text) if e["ph"] != "M"]
    kinds = {(e["cat"], e["name"].split(" of ")[0]) for e in events}
    for event in events:
        assert event["ph"] == "X" and event["pid"] > 0 and event["tid"] > 0, event
        assert event["ts"] > 0 and event["dur"] >= 0, event
    launches = [e for e in events if e["name"].startswith("launch of ")]
    assert len(launches) == 8, launches
    assert all(e["args"]["outcome"] == "ready" for e in launches)
    if sys.argv[2] == "cold":
        check_cold(events, kinds, launches)
    else:
        assert ("launch", "L2 hit on disk") in kinds, kinds
        assert ("compile", "compile") not in kinds, kinds


def check_cold(events, kinds, launches):
    wanted = {("cache", "look up"), ("cache", "store"), ("tracker", "given up"),
              ("launch", "compiled"), ("launch", "L1 hit")}
    assert wanted <= kinds, kinds
    for whole in (e for e in events if e["name"] == "compile"):
        parts = [e for e in events if e["cat"] == "compile" and e != whole and within(e, whole)]
        names = [e["name"] for e in sorted(parts, key=lambda e: e["ts"])]
        assert names == ["load", "specialise", "optimise", "generate", "link"], names
        assert any(within(whole, launch) for launch in launches), whole


def within(inner, outer):
    slack = 0.01
    return (inner["ts"] >= outer["ts"] - slack
            and inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"] + slack)


main()
