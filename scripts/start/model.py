"""A model of how the ranks of a job get the images of their kernels.

Ranks launch the same kernels in the same order, each in the foreground
(OMP_JIT_ASYNC=0), and follow the protocol of docs/cache-format.md: a look-up, the
lock of the image, pauses of 0.5 to 16 ms, a deadline, a compile, a store. Servers
serve requests in the order of their arrival. Time is that of an event queue, so that
the same parameters and the same seed give the same result.

Ranks of a node that are at the same step go through it together, as one event, whose
requests are one behind the other in the queues. With `exact`, each rank is on its own.
"""

import heapq
import random

PAUSES = (0.0005, 0.016)  # The shortest and the longest between two look-ups.
SHORTEST_WAIT, LONGEST_WAIT = 2.0, 10.0  # For another process that compiles.
GUESSED_SECONDS_PER_BYTE = 20e-6  # Of a package, for a compile not seen before.
FIRST_TRIAL, LAST_TRIAL = 1.0, 60.0  # When a lost Redis server is asked again.
MOST_WORKERS = 16  # Of a node's compile server.

# Requests to the metadata server. Opening and closing are one each; so is a lock.
OPEN = OPEN_STATE = CLOSE = LOCK = NAME = 1
AFTER_STORE = 5  # Close, size; open, lock and close of the state.
AFTER_KNOWN = 2  # Size, close: another rank has stored the image meanwhile.


class Server:
    """Equal servers behind one queue."""

    def __init__(self, name, count=1):
        self.name, self.count = name, count
        self.free = [0.0] * count
        self.requests, self.size, self.busy = 0, 0, 0.0

    def serve(self, arrival, seconds, requests=1, size=0):
        """When the last of equal requests that arrive together is done."""
        self.requests += requests
        self.size += size
        self.busy += seconds * requests
        end = arrival
        for number in range(min(requests, self.count)):
            share = (requests - number + self.count - 1) // self.count
            free = max(arrival, self.free[0]) + share * seconds
            heapq.heapreplace(self.free, free)
            end = max(end, free)
        return end

    def share(self, time):
        """Of the time, how much the servers were busy."""
        return self.busy / (time * self.count) if time else 0.0


class SharedFolder:
    """On a file system with metadata servers and data servers."""

    is_local = False

    def __init__(self, model):
        self.given = model.given
        self.metadata_server, self.data_servers = model.metadata, model.data
        self.way = self.given.latency / 2
        self.seconds = 1 / self.given.metadata_rate  # Of a request.
        self.named = {}  # When an image got its name, and on which node.
        self.locked = set()
        self.cached = {}  # When a node has an image's pages.

    def metadata(self, now, ranks):
        return self.way + self.metadata_server.serve(
            now + self.way, self.seconds, ranks)

    def server_of(self, image):
        return self.data_servers[image % len(self.data_servers)]

    def read(self, now, node, image):
        """The page cache of a node gets a file once."""
        if (node, image) not in self.cached:
            self.cached[node, image] = self.write(now, 1, image)
        return max(now, self.cached[node, image])

    def write(self, now, ranks, image):
        given = self.given
        return self.way + self.server_of(image).serve(
            now + self.way, 1 / given.data_rate + given.entry_bytes / given.data_bandwidth,
            ranks, ranks * given.entry_bytes)

    def place_of(self, _, image):
        return image

    def lock_of(self, node, image):
        """What a lock excludes others from: on all nodes, on one, or not at all."""
        return {"all": (image,), "node": (image, node), "none": None}[self.given.locks]

    def is_seen(self, now, node, image):
        time, by = self.named.get(self.place_of(node, image), (float("inf"), None))
        return time + (0 if by == node else self.given.visibility) <= now - self.way


class BundleFile(SharedFolder):
    """All images in one file on one data server."""

    def server_of(self, image):
        return self.data_servers[0]


class LocalFolder(SharedFolder):
    """On a disk or in the memory of each node. There is no queue: a request makes the
    rank's next event later."""

    is_local = True

    def __init__(self, model):
        super().__init__(model)
        self.way = 0.0

    def place_of(self, node, image):
        return node, image

    def lock_of(self, node, image):
        return image, node


