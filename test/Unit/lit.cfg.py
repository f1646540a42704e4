# The unit tests: every GoogleTest program in <build folder>/unittests, each of
# its cases counted as one test.

import os
import sys

import lit.formats

if hasattr(config, "ompjit_build_dir"):
    sys.path.insert(0, os.path.join(config.ompjit_source_dir, "test", "support"))
    import ompjit_lit

    programs = os.path.join(config.ompjit_build_dir, "unittests")
    config.name = "ompjit-unit"
    config.test_source_root = programs
    config.test_exec_root = programs
    config.suffixes = []
    config.test_format = lit.formats.GoogleTest(".", "")
    # Programs only: results that an interrupted run left are no tests.
    config.test_format.test_suffixes = {
        name for name in (os.listdir(programs) if os.path.isdir(programs) else [])
        if os.access(os.path.join(programs, name), os.X_OK)
        and os.path.isfile(os.path.join(programs, name))}
    ompjit_lit.set_environment(config)
    ompjit_lit.set_timeout(lit_config, seconds=900)
