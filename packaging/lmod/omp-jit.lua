-- A module file for Lmod: put it into a folder of MODULEPATH as
-- omp-jit/<version>.lua, next to others, and set the prefix if it is another.
local prefix = os.getenv("OMPJIT_PREFIX") or "/opt/omp-jit"

help([[OMP-JIT: a clang that offloads OpenMP regions, ahead of time or at run time.
ompjit-doctor says whether all is well; documents are in ]] .. pathJoin(prefix, "share/doc/ompjit"))
whatis("Name: OMP-JIT")
whatis("Version: " .. myModuleVersion())
whatis("Description: OpenMP offloading with device LTO and run-time compilation")

conflict("llvm", "clang")

prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
prepend_path("CMAKE_PREFIX_PATH", prefix)
prepend_path("PKG_CONFIG_PATH", pathJoin(prefix, "lib/pkgconfig"))
prepend_path("XDG_DATA_DIRS", pathJoin(prefix, "share"))
setenv("OMPJIT_ROOT", prefix)
