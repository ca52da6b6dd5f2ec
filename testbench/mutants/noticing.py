"""Runs the test that has to notice a mutant."""
import pathlib
import re
import subprocess

from build_folder import shell
from mutant import HERE, MutantError

TIMEOUT_SECONDS = 120
# Asked by scripts, not by test programs of their own: the program, and the module of the package for Python, as a target and as a file.
PROGRAM, MODULE, MODULE_FILE = "collisionchip", "collisionchip_python", "python/collisionchip/_core"
SAID = (r"\[  FAILED  \] ([\w./]+)", r"(?:FAIL|ERROR): (\w+) \(", r"(Assertion failed in .*)", r"(C\+\+ exception .*)", r"(\S.*)\s*$")


def test_command(build, program, original, test):
    """program: the file to test, which stands for `original` of the build folder, or a package for Python; test: Suite.Name, or Class.test
    of a script."""
    if original == PROGRAM or original.startswith(MODULE_FILE):
        python, script, *arguments = build.script_command(test.split(".")[0])
        if pathlib.Path(program).is_dir():
            arguments = [arguments[0], str(program)]
        elif original == PROGRAM:
            arguments = [str(program) if argument == str(build.path / PROGRAM) else argument for argument in arguments]
        return [python, str(HERE / "one_test.py"), script, test, *arguments]
    wanted = f"{test}:*/{test}/*:*/{test}" if test else "-Long*:*DeathTest*"
    return [str(program), "--gtest_brief=1", f"--gtest_filter={wanted}"]


def run_test(build, program, original, test):
    """True and what was said if the test fails. MutantError if there is none."""
    # exec: what is stopped in the end is the program, not the shell before it.
    command = "exec " + " ".join(f"'{word}'" for word in test_command(build, program, original, test))
    try:
        done = shell(command, pathlib.Path(program).parent, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return True, "it hangs"
    said = done.stdout + done.stderr
    if " 0 tests from 0 test suites ran" in said:
        raise MutantError(f"{original} has no test {test}")
    if done.returncode == 0:
        return False, ""
    found = next(filter(None, (re.search(pattern, said) for pattern in SAID)), None)
    if found is None:  # a signal, before anything was said
        return True, f"status {done.returncode}"
    return True, " ".join(found.group(1).split())[:100]
