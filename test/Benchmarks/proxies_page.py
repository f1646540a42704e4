"""The page of scripts/bench: a bar for each way of building a program, and the table."""

import html
from statistics import median_high

import page as pages

BAR, GAP, NAME, WIDTH = 16, 4, 90, 420


def plot(title, ways, samples):
    """Bars of the medians, with a line from the least to the most of the runs."""
    most = max(max(samples[way]) for way in ways)
    height = len(ways) * (BAR + GAP)
    parts = []
    for number, way in enumerate(ways):
        top = number * (BAR + GAP)
        middle = top + BAR / 2
        scale = WIDTH / most
        value = median_high(samples[way])
        least, largest = min(samples[way]) * scale, max(samples[way]) * scale
        parts.append(
            '<text x="%d" y="%.1f" text-anchor="end" dy="0.35em">%s</text>'
            '<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>'
            '<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="currentColor"/>'
            '<text x="%.1f" y="%.1f" dy="0.35em">%.3f s</text>'
            % (NAME - 6, middle, html.escape(way), NAME, top, value * scale, BAR,
               pages.COLOURS[number % len(pages.COLOURS)], NAME + least, NAME + largest, middle,
               middle, NAME + largest + 6, middle, value))
    return pages.figure(title, "".join(parts), NAME + WIDTH + 70, height)


def page(proxies, ways, samples, rows, machine):
    """The whole page. `samples` has the seconds by proxy and way; `rows` is the
    table, its first row the heading."""
    plots = "".join(plot(proxy, ways, {way: samples[proxy, way] for way in ways})
                    for proxy in proxies)
    return pages.page("Proxies of simulation codes", machine,
                      "Processor time of whole processes: bars are medians, lines reach "
                      "from the least to the most.", plots + "\n" + pages.table(rows))
