#!/usr/bin/env python3
# check_layers: checks that includes run only downwards without cycles, that headers of certain
# libraries are included only in their room, that only a game's folder knows the game, and that no
# folder is crowded.
#
# `tools/check_layers.py --draw` prints the folders floor by floor, each with the folders that it
# includes. A folder is one floor above the highest folder that it includes.
import os
import re
import sys

import source_tree

# The floor of each room. A file may include its own room and rooms on lower floors.
FLOORS = {
    "base": 1,
    "proto": 1,
    "envs": 2,
    "selfplay": 3,
    "serving/errors": 3,
    "training/network": 4,
    "matches": 4,
    "python": 4,
    "arena": 5,
    "training/link": 2,
    "training": 6,
    "serving": 7,
    "cli": 7,
}
# Pairs on the same floor of which the first may include the second: configurations are read from
# files; the program starts the service.
LEVEL_ARROWS = {("proto", "base"), ("cli", "serving")}
# Folders above all rooms: they may include anything, and no room includes them.
ROOF = {"tests", "benchmarks", "examples"}
# Support for tests, which tests inside the rooms may include.
TEST_SUPPORT = "tests/support/"

# Rooms above proto/ that work without protobuf, and the files in them that use it nevertheless.
_WITHOUT_PROTOBUF = r"(?:envs|selfplay)/"
_USE_PROTOBUF = r"selfplay/(files/|settings/settings_of\.)|.*_test\.cc$"

# Headers that only some files may include: name, pattern of the include, pattern of those files.
QUARANTINES = [
    ("LibTorch", r"(torch|ATen|c10|caffe2)/", r"training/network/"),
    (
        "gRPC",
        r"(grpc|grpcpp)/|.*\.grpc\.pb\.h",
        r"serving/.+\.cc$|tests/|benchmarks/",
    ),
    (
        "protobuf",
        r"proto/|google/protobuf/|.*\.pb\.h|selfplay/(files/|settings/settings_of\.h)",
        rf"(?!{_WITHOUT_PROTOBUF})|{_USE_PROTOBUF}",
    ),
    ("what judges play, and may know more than a player,", r"arena/", r"(?!serving/)"),
    ("what only training may see", r"envs/privileged\.h", r"envs/privileged|training/|tests/"),
]

# Files outside a game's folder that may know the game: solvers and searches made for it, its own
# verbs, tables of published results, and tests. All other code knows games by Game alone.
GAME_EXPERTS = re.compile(
    r"envs/games/|selfplay/(kontranto|tantrix)/|selfplay/solved_moves\.|cli/renju/"
    r"|cli/verbs/(solve_verb|bench_net_verb)\.cc$|cli/learning/learning_(anchors|measure)\.cc$"
    r"|(tests|benchmarks|examples)/|.*_test\.cc$"
)

# The most files that may stand in one folder, games' folders aside.
MAX_FILES = 34

_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
_GENERATED = re.compile(r"(\.grpc)?\.pb\.h$")


def room_of(path):
    """The room or the folder of the roof that contains a path, or None."""
    matching = [room for room in [*FLOORS, *ROOF] if path.startswith(room + "/")]
    return max(matching, key=len, default=None)


def includes(text):
    """Pairs (whether in quotes, included path), in the order of the file's text."""
    return [(m[1] == '"', m[2]) for m in _INCLUDE.finditer(text)]


def is_foreign(included):
    """Whether a quoted include names a header of a library, in a folder that is not ours."""
    folders = {room.split("/")[0] for room in FLOORS} | ROOF
    return "/" in included and included.split("/")[0] not in folders


def may_include(path, included):
    """Whether the floors allow the file `path` to include our file `included`."""
    source, target = room_of(path), room_of(included)
    if source in ROOF or source == target or (source, target) in LEVEL_ARROWS:
        return True
    if target in ROOF:
        return path.endswith("_test.cc") and included.startswith(TEST_SUPPORT)
    return FLOORS[target] < FLOORS[source]


def problem_of(root, path, quoted, included):
    """What is wrong with one include of one file, or None."""
    if included.startswith("envs/games/") and not GAME_EXPERTS.match(path):
        return f"what is special about a game belongs in its folder ({included})"
    for name, pattern, allowed in QUARANTINES:
        if re.match(pattern, included) and not re.match(allowed, path):
            return f"{name} may not be included here ({included})"
    if not quoted or is_foreign(included):
        return None
    file = _GENERATED.sub(".proto", included)
    if not os.path.isfile(os.path.join(root, file)):
        return f'"{included}" is no file of ours; paths are relative to the repository root'
    if room_of(path) is None or room_of(included) is None:
        return f"a file outside the rooms includes or is included ({included})"
    if not may_include(path, included):
        return f"{room_of(path)} may not include {room_of(included)} ({included})"
    return None


