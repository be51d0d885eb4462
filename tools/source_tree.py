# source_tree: lists and reads the files of the project, for the checks in this folder.
import os

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")

# Top-level folders that hold outputs, not sources; and names of such folders anywhere.
_OUTPUTS = {"build", "install", "runs"}
_MADE = {"__pycache__", "node_modules"}


def files(root, suffixes):
    """The sorted paths, relative to `root` and with `/`, that end with one of `suffixes`."""
    found = []
    for folder, subfolders, names in os.walk(root):
        top = os.path.samefile(folder, root)
        subfolders[:] = [
            name
            for name in subfolders
            if not (top and name in _OUTPUTS) and name not in _MADE and not name.startswith(".")
        ]
        found += [os.path.join(folder, name) for name in names if name.endswith(tuple(suffixes))]
    return sorted(os.path.relpath(path, root).replace(os.sep, "/") for path in found)


def read(root, path):
    """The text of the file `path` below `root`."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def report(name, problems, num_files):
    """Prints the problems and a closing line; returns the exit status of the check `name`."""
    for problem in problems:
        print(problem)
    print(f"{name}: {num_files} files, {len(problems)} problems")
    return 1 if problems else 0
