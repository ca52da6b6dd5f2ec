"""The program `collisionchip`: where it is, and how to run it."""
import os
import pathlib
import re
import shutil
import subprocess

VARIABLE = "COLLISIONCHIP_PROGRAM"
NAME = "collisionchip"
SECONDS_TO_STOP = 5  # workers end within a pose's time after the signal


class Error(Exception):
    """What library or program refuses or could not do, in the words of the command line.

    `file`, `place` (file and line, key or argument) and `expectation`: what the line names of them, else empty.

    `status`: the program's exit status (1 two answers disagree, 2 a word typed wrong, 3 a file, a key or a combination,
    70 a fault of the program, negative: ended by a signal), or None where no program ended.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        named = re.search(r"(?:^(.*?): )?expected (.*?)(?:, got |$)", str(message))
        self.file, self.place, self.expectation = "", *(named.groups("") if named else ("", ""))


def find_program() -> str:
    """Path of the program: $COLLISIONCHIP_PROGRAM, else the one installed with this package or built in its source tree, else PATH's.

    If there are several build folders, build/release is taken, or else the one with the newest program.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return os.path.abspath(named)
        raise Error(f"{VARIABLE}: expected the program {NAME}, got {named!r}")
    package = pathlib.Path(__file__).resolve().parent
    installed = package.parents[3] / "bin" / NAME if len(package.parents) > 3 else None  # PREFIX/lib/python3/dist-packages
    build = package.parents[1] / "build"
    built = sorted(build.glob(f"*/{NAME}"), key=lambda path: (path.parent.name == "release", path.stat().st_mtime), reverse=True)
    for path in ([installed] if installed else []) + built:
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    found = shutil.which(NAME)
    if found:
        return os.path.abspath(found)
    raise Error(f"no program {NAME}: looked at ${VARIABLE} (not set), {installed}, {build}/*/{NAME} and PATH; "
                "build it (./demo) or install it (cmake --install)")


def stop(process):
    """Ends a run and its workers, by force if it must."""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def error_of(status, stderr):
    """An Error from what a run left: its last line that is no note, without the program's name."""
    lines = [line for line in stderr.strip().splitlines() if not line.startswith(f"{NAME}: note: ")]
    line = lines[-1] if lines else f"ended with status {status} and said nothing"
    prefix = f"{NAME}: "
    return Error(line[len(prefix):] if line.startswith(prefix) else line, status)


def run(*words, cwd=None):
    """Standard output of one run. Error if it fails; whatever interrupts the wait (Ctrl-C) ends the run."""
    process = subprocess.Popen([find_program(), *map(os.fspath, words)], cwd=cwd, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="surrogateescape")
    with process:
        try:
            stdout, stderr = process.communicate()
        except BaseException:
            stop(process)
            raise
    if process.returncode != 0:
        raise error_of(process.returncode, stderr)
    return stdout