class Group:
    """Ranks of a node that are at the same step."""

    def __init__(self, node, ranks):
        self.node, self.ranks = node, ranks
        self.late = 0.0  # How much behind the model's clock, by local requests.
        self.has_compiler = False
        self.is_connected = False
        self.next_trial, self.pause = 0.0, FIRST_TRIAL  # Of a lost server.
        self.is_lost = False


class Model:
    """One arrangement. `given` has the parameters, see parameters.py."""

    def __init__(self, given, shared=False, filled=False, bundle=False, redis=None,
                 node_server=False):
        self.given = given
        self.node_server = node_server
        self.is_shared = shared or bundle or redis is not None
        self.metadata = Server("metadata server", given.metadata_servers)
        self.data = [Server("data server") for _ in range(given.data_servers)]
        self.redis = Server("Redis") if redis else None
        self.redis_network = Server("network of Redis") if redis else None
        self.redis_clients = 0
        self.redis_has = {}
        self.workers = {}  # The processes of the nodes' compile servers.
        self.processors = {}  # Of the nodes, where ranks share them.
        self.folder = (SharedFolder if shared else LocalFolder)(self)
        self.bundle = BundleFile(self) if bundle else None
        known = range(given.missing, given.kernels)
        self.in_bundle = set(known) if bundle else set()
        if filled:
            self.folder.named = {self.folder.place_of(0, image): (0.0, None) for image in known}
        if redis == "filled":
            self.redis_has = {image: 0.0 for image in known}
        self.events, self.sequence = [], 0
        self.now = 0.0
        self.ends = []  # (time, ranks)
        self.counts = dict.fromkeys(
            ["compiles", "hits", "absent", "waited", "timed_out", "stores",
             "remote_hits", "remote_absent", "unreachable", "bundle_hits"], 0)

    # --- The queue of events ---------------------------------------------------

    def spawn(self, time, steps):
        self.sequence += 1
        heapq.heappush(self.events, (time, self.sequence, steps))

    def run(self, starts=None):
        """`starts`: when each rank of a node starts, for comparisons."""
        given, chance = self.given, random.Random(self.given.seed)
        node_starts = [chance.uniform(0, given.spread) if given.nodes > 1 else 0.0
                       for _ in range(given.nodes)]
        for node, start in enumerate(node_starts if self.is_shared else [0.0]):
            alone = given.exact or starts
            for rank in range(given.ranks if alone else 1):
                group = Group(node, 1 if alone else given.ranks)
                self.spawn(starts[rank] if starts else start, self.life(group))
        while self.events:
            self.now, _, steps = heapq.heappop(self.events)
            wake = next(steps, None)
            if wake is not None:
                self.spawn(wake, steps)
        if not self.is_shared:
            self.copy_to(node_starts)
        return self

    def copy_to(self, node_starts):
        """Nodes that share nothing do the same, each from its own start."""
        self.ends = [(start + time, ranks) for start in node_starts
                     for time, ranks in self.ends]
        self.counts = {name: len(node_starts) * count for name, count in self.counts.items()}

    # --- What a rank does ------------------------------------------------------

    def life(self, group, image=0, waiting=None):
        """Yields the time of each next step. `waiting`: see obtain()."""
        given = self.given
        if not waiting:
            yield self.compute(group, given.start)
            if self.bundle:
                yield self.bundle.metadata(self.now, group.ranks)
            # The folder, and the note of what earlier runs learnt.
            yield from self.request(group, 2)
        while image < given.kernels:
            if image in self.in_bundle:
                yield self.bundle.read(self.now, group.node, image)
                yield self.compute(group, given.check_bundle)
                self.counts["bundle_hits"] += group.ranks
            else:
                yield from self.obtain(group, image, waiting)
                waiting = None
            yield self.compute(group, given.load)
            image += 1
        self.ends.append((self.now + group.late, group.ranks))

    def obtain(self, group, image, waiting):
        """From the folder, from another rank, from Redis or by a compile. `waiting`:
        one rank of the group got the claim and left the others behind, with this
        deadline and this pause."""
        if not waiting:
            # Missing images are looked for twice; the second time counts.
            for _ in range(1 if image == 0 else 2):
                if (yield from self.look(group, image)):
                    self.counts["hits"] += group.ranks
                    return
        claim, is_there = yield from self.claim(group, image, waiting)
        if is_there:
            self.counts["hits"] += group.ranks
            self.counts["waited"] += group.ranks
        else:
            self.counts["absent"] += group.ranks
            if not self.redis or not (yield from self.ask(group, image)):
                yield from self.compile(group)
                if self.redis:
                    self.tell(group, image)
            yield from self.store(group, image)
        if claim:
            self.folder.locked.discard(claim)
            yield from self.request(group)

    def claim(self, group, image, waiting):
        """Returns the lock, if the group has it, and whether the image is there."""
        given, folder = self.given, self.folder
        lock = folder.lock_of(group.node, image)
        deadline, pause = waiting or (
            self.now + group.late + self.longest_wait(), PAUSES[0])
        is_refused = bool(waiting)
        while True:
            if not is_refused:
                yield from self.request(group, OPEN_STATE + LOCK)
                if not lock:
                    return None, False
                is_refused = lock in folder.locked
                if not is_refused:
                    folder.locked.add(lock)
                    self.leave_behind(group, image, (deadline, pause))
            if is_refused:
                yield from self.request(group, CLOSE)
            is_there = yield from self.look(group, image)
            if is_there or not is_refused:
                return None if is_refused else lock, is_there
            if self.now + group.late >= deadline:
                self.counts["timed_out"] += group.ranks
                return None, False
            yield self.after(group, pause)
            pause, is_refused = min(2 * pause, PAUSES[1]), False

    def longest_wait(self):
        guess = 2 * GUESSED_SECONDS_PER_BYTE * self.given.package_bytes
        return min(max(guess, SHORTEST_WAIT), LONGEST_WAIT)

    def leave_behind(self, group, image, waiting):
        if group.ranks > 1:
            others = Group(group.node, group.ranks - 1)
            others.late = group.late
            self.spawn(self.now, self.life(others, image, waiting))
            group.ranks = 1

    def request(self, group, count=1):
        """Requests of each of the ranks to the folder, one after the other."""
        if self.folder.is_local:
            group.late += count * self.given.local_request
            return
        for _ in range(count):
            yield self.folder.metadata(self.now, group.ranks)

    def look(self, group, image):
        """Whether the folder has the image, which is then read."""
        folder = self.folder
        yield from self.request(group, OPEN)
        if not folder.is_seen(self.now + group.late, group.node, image):
            return False
        if not folder.is_local:
            yield folder.read(self.now, group.node, image)
        yield from self.request(group, CLOSE)
        yield self.compute(group, self.given.check)
        return True

    def store(self, group, image):
        """The first one that names an image wins."""
        folder = self.folder
        yield from self.request(group, OPEN)
        if not folder.is_local:
            yield folder.write(self.now, group.ranks, image)
        yield from self.request(group, NAME)
        place, more = folder.place_of(group.node, image), AFTER_KNOWN
        if place not in folder.named:
            folder.named[place] = self.now + group.late - folder.way, group.node
            self.counts["stores"] += 1
            more = AFTER_STORE
        yield from self.request(group, more)

    # --- Processors ------------------------------------------------------------

    def after(self, group, seconds):
        late, group.late = group.late, 0.0
        return self.now + late + seconds

    def compute(self, group, seconds):
        """When all ranks of the group have computed that long, on the processors of
        their node."""
        given = self.given
        if given.ranks <= given.processors:
            return self.after(group, seconds)
        if group.node not in self.processors:
            self.processors[group.node] = Server("processors", given.processors)
        return self.processors[group.node].serve(self.after(group, 0), seconds, group.ranks)

    def compile(self, group):
        given = self.given
        self.counts["compiles"] += group.ranks
        if not self.node_server:
            opening = 0.0 if group.has_compiler else given.open_compiler
            group.has_compiler = True
            yield self.compute(group, opening + given.compile)
            return
        seconds = given.compile
        if group.node not in self.workers:
            self.workers[group.node] = Server(
                "compile server", min(MOST_WORKERS, given.processors))
            seconds += given.start_server
        yield self.compute(group, given.request)
        yield self.workers[group.node].serve(self.now, seconds, group.ranks)

    # --- Redis -----------------------------------------------------------------

    def ask(self, group, image):
        """Whether Redis answers in time that it has the image."""
        given = self.given
        if group.is_lost and self.now + group.late < group.next_trial:
            self.counts["unreachable"] += group.ranks
            return False
        if group.late:
            yield self.after(group, 0)
        asked, is_trial = self.now, group.is_lost
        if not self.connect(group):
            self.counts["unreachable"] += group.ranks
            self.lose(group)
            return False
        has = self.redis_has.get(image, asked + 1) <= asked
        size = given.entry_bytes if has else 0
        way = given.latency / 2
        # A new connection takes a round trip of its own.
        arrival = asked + way + (0 if group.is_connected else given.latency)
        group.is_connected = True
        served = self.redis.serve(arrival, given.redis_get if has
                                  else given.redis_request, group.ranks)
        answer = way + self.redis_network.serve(
            served, size / given.network_bandwidth, group.ranks, group.ranks * size)
        is_late = answer - asked > given.redis_wait
        if is_trial or is_late:
            self.counts["unreachable"] += group.ranks
            self.lose(group)
            if is_trial and not is_late:
                group.is_lost, group.pause = False, FIRST_TRIAL
            if not is_trial:
                yield asked + given.redis_wait
            return False
        yield answer
        if has:
            self.counts["remote_hits"] += group.ranks
            return True
        self.counts["remote_absent"] += group.ranks
        return False

    def connect(self, group):
        if group.is_connected:
            return True
        if self.redis_clients + group.ranks > self.given.redis_clients:
            return False
        self.redis_clients += group.ranks
        self.redis.serve(self.now, self.given.redis_connect, group.ranks)
        return True

    def lose(self, group):
        group.is_lost = True
        group.next_trial = self.now + group.pause
        group.pause = min(2 * group.pause, LAST_TRIAL)

    def tell(self, group, image):
        """Stores the image behind the rank's back."""
        if group.is_lost or not self.connect(group):
            return
        given, size = self.given, self.given.entry_bytes
        arrival = self.redis_network.serve(
            self.now, size / given.network_bandwidth, group.ranks,
            group.ranks * size)
        end = self.redis.serve(arrival + given.latency / 2, given.redis_set,
                               group.ranks)
        self.redis_has[image] = min(self.redis_has.get(image, end), end)

    # --- Results ---------------------------------------------------------------

    def last(self):
        return max(time for time, _ in self.ends)

    def median(self):
        half = sum(ranks for _, ranks in self.ends) / 2
        for time, ranks in sorted(self.ends):
            half -= ranks
            if half <= 0:
                return time
        return None

    def servers(self):
        """Those that nodes share."""
        return [each for each in [self.metadata, *self.data, self.redis, self.redis_network]
                if each]

    def busiest(self):
        return max(self.servers(), key=lambda each: each.busy / each.count)

    def most_bytes(self):
        return max(each.size for each in self.servers())

    def bottleneck(self):
        """What was busy for the largest part of the time: a server, the compiles of a
        node one after the other, what ranks do themselves, or nothing but the start."""
        given, time = self.given, self.last()
        parts = {each.name: each.share(time) for each in self.servers()}
        for servers in (self.workers, self.processors):
            for each in servers.values():
                parts[each.name] = max(parts.get(each.name, 0), each.share(time))
        own = given.start + given.kernels * (given.check + given.load)
        in_turn = 0 if not self.counts["compiles"] else min(
            given.kernels, self.counts["compiles"]) * given.compile
        parts["compiles in turn"] = in_turn / time
        parts["loading in the ranks"] = own / time
        parts["the nodes' start"] = given.spread / time if given.nodes > 1 else 0
        return max(parts, key=parts.get)
