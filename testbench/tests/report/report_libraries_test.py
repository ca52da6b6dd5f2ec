#!/usr/bin/env python3
"""How a build gets the libraries of the report's page, and what it does where it cannot. Nothing is loaded from outside.

    report_libraries_test.py CMAKE SOURCE_FOLDER
"""
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

CMAKE, SOURCE = "cmake", pathlib.Path(__file__).resolve().parents[3]


def get_libraries(output, npm, node="node", asked="ON", registry=None):
    environment = dict(os.environ)
    if registry:
        environment.update(npm_config_registry=registry, npm_config_cache=f"{output}/cache")
    libraries = SOURCE / "testbench/report/libraries"
    return subprocess.run([CMAKE, f"-DSOURCE={libraries}", f"-DOUTPUT={output}", f"-DNPM={npm}", f"-DNODE={node}",
                           f"-DASKED={asked}", "-P", libraries / "get_libraries.cmake"],
                          env=environment, capture_output=True, text=True, check=False)


def page_template(libraries, output):
    """The page without its data, as the build makes it."""
    report = SOURCE / "testbench/report"
    names = re.search(r"set\(report_scripts ([^)]*)\)", (report / "CMakeLists.txt").read_text())
    scripts = ",".join(names.group(1).split())
    subprocess.run([CMAKE, f"-DPAGE={report}/page", f"-DLIBRARIES={libraries}", f"-DSCRIPTS={scripts}",
                    f"-DDRAWINGS={SOURCE}/docs/architecture.svg", f"-DOUTPUT={output}", "-P",
                    report / "embed_page.cmake"], check=True, capture_output=True)
    return pathlib.Path(output).read_text()


class OtherBytes(http.server.BaseHTTPRequestHandler):
    """A registry whose packages are not those that were locked."""

    def do_GET(self):  # noqa: N802, the name is the library's
        self.server.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"not what was locked")

    def log_message(self, *_):
        pass


class ReportLibraries(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="collisionchip-libraries-")
        self.addCleanup(shutil.rmtree, self.folder)

    def lacking(self):
        return (pathlib.Path(self.folder) / "lacking.txt").read_text()

    def test_without_npm_the_page_says_what_it_lacks(self):
        done = get_libraries(self.folder, "COLLISIONCHIP_NPM-NOTFOUND")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("will lack three.js and Observable Plot", done.stdout + done.stderr)
        page = page_template(self.folder, f"{self.folder}/page.html")
        for part in ("This page lacks three.js", "Observable Plot", "apt install npm", "<code>./demo</code>", "There are none inside."):
            self.assertIn(part, page)
        self.assertLess(len(page), 300_000, "our own scripts alone")

    def test_a_build_can_do_without(self):
        self.assertEqual(get_libraries(self.folder, "npm", asked="OFF").returncode, 0)
        self.assertIn("COLLISIONCHIP_REPORT_LIBRARIES=OFF", self.lacking())

    @unittest.skipUnless(shutil.which("npm"), "no npm")
    def test_without_network_the_build_goes_on(self):
        done = get_libraries(self.folder, "npm", registry="http://127.0.0.1:9/")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ECONNREFUSED", self.lacking())

    @unittest.skipUnless(shutil.which("npm"), "no npm")
    def test_another_hash_is_an_error_that_names_the_package(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OtherBytes)
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = get_libraries(self.folder, "npm", registry=f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()
        server.server_close()
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(" ".join(done.stderr.split()), r"[\w-]+@\S+: expected the hash that \S*package-lock.json has")
        self.assertTrue(server.asked, "the registry of npm's configuration, not another one")
        self.assertFalse((pathlib.Path(self.folder) / "three.js").exists())


if __name__ == "__main__":
    CMAKE, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
