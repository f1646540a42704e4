"""The page of scripts/bench: a bar for each way of building a program, and the table.

One file without scripts or anything from elsewhere, so that it can be mailed and kept.
"""

import datetime
import html

BAR, GAP, NAME, WIDTH = 16, 4, 90, 420
COLOURS = ["#8a8a8a", "#5b7fa6", "#5fa37a", "#3f8f8a", "#d0a24c", "#c8643c"]

STYLE = """
body { font: 14px sans-serif; margin: 2em auto; max-width: 64em; color: #222; }
figure { display: inline-block; margin: 0 1em 1em 0; }
figcaption { font-weight: bold; }
td, th { padding: 0.2em 0.8em; text-align: right; }
td:first-child, th:first-child { text-align: left; }
tr:nth-child(even) { background: #f2f2f2; }
svg text { font-size: 12px; }
@media (prefers-color-scheme: dark) {
  body { background: #1c1c1c; color: #ddd; }
  tr:nth-child(even) { background: #2a2a2a; }
  svg text { fill: #ddd; }
}
"""


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def plot(title, ways, samples):
    """Bars of the medians, with a line from the least to the most of the runs."""
    most = max(max(samples[way]) for way in ways)
    height = len(ways) * (BAR + GAP)
    parts = []
    for number, way in enumerate(ways):
        top = number * (BAR + GAP)
        middle = top + BAR / 2
        scale = WIDTH / most
        value = median(samples[way])
        least, largest = min(samples[way]) * scale, max(samples[way]) * scale
        parts.append(
            '<text x="%d" y="%.1f" text-anchor="end" dy="0.35em">%s</text>'
            '<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>'
            '<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="currentColor"/>'
            '<text x="%.1f" y="%.1f" dy="0.35em">%.3f s</text>'
            % (NAME - 6, middle, html.escape(way), NAME, top, value * scale, BAR,
               COLOURS[number % len(COLOURS)], NAME + least, NAME + largest, middle,
               middle, NAME + largest + 6, middle, value))
    return ('<figure><figcaption>%s</figcaption><svg width="%d" height="%d" '
            'role="img">%s</svg></figure>'
            % (html.escape(title), NAME + WIDTH + 70, height, "".join(parts)))


def row(cells, tag):
    return "<tr>%s</tr>" % "".join("<%s>%s</%s>" % (tag, html.escape(each), tag)
                                   for each in cells)


def page(proxies, ways, samples, rows, machine):
    """The whole page. `samples` has the seconds by proxy and way; `rows` is the
    table, its first row the heading."""
    plots = "".join(plot(proxy, ways, {way: samples[proxy, way] for way in ways})
                    for proxy in proxies)
    return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<title>Proxies of simulation codes</title><style>%s</style></head><body>\n"
            "<h1>Proxies of simulation codes</h1>\n<p>%s, %s, %d cores. Processor time "
            "of whole processes: bars are medians, lines reach from the least to the "
            "most.</p>\n%s\n<table>%s%s</table>\n</body></html>\n"
            % (STYLE, datetime.date.today().isoformat(),
               html.escape(machine["processor"]), machine["cores"], plots,
               row(rows[0], "th"), "".join(row(each, "td") for each in rows[1:])))
