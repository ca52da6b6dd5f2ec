"""The host and the build that times of software hold for, as pages say them."""
import os
import pathlib
import re


def host_of(build):
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    cache = (build / "CMakeCache.txt").read_text()
    return (f"{' '.join(model[1].split()) if model else 'unknown processor'}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the begin; "
            f"{re.search(r'CMAKE_BUILD_TYPE:.*=(.*)', cache)[1]} build with {pathlib.Path(re.search(r'CMAKE_CXX_COMPILER:.*=(.*)', cache)[1]).name}")
