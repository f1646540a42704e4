"""Runs the functions of the Spack recipe with a stand-in for spack.package.

    recipe.py RECIPE PACKAGE-LIST

Prints what the recipe tells Spack, and each package of Debian in the list that is
needed to build and for which the recipe has no dependency.
"""

import importlib.util
import sys
import types


class Prefix(str):
    def __getattr__(self, name):
        return Prefix(f"{self}/{name}")

    def join(self, name):
        return Prefix(f"{self}/{name}")


class CMakePackage:
    run_tests = False
    prefix = Prefix("/spack/omp-jit")

    def define(self, name, value):
        kind = "BOOL" if isinstance(value, bool) else "STRING"
        return f"-D{name}:{kind}={('OFF', 'ON')[value] if kind == 'BOOL' else value}"

    def define_from_variant(self, name, variant):
        if variant not in variants:
            sys.exit(f"there is no variant {variant}")
        return self.define(name, variants[variant])


def variant(name, default, description):
    variants[name] = default


def depends_on(dependency, **_):
    names.add(dependency.split("@")[0].split("+")[0])


def ignores(*_, **__):
    pass


def keeps(*_, **__):
    return lambda function: function


# What Spack calls a package of Debian, where that does not follow from its name.
SPACK_NAMES = {"libhiredis-dev": "hiredis", "libmsgpack-dev": "msgpack-c", "nlohmann-json3-dev": "nlohmann-json",
               "libabsl-dev": "abseil-cpp", "libgoogle-perftools-dev": "gperftools",
               "libboost-context-dev": "boost", "zlib1g-dev": "zlib-api", "libzstd-dev": "zstd",
               "libxxhash-dev": "xxhash", "libb2-dev": "libb2", "libffi-dev": "libffi", "libxml2-dev": "libxml2",
               "ninja-build": "ninja", "g++": "cxx", "python3": "python", "libgtest-dev": "googletest",
               "libgmock-dev": "googletest", "libbenchmark-dev": "benchmark"}


def spack_name(package):
    return "llvm" if "22" in package else SPACK_NAMES.get(package, package)


variants, names = {}, set()
package = types.ModuleType("spack.package")
package.CMakePackage = CMakePackage
package.variant = variant
package.join_path = lambda *parts: "/".join(parts)
package.run_after = package.on_package_attributes = keeps
package.Executable = lambda path: lambda *arguments: print("runs", path, *arguments)
package.depends_on = depends_on
package.version = package.generator = ignores
sys.modules["spack"], sys.modules["spack.package"] = types.ModuleType("spack"), package

spec = importlib.util.spec_from_file_location("recipe", sys.argv[1])
recipe = importlib.util.module_from_spec(spec)
spec.loader.exec_module(recipe)
it = recipe.OmpJit()
it.spec = {"llvm": types.SimpleNamespace(prefix=Prefix("/usr/lib/llvm-22"))}
print("git", it.git)
print(*it.cmake_args(), sep="\n")
it.check_install()
with open(sys.argv[2], encoding="utf-8") as lines:
    for line in lines:
        if line.startswith(("runtime ", "build ")) and spack_name(line.split()[1]) not in names:
            print("no dependency for", line.split()[1])
