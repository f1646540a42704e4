"""check_jit_trace.py FILE cold|warm|report: a trace of trace.cpp, or of report.cpp."""

import json
import sys


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    if not text.endswith("]\n"):
        text += "]"
    everything = json.loads(text)
    events = [e for e in everything if e["ph"] != "M"]
    check_metadata([e for e in everything if e["ph"] == "M"], events)
    for event in events:
        assert event["pid"] > 0 and event["tid"] > 0 and event["ts"] > 0, event
        if event["ph"] == "X":
            assert event["dur"] >= 0, event
    check_flows(events)
    check_counters(events)
    if sys.argv[2] == "report":
        return
    kinds = {(e["cat"], e["name"]) for e in events}
    kernels = [e for e in events if e["cat"] == "kernel"]
    assert len(kernels) == 8, kernels
    for kernel in kernels:
        assert kernel["name"].startswith("main, line "), kernel
        constructs = [e for e in events if e["cat"] == "construct" and within(kernel, e)]
        assert len(constructs) == 1, kernel
    if sys.argv[2] == "cold":
        check_cold(events, kinds)
    else:
        assert ("select", "L2 hit on disk") in kinds, kinds
        assert ("compile", "compile") not in kinds, kinds


def check_metadata(metadata, events):
    """Each process and thread has a name, and the process is described."""
    kinds = [e["name"] for e in metadata]
    assert kinds[:2] == ["process_name", "ompjit_run"], kinds
    about = metadata[1]["args"]
    assert about["version"] == 1 and about["monotonic_ms"] > 0, about
    names = {e["tid"]: e["args"]["name"] for e in metadata if e["name"] == "thread_name"}
    assert set(names) == {e["tid"] for e in events if e.get("cat") != "run"}, names
    assert names[metadata[0]["pid"]] == "main thread", names


def check_flows(events):
    """Each image that was compiled and loaded has an arrow from the one to the other."""
    begins = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = [e for e in events if e["ph"] == "f"]
    for end in ends:
        assert any(e["name"] == "ready" and e["args"]["key"] == end["id"] and e["ts"] == end["ts"]
                   for e in events), end
    for begin in begins.values():
        assert any(e["name"] == "compile" and e["args"]["key"] == begin["id"] for e in events), begin
    if begins:
        assert any(e["id"] in begins for e in ends), ends


def check_counters(events):
    loaded = [e["args"]["bytes"] for e in events if e["name"] == "loaded images"]
    assert loaded and loaded[0] > 0, loaded


def check_cold(events, kinds):
    wanted = {("cache", "look up"), ("cache", "store"), ("tracker", "given up"),
              ("select", "compiled"), ("image", "compiled"), ("image", "ready")}
    assert wanted <= kinds, kinds
    selects = [e for e in events if e["cat"] == "select"]
    for whole in (e for e in events if e["name"] == "compile"):
        parts = [e for e in events if e["cat"] == "compile" and e != whole and within(e, whole)]
        names = [e["name"] for e in sorted(parts, key=lambda e: e["ts"])]
        assert names == ["load", "specialise", "optimise", "generate", "link"], names
        assert any(within(whole, select) for select in selects), whole


def within(inner, outer):
    slack = 0.01
    return (inner["ts"] >= outer["ts"] - slack
            and inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"] + slack)


main()
