"""The page of scripts/bench-scale: for each table its rows as lines over the size, both
axes logarithmic, so that what is linear has the slope of the dashed line."""

import html
import math

import page as pages

LEFT, WIDTH, HEIGHT, BELOW, LINE = 60, 420, 220, 30, 16


def scale(values, length):
    """Maps logarithms of the values to 0 to `length`."""
    low, high = math.log10(min(values)), math.log10(max(values))
    high = max(high, low + 1)
    return lambda value: (math.log10(value) - low) / (high - low) * length


def plot(title, unit, rows):
    """`rows` has values by size by row; a value of 0 has no place on the axis."""
    rows = {row: {size: value for size, value in values.items() if value > 0}
            for row, values in rows.items()}
    rows = {row: values for row, values in rows.items() if values}
    sizes = sorted({size for values in rows.values() for size in values})
    numbers = [value for values in rows.values() for value in values.values()]
    across, up = scale(sizes, WIDTH), scale(numbers, HEIGHT)

    def point(size, value):
        return "%.1f,%.1f" % (LEFT + across(size), HEIGHT + 10 - up(value))

    parts = []
    for size in sizes:
        parts.append('<text x="%.1f" y="%d" text-anchor="middle">%s</text>'
                     % (LEFT + across(size), HEIGHT + BELOW, "{:,}".format(size)))
    for value in (min(numbers), max(numbers)):
        parts.append('<text x="%d" y="%.1f" text-anchor="end" dy="0.35em">%.3g</text>'
                     % (LEFT - 8, HEIGHT + 10 - up(value), value))
    end = min(sizes[-1], sizes[0] * max(numbers) / min(numbers))
    parts.append('<polyline points="%s %s" fill="none" stroke="currentColor" '
                 'stroke-dasharray="4"/>'
                 % (point(sizes[0], min(numbers)),
                    point(end, min(numbers) * end / sizes[0])))
    for number, (row, values) in enumerate(rows.items()):
        colour = pages.COLOURS[number % len(pages.COLOURS)]
        points = " ".join(point(*each) for each in sorted(values.items()))
        y = HEIGHT + BELOW + LINE * (number + 1)
        parts.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>'
                     '<rect x="%d" y="%d" width="10" height="10" fill="%s"/>'
                     '<text x="%d" y="%d" dy="0.75em">%s</text>'
                     % (points, colour, LEFT, y, colour, LEFT + 16, y,
                        html.escape(row)))
    return pages.figure("%s (%s)" % (title, unit), "".join(parts), LEFT + WIDTH + 60,
                        HEIGHT + BELOW + LINE * (len(rows) + 2))


def page(figures, tables, machine):
    """The whole page; `tables` has rows of texts by title."""
    found = {}
    for each in figures:
        found.setdefault((each.table, each.unit), {}).setdefault(each.row, {})[
            each.size] = each.value
    plots = "".join(plot(title, unit, rows) for (title, unit), rows in found.items())
    return pages.page("What grows with programs and caches", machine,
                      "Each figure is the least of some runs; dashed lines are linear.",
                      plots + "\n" + "\n".join(map(pages.table, tables.values())))
