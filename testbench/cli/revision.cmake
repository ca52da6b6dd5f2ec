# cmake -DOUTPUT=... -DROOT=... -P revision.cmake
#
# Which commit the program is built from, for --version; nothing outside of a git tree. Runs with every build; the file
# changes with the commit only, so that nothing else is compiled for it.
execute_process(
  COMMAND git -C ${ROOT} describe --always --dirty --abbrev=12
  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  set(revision "")
endif()
set(text "// Written by revision.cmake.\n#pragma once\n\nnamespace collisionchip {\nconstexpr const char* kRevision = \"${revision}\";\n}\n")
set(before "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${OUTPUT}" "${text}")
endif()