def find_cycle(graph):
    """A cycle of the graph as a list of nodes that begins and ends with the same, or None."""
    done, stack = set(), []

    def visit(node):
        if node in stack:
            return stack[stack.index(node) :] + [node]
        if node in done:
            return None
        stack.append(node)
        for neighbour in graph.get(node, []):
            cycle = visit(neighbour)
            if cycle:
                return cycle
        done.add(stack.pop())
        return None

    return next((cycle for cycle in map(visit, sorted(graph)) if cycle), None)


def folder_of(path):
    """The folder of a path; all folders of games count as one."""
    return "envs/games" if path.startswith("envs/games/") else os.path.dirname(path)


def folder_graph(graph):
    """Which folders of rooms include which, without tests, which may include their whole room."""
    folders = {}
    for path, included in graph.items():
        if room_of(path) in ROOF or path.endswith("_test.cc"):
            continue
        below = folders.setdefault(folder_of(path), set())
        below |= {folder_of(p) for p in included if not is_foreign(p)} - {folder_of(path)}
    return {folder: sorted(below) for folder, below in folders.items()}


def floors_of(folders):
    """The floor of each folder in an acyclic graph: 1, or one above all that it includes."""
    floors = {}

    def floor(folder):
        if folder not in floors:
            floors[folder] = 1 + max(map(floor, folders.get(folder, [])), default=0)
        return floors[folder]

    for folder in folders:
        floor(folder)
    return floors


def draw(root):
    """The text of --draw: the highest floor first, each folder with what it includes."""
    folders = folder_graph(include_graph(all_includes(texts_of(root))))
    lines = []
    floors = floors_of(folders)
    for number in range(max(floors.values()), 0, -1):
        lines.append(f"floor {number}")
        for folder in sorted(name for name, floor in floors.items() if floor == number):
            lines.append(f"  {folder}/ -> {' '.join(folders.get(folder, [])) or 'nothing of ours'}")
    return "\n".join(lines)


def texts_of(root):
    """The C++ files below `root`, each with its text."""
    return {path: source_tree.read(root, path) for path in source_tree.files(root, [".h", ".cc"])}


def all_includes(texts):
    """The files, each with its includes."""
    return {path: includes(text) for path, text in texts.items()}


def include_graph(found):
    """Of each file what it includes in quotes; `found` as all_includes gives it."""
    return {path: [name for quoted, name in names if quoted] for path, names in found.items()}


def named_games(texts):
    """Where code that should know games by their interface names one, one line each."""
    games = {path.split("/")[2] for path in texts if path.startswith("envs/games/")}
    if not games:
        return []
    name = re.compile(rf'^(?!\s*//).*"({"|".join(map(re.escape, sorted(games)))})[{{"]')
    return [
        f"{path}:{number}: names the game {found[1]}; what is special about a game belongs in its "
        "folder"
        for path, text in texts.items()
        if not GAME_EXPERTS.match(path)
        for number, line in enumerate(text.split("\n"), start=1)
        if (found := name.match(line))
    ]


def crowded(root):
    """What is wrong with folders that hold too many files, one line each."""
    counts = {}
    for path in source_tree.files(root, [""]):
        if not path.startswith("envs/games/"):
            counts[os.path.dirname(path)] = counts.get(os.path.dirname(path), 0) + 1
    return [
        f"{folder}/ holds {count} files, at most {MAX_FILES}: divide it by what they are about"
        for folder, count in sorted(counts.items())
        if count > MAX_FILES
    ]


def check(root):
    """The problems of the tree below `root`, one line each, and the number of files seen."""
    texts = texts_of(root)
    problems = crowded(root) + named_games(texts)
    found = all_includes(texts)
    for path, names in found.items():
        for quoted, included in names:
            problem = problem_of(root, path, quoted, included)
            if problem:
                problems.append(f"{path}: {problem}")
    graph = include_graph(found)
    cycle = find_cycle(graph)
    if cycle:
        problems.append("includes run in a circle: " + " -> ".join(cycle))
    elif cycle := find_cycle(folder_graph(graph)):
        problems.append("folders include each other in a circle: " + " -> ".join(cycle))
    return problems, len(graph)


if __name__ == "__main__":
    if sys.argv[1:] == ["--draw"]:
        print(draw(source_tree.ROOT))
        sys.exit(0)
    sys.exit(source_tree.report("check_layers", *check(source_tree.ROOT)))
