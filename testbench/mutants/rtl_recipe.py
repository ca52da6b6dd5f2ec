"""Makes the parity test of a unit with a fault in its RTL."""
import re
import shutil

from build_folder import shell_or_fail
from mutant import RTL, MutantError


class RtlRecipe:
    """The commands that make the test from one of the unit's Verilated modules."""

    def __init__(self, build, mutant):
        self.build = build
        alone = mutant.unit == "float_cores"
        self.program = f"testbench/tests/rtl/{mutant.unit}_tests" if alone else f"testbench/tests/rtl/{mutant.unit}_rtl_tests"
        self.verilated_library = (f"verilated_{mutant.unit}" if alone else
                        f"collisionchip_rtl_{mutant.unit}{'_' + mutant.module if mutant.module else ''}")
        self.verilate = self.command("verilate", rf"/{self.verilated_library}\.verilated -Wall")
        self.verilated = re.search(rf"--Mdir (\S+/{self.verilated_library}\.verilated)\b", self.verilate).group(1)
        self.compile = self.command("compile", rf" -c \S*/{self.verilated_library}\.verilated/\S+\.cpp")
        self.link = self.command("link", rf" -o {self.program} ")
        self.archive = re.search(rf"\S*lib{self.verilated_library}\.a", self.link).group(0)

    def command(self, what, pattern):
        found = [command for command in self.build.commands(self.program) if re.search(pattern, command)]
        if not found:
            raise MutantError(f"{self.build.path}: no command to {what} {self.verilated_library}")
        return found[-1]

    def make(self, mutant, folder):
        """The test program, in this folder, from a copy of the RTL that has the fault."""
        rtl = folder / "rtl"
        shutil.copytree(RTL, rtl)
        (rtl / mutant.source.relative_to(RTL)).write_text(mutant.mutated())
        verilated, object_file, program = folder / "verilated", folder / "module.o", folder / "tests"
        verilate = self.verilate.replace(self.verilated, str(verilated)).replace(f"{RTL}/", f"{rtl}/")
        verilate = verilate.replace("-Wall ", "-Wno-lint -Wno-fatal ").replace(f"{rtl}/../", f"{RTL}/../")
        compiler = re.sub(r" -o \S+", f" -o {object_file}", self.compile).replace(self.verilated, str(verilated))
        compiler = re.sub(r" -MD -MT \S+ -MF \S+", "", compiler).replace(" -O2", " -O0")
        link = self.link.replace(f" -o {self.program} ", f" -o {program} ").replace(self.archive, str(object_file))
        link = re.sub(r"&& cd .*", "", link)
        for command in (verilate, compiler, link):
            shell_or_fail(command, self.build.path)
        return program
