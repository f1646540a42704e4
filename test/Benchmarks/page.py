"""What the pages of benchmarks share: one file each, without scripts or anything from
elsewhere, so that it can be mailed and kept."""

import datetime
import html

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


def row(cells, tag):
    return "<tr>%s</tr>" % "".join("<%s>%s</%s>" % (tag, html.escape(each), tag)
                                   for each in cells)


def table(rows):
    """The first row is the heading."""
    return "<table>%s%s</table>" % (row(rows[0], "th"),
                                    "".join(row(each, "td") for each in rows[1:]))


def figure(title, drawing, width, height):
    return ('<figure><figcaption>%s</figcaption><svg width="%d" height="%d" '
            'role="img">%s</svg></figure>' % (html.escape(title), width, height, drawing))


def page(title, machine, remark, body):
    """The whole page; `body` is HTML."""
    return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<title>%s</title><style>%s</style></head><body>\n"
            "<h1>%s</h1>\n<p>%s, %s, %d cores. %s</p>\n%s\n</body></html>\n"
            % (html.escape(title), STYLE, html.escape(title),
               datetime.date.today().isoformat(), html.escape(machine["processor"]),
               machine["cores"], html.escape(remark), body))
