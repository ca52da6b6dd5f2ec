# Verilator's C++ files, whose names depend on the design, as one that includes them all. With PINS also what the adapters
# need: a function that makes the module and knows its pins, make_<PREFIX>() of adapter/rtl_builds.h.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/${PREFIX}*.cpp)
list(SORT files)
list(TRANSFORM files REPLACE "(.+)" "#include \"\\1\"\n")
string(CONCAT text ${files})
if(PINS)
  # VL_IN8(&start_valid_i,0,0); VL_OUTW(&beat_o,255,0,8);
  file(STRINGS ${FOLDER}/${PREFIX}.h pins REGEX "VL_(IN|OUT)[0-9W]*\\(")
  set(rows "")
  foreach(pin ${pins})
    if(NOT pin MATCHES "VL_(IN|OUT)[0-9W]*\\(&?([A-Za-z0-9_]+),([0-9]+),([0-9]+)")
      message(FATAL_ERROR "${FOLDER}/${PREFIX}.h: expected a pin: ${pin}")
    endif()
    set(output false)
    if(CMAKE_MATCH_1 STREQUAL OUT)
      set(output true)
    endif()
    math(EXPR bits "${CMAKE_MATCH_3} - ${CMAKE_MATCH_4} + 1")
    string(APPEND rows "      {\"${CMAKE_MATCH_2}\", ${output}, ${bits}, sizeof(top.${CMAKE_MATCH_2}), &top.${CMAKE_MATCH_2}},\n")
  endforeach()
  string(APPEND text "#include \"collisionchip/rtl_model/adapter/verilated_top.h\"

namespace collisionchip {

std::unique_ptr<VerilatedModule> make_${PREFIX}() {
  return std::make_unique<VerilatedTop<${PREFIX}>>([](${PREFIX}& top) {
    return std::vector<VerilatedPort>{
${rows}    };
  });
}

}  // namespace collisionchip
")
endif()
file(WRITE ${FOLDER}/${PREFIX}__all.cpp "${text}")
