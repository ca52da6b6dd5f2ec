"""Makes a test program with a fault in tlm/, reference/ or testbench/."""
import re
import shutil

from build_folder import shell_or_fail
from mutant import ROOT, MutantError

COPIED = ("reference", "tlm", "testbench")
# Speed and warnings are not what a mutant is for.
FLAGS = ((" -O3", " -O1"), (" -Werror", ""), (" -Winvalid-pch", ""))


class ModelRecipe:
    def __init__(self, build, mutant):
        self.build = build
        self.program = self.path_of(mutant.program)

    def path_of(self, target):
        """The file behind the target's name."""
        for line in shell_or_fail(f"ninja -t query {target}", self.build.path).splitlines():
            if line.strip().endswith(f"/{target}"):
                return line.strip()
        raise MutantError(f"{self.build.path}: no program {target}")

    def make(self, mutant, folder):
        """The test program, in this folder, from a copy of the sources that has the fault."""
        rooms = folder / "include/collisionchip"
        rooms.mkdir(parents=True)
        for room in ("reference", "tlm", "rtl_model", "traces", "testbench"):
            if room in COPIED:
                shutil.copytree(ROOT / room, rooms / room)
            else:
                (rooms / room).symlink_to(ROOT / room)
        (rooms / mutant.source.relative_to(ROOT)).write_text(mutant.mutated())
        commands = self.build.commands(self.program)
        link, before_libraries = commands[-1], []
        for number, old in enumerate(self.affected(mutant)):
            new = folder / f"{number}.o"
            compile_it = next(line for line in commands if f" -o {old} -c " in line)
            shell_or_fail(self.in_copy(compile_it, old, new, rooms), self.build.path)
            if f" {old} " in link:
                link = link.replace(f" {old} ", f" {new} ")
            else:
                before_libraries.append(str(new))  # the linker needs nothing of the one in the library any more
        program = folder / "tests"
        link = link.replace(f" -o {self.program} ", f" -o {program} {' '.join(before_libraries)} ")
        shell_or_fail(re.sub(r"&& cd .*", "", link), self.build.path)
        return program

    def affected(self, mutant):
        sources = self.build.sources()
        found = [name for name in self.build.objects(self.program) if mutant.source in sources.get(name, ())]
        if not found:
            raise MutantError(f"{self.program} is not made from {mutant.source.relative_to(ROOT)}")
        return found

    def in_copy(self, command, old, new, rooms):
        command = re.sub(r" -MD -MT \S+ -MF \S+", "", command).replace(f" -o {old} ", f" -w -o {new} ")
        for flag, instead in FLAGS:
            command = command.replace(flag, instead)
        command = command.replace(f"-I{self.build.path}/include ", f"-I{rooms.parent} ")
        for room in COPIED:
            command = command.replace(f" -c {ROOT}/{room}/", f" -c {rooms}/{room}/")
        return command
