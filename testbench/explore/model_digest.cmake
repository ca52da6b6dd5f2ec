# cmake -DOUTPUT=... -DROOT=... -DSOURCES=a;b;c -P model_digest.cmake
#
# Names the model by the sources that decide about results: what an exploration computed with other sources is not taken
# for a result of this program. The same with any compiler.
string(REPLACE "|" ";" SOURCES "${SOURCES}")
list(SORT SOURCES)
set(digests "")
foreach(source ${SOURCES})
  file(SHA256 "${ROOT}/${source}" digest)
  string(APPEND digests "${source} ${digest}\n")
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING "${digest}" 0 12 digest)
set(text "// Written by model_digest.cmake.\n#pragma once\n\nnamespace collisionchip {\nconstexpr const char* kModelDigest = \"${digest}\";\n}\n")
file(WRITE "${OUTPUT}" "${text}")
