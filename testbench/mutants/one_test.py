#!/usr/bin/env python3
"""Runs one test of a script that is given its program by its command line.

    one_test.py SCRIPT CLASS.TEST ARGUMENT...
"""
import importlib.util
import os
import sys
import unittest

script, test = sys.argv[1:3]
sys.argv = [script, *sys.argv[3:]]
sys.path.insert(0, os.path.dirname(script))  # as Python does for a script
sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("tests", script)
module = importlib.util.module_from_spec(specification)
specification.loader.exec_module(module)
tests = unittest.defaultTestLoader.loadTestsFromName(test, module)
sys.exit(not unittest.TextTestRunner().run(tests).wasSuccessful())
