# `cmake --install`: the libraries and their headers, a CMake package and a file for pkg-config. The targets carry the flags that the arithmetic needs. A
# project that adds this folder to its own build gets the same names.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(libraries reference boxes formats groups config tlm rtl traces testbench scenes estimator explore api)
foreach(library ${libraries})
  add_library(CollisionChip::${library} ALIAS collisionchip_${library})
  set_target_properties(collisionchip_${library} PROPERTIES EXPORT_NAME ${library})
  list(APPEND installed collisionchip_${library})
endforeach()
# What these are linked from, under names of their own: the Verilated units, GTKWave's writer, OpenCL and its mirrors.
get_target_property(linked collisionchip_rtl LINK_LIBRARIES)
list(FILTER linked INCLUDE REGEX "^collisionchip_rtl_")
list(APPEND installed ${linked})
foreach(target collisionchip_opencl collisionchip_verilated fstapi collisionchip_all_pairs)
  if(TARGET ${target})
    list(APPEND installed ${target})
  endif()
endforeach()
list(REMOVE_DUPLICATES installed)

install(TARGETS ${installed} EXPORT CollisionChipTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/collisionchip)
if(TARGET collisionchip)
  install(TARGETS collisionchip RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/docs/man/collisionchip.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/docs/man/collisionchip.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME collisionchip)
# The Python files of the package for Python, next to its module.
if(COLLISIONCHIP_BUILD_PYTHON)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/collisionchip DESTINATION lib/python3/dist-packages
    FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN py.typed PATTERN __pycache__ EXCLUDE)
endif()
foreach(room reference tlm traces rtl_model testbench)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collisionchip
    FILES_MATCHING PATTERN "*.h"
    PATTERN tests EXCLUDE PATTERN fuzz EXCLUDE PATTERN benchmarks EXCLUDE PATTERN cli EXCLUDE
    PATTERN rtl EXCLUDE PATTERN bench EXCLUDE PATTERN synth EXCLUDE PATTERN package EXCLUDE PATTERN paper EXCLUDE
    PATTERN golden EXCLUDE PATTERN coverage EXCLUDE PATTERN mutants EXCLUDE PATTERN documentation EXCLUDE
    PATTERN report EXCLUDE PATTERN explore EXCLUDE PATTERN estimator EXCLUDE PATTERN page EXCLUDE PATTERN without_tree EXCLUDE)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/testbench/api/api.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collisionchip)
install(FILES ${PROJECT_BINARY_DIR}/generated/collisionchip/testbench/version.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/collisionchip/testbench)

# What the rooms looked for themselves, so that the package knows what to ask for.
find_package(fcl QUIET)
if(fcl_FOUND)
  set(COLLISIONCHIP_WITH_FCL ON)
endif()
if(TARGET fstapi)
  set(COLLISIONCHIP_WITH_ZLIB ON)
endif()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/CollisionChip)
install(EXPORT CollisionChipTargets NAMESPACE CollisionChip:: DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/CollisionChipConfig.cmake.in CollisionChipConfig.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(CollisionChipConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CollisionChipConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/CollisionChipConfigVersion.cmake DESTINATION ${package})
# From where the file lies to the prefix: an installation can be moved.
string(REGEX REPLACE "[^/]+" ".." up ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(${CMAKE_CURRENT_LIST_DIR}/collisionchip.pc.in collisionchip.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/collisionchip.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
