"""Makes a test program, or the module of the package for Python, with a fault in a C++ source."""
import re
import shutil

from build_folder import shell_or_fail
from mutant import ROOT, MutantError
from noticing import MODULE, MODULE_FILE, PROGRAM
from python_recipe import make_package

# Its sources name each other by the file alone: all of them are compiled in another folder.
NATIVE = ROOT / "python/native"
# Speed and warnings are not what a mutant is for.
FLAGS = ((" -O3", " -O1"), (" -Werror", ""), (" -Winvalid-pch", ""))


class ModelRecipe:
    def __init__(self, build, mutant):
        self.build = build
        self.program = self.path_of(mutant.program)

    def path_of(self, target):
        """The file behind the target's name."""
        for line in shell_or_fail(f"ninja -t query {target}", self.build.path).splitlines():
            if line.strip().endswith(f"/{target}") or target == MODULE and line.strip().startswith(MODULE_FILE):
                return line.strip()
            if line == f"{target}:" and target == PROGRAM:
                return target
        raise MutantError(f"{self.build.path}: no program {target}")

    def make(self, mutant, folder):
        """The test program or the package for Python, in this folder, where the source with the fault lies before the one without it."""
        broken = self.broken(mutant, folder)
        if mutant.source.parent == NATIVE:
            shutil.copytree(NATIVE, broken.parent)
        broken.parent.mkdir(parents=True, exist_ok=True)
        broken.write_text(mutant.mutated())
        commands = self.build.commands(self.program)
        link, before_libraries = commands[-1], []
        for number, old in enumerate(self.affected(mutant)):
            new = folder / f"{number}.o"
            compile_it = next(line for line in commands if f" -o {old} -c " in line)
            shell_or_fail(self.with_fault(compile_it, old, new, mutant, folder), self.build.path)
            if f" {old} " in link:
                link = link.replace(f" {old} ", f" {new} ")
            else:
                before_libraries.append(str(new))  # the linker needs nothing of the one in the library any more
        program = folder / self.program.split("/")[-1]
        link = link.replace(f" -o {self.program} ", f" -o {program} {' '.join(before_libraries)} ")
        shell_or_fail(re.sub(r"&& cd .*", "", link), self.build.path)
        return make_package(folder, program) if self.program.startswith(MODULE_FILE) else program

    def broken(self, mutant, folder):
        """Sources name each other by the path below include/: the first one found counts."""
        return folder / "include/collisionchip" / mutant.source.relative_to(ROOT)

    def affected(self, mutant):
        sources = self.build.sources()
        found = [name for name in self.build.objects(self.program) if mutant.source in sources.get(name, ())]
        if not found:
            raise MutantError(f"{self.program} is not made from {mutant.source.relative_to(ROOT)}")
        return found

    def with_fault(self, command, old, new, mutant, folder):
        command = re.sub(r" -MD -MT \S+ -MF \S+", "", command).replace(f" -o {old} ", f" -w -o {new} ")
        for flag, instead in FLAGS:
            command = command.replace(flag, instead)
        include = f" -I{self.build.path}/include "
        if command.count(include) != 1:
            raise MutantError(f"expected one{include}in {command[:200]}")
        command = command.replace(include, f" -I{folder}/include{include}")
        broken = self.broken(mutant, folder)
        if mutant.source.parent == NATIVE:
            return command.replace(f" -c {NATIVE}/", f" -c {broken.parent}/")
        return command.replace(f" -c {mutant.source}", f" -c {broken}")
