"""Expressions, all of type uint64_t and defined for all values. Numbers with a
fraction hold small integers, so that no operation on them rounds."""

from tables import TYPES


def cast(kind, text):
    """A uint64_t as another type; small where sums must stay exact."""
    what = TYPES[kind][1]
    if what == "bool":
        return f"bool({text} & 1)"
    if what == "real":
        return f"{kind}(int({text} & 255) - 100)"
    return f"{kind}({text})"


class Expressions:
    """Writes expressions of what a scope can read."""

    def __init__(self, rng, avoid):
        self.rng = rng
        self.avoid = avoid
        self.used = 0

    def name(self, prefix):
        self.used += 1
        return f"{prefix}{self.used}"

    def one_in(self, count):
        return self.rng.randrange(count) == 0

    def constant(self):
        return f"{self.rng.choice([0, 1, 2, 3, 5, 7, 10, 64, 255, 1000, (1 << 40) + 9])}ul"

    def leaf(self, scope, depth=0):
        rng = self.rng
        if not scope.readable or self.one_in(5):
            return self.constant()
        # What was declared last is used most.
        recent = scope.readable[-6:] if rng.random() < 0.5 else scope.readable
        variable = rng.choice(recent)
        cell, _ = rng.choice(variable.cells(self.index(scope, variable, depth)))
        return f"whole({cell})"

    def index(self, scope, variable, depth=0):
        """Of an array's element."""
        if not variable.size:
            return ""
        rng = self.rng
        choice = rng.random()
        if choice < 0.3 or depth > 3:
            return str(rng.randrange(variable.size))
        simple = [other.name for other in scope.readable if other.is_scalar
                  and TYPES[other.type][1] in ("signed", "unsigned")]
        if choice < 0.8 and simple:
            return f"whole({rng.choice(simple[-4:])}) % {variable.size}"
        return f"{self.value(scope, depth + 2)} % {variable.size}"

    def value(self, scope, depth=0):
        rng = self.rng
        if depth > 3 or rng.random() < 0.15 + 0.2 * depth:
            return self.leaf(scope, depth)
        a, b = self.value(scope, depth + 1), self.value(scope, depth + 1)
        choice = rng.random()
        if choice < 0.6:
            return f"({a} {rng.choice('+-*&|^+')} {b})"
        if choice < 0.7:
            return self.called(scope, a, b, depth)
        return rng.choice([
            f"({a} / ({b} | 1))", f"({a} % ({b} | 1))",
            f"({a} << ({b} & 63))", f"({a} >> ({b} & 63))",
            f"({self.condition(scope, depth + 1)} ? {a} : {b})",
            f"u64(int32_t({a}))", f"u64(uint8_t({a}))",
            f"u64(int64_t({a}) >> ({b} & 63))", f"u64(float(uint8_t({a})))",
            f"u64(__builtin_popcountll({a}))", f"(0 - {a})", f"(~{a})"])

    def called(self, scope, a, b, depth):
        """Of the standard library, on variables where there are any."""
        rng = self.rng
        kinds = {}
        for variable in scope.readable:
            if variable.is_scalar and variable.type != "bool":
                kinds.setdefault(variable.type, []).append(variable.name)
        pairs = [names for names in kinds.values() if len(names) > 1]
        c = self.value(scope, depth + 2)
        if pairs and "captures" not in self.avoid and self.one_in(2):
            x, y = rng.sample(rng.choice(pairs), 2)
            return rng.choice([f"whole(std::min({x}, {y}))",
                               f"whole(std::max({x}, {y}))",
                               f"whole(std::max({{{x}, {y}, {x}}}))",
                               f"whole(std::min({x}, {y}, std::less<>()))",
                               f"whole(std::clamp({x}, std::min({x}, {y}), "
                               f"std::max({x}, {y})))"])
        found = [
            f"std::min<u64>({a}, {b})", f"std::max({a}, {b})",
            f"std::min({{{a}, {b}, {c}}})",
            f"std::clamp<u64>({a}, {b} & 15, ({c} & 15) + 15)",
            f"u64(std::abs(int({a} & 1023) - 500))",
            f"whole(std::fabs(double(int({a} & 1023) - 500)))",
            f"whole(std::sqrt(double(({a} & 255) * ({a} & 255))))",
            f"whole(std::fma(double({a} & 255), 3.0, double({b} & 255)))",
            f"whole(std::floor(double({a} & 255) * 0.5))",
            f"whole(std::ldexp(double({a} & 255), 3))",
            f"std::gcd(({a} & 255) + 1, ({b} & 255) + 1)",
            f"std::get<1>(std::pair<int, u64>(1, {a}))",
            f"std::array<u64, 3>{{{a}, {b}, {c}}}[{a} % 3]",
            f"whole(std::norm(std::complex<double>(double({a} & 255), "
            f"double({b} & 255))))"]
        return rng.choice([one for one in found if self.may_use(one)])

    def may_use(self, text):
        return "complex" not in self.avoid or "complex" not in text

    def condition(self, scope, depth=0):
        rng = self.rng
        order = rng.choice(["==", "!=", "<", ">", "<=", ">="])
        a, b = self.value(scope, depth + 1), self.value(scope, depth + 1)
        return rng.choice([f"({a} {order} {b})",
                           f"(int64_t({a}) {order} int64_t({b}))",
                           f"(({a} & 3) {order} {rng.randrange(4)})",
                           f"(({a} & 1) != 0)"])
