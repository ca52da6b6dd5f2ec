# cmake -DOUTPUT=... -DROOT=... -DSOURCES=LIST -P model_digest.cmake
#
# Names the model by the sources that decide about results (LIST has one path a line): what an exploration computed with
# other sources is not taken for a result of this program. The same with any compiler and in any folder. Lines that are
# comments alone do not count: documentation changes no result.
file(STRINGS "${SOURCES}" sources)
set(texts "")
foreach(source IN LISTS sources)
  file(READ "${source}" text)
  string(REGEX REPLACE "(^|\n)[ \t]*//[^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  string(SHA256 digest "${text}")
  file(RELATIVE_PATH name "${ROOT}" "${source}")
  list(APPEND texts "${name} ${digest}")
endforeach()
list(SORT texts)
string(SHA256 digest "${texts}")
string(SUBSTRING "${digest}" 0 12 digest)
file(WRITE "${OUTPUT}" "// Written by model_digest.cmake.\n#pragma once\n\nnamespace collisionchip {\nconstexpr const char* kModelDigest = \"${digest}\";\n}\n")
