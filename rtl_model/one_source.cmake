# Verilator's C++ files, whose names depend on the design, as one that includes them all.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/${PREFIX}*.cpp)
list(SORT files)
list(TRANSFORM files REPLACE "(.+)" "#include \"\\1\"\n")
string(CONCAT text ${files})
file(WRITE ${FOLDER}/${PREFIX}__all.cpp "${text}")
