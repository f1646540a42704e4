"""The parameters of the model: what they are, in which unit, and where their defaults
are from. Those of `MEASURED` come from a file that measure.py wrote. A value is of the
type of `least`."""

from collections import namedtuple

Parameter = namedtuple("Parameter", "name default least help")

# What is asked.
JOB = [
    Parameter("nodes", 1000, 1, "nodes of the job"),
    Parameter("ranks", 64, 1, "ranks of each node"),
    Parameter("processors", None, 1, "processors of each node; default: one for each rank"),
    Parameter("kernels", 40, 1, "images that each rank launches, one after the other"),
    Parameter("missing", 0, 0, "how many of them a filled folder, bundle or Redis lacks"),
    Parameter("spread", 1.0, 0.0, "seconds within which nodes start, at random"),
    Parameter("seed", 1, 0, "of that"),
]

# What cannot be measured here.
MACHINES = [
    Parameter("metadata_servers", 1, 1, "metadata servers that a folder's requests go to; "
              "a folder of Lustre is on one unless it is striped"),
    Parameter("metadata_rate", 100000.0, 1e-6, "requests that each of them serves a second; Amazon "
              "offers file systems of Lustre with 1,500 to 192,000"),
    Parameter("data_servers", 8, 1, "data servers; an image is on one, and so is a bundle"),
    Parameter("data_bandwidth", 1e10, 1.0, "bytes that each of them transfers a second (assumed)"),
    Parameter("data_rate", 100000.0, 1e-6, "requests that each of them serves a second (assumed)"),
    Parameter("latency", 0.0002, 0.0, "seconds there and back on the network; Redis' documentation "
              "calls 200 us typical of a network of 1 Gbit/s"),
    Parameter("network_bandwidth", 1.25e9, 1.0, "bytes a second to and from the Redis server; "
              "10 Gbit/s (assumed)"),
    Parameter("redis_clients", 10000, 1, "connections that the Redis server allows; its default"),
    Parameter("redis_wait", 0.01, 0.0, "seconds that a launch waits for Redis; the default of "
              "OMP_JIT_CACHE_REMOTE_WAIT"),
    Parameter("visibility", 0.0, 0.0, "seconds until other nodes see a new file; up to 60 where NFS "
              "remembers that there was none"),
]

MEASURED = [
    Parameter("start", None, 0.0, "seconds of a rank's first launch besides the others'"),
    Parameter("check", None, 0.0, "seconds to look an image up in a local folder, read and check it"),
    Parameter("check_bundle", None, 0.0, "the same in a bundle in the page cache"),
    Parameter("load", None, 0.0, "seconds to load an image and launch it"),
    Parameter("compile", None, 0.0, "seconds to compile an image"),
    Parameter("open_compiler", None, 0.0, "seconds to open LLVM in a rank"),
    Parameter("start_server", None, 0.0, "seconds to start a node's compile server"),
    Parameter("request", None, 0.0, "seconds that a compile takes longer on such a server"),
    Parameter("local_request", None, 0.0, "seconds of a system call on a local folder"),
    Parameter("redis_connect", None, 0.0, "seconds of the Redis server for a connection"),
    Parameter("redis_request", None, 0.0, "the same for GET of what it does not have"),
    Parameter("redis_get", None, 0.0, "the same for GET of an image"),
    Parameter("redis_set", None, 0.0, "the same for SET of an image"),
    Parameter("entry_bytes", None, 1, "bytes of an image in the cache"),
    Parameter("package_bytes", None, 1, "bytes of the program's package"),
]
