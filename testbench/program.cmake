# The program: paper, report and the command line, over the libraries of CMakeLists.txt.
# A study of triangle tests; plain C++ over the reference.
add_library(collisionchip_operations STATIC operations/operation_study.cpp)
target_link_libraries(collisionchip_operations PUBLIC collisionchip_reference)

# Bounding volumes, encodings and builders side by side.
add_library(collisionchip_trees STATIC
  trees/tree_combinations.cpp
  trees/tree_comparison.cpp
  trees/tree_table.cpp
)
target_link_libraries(collisionchip_trees PUBLIC collisionchip_testbench collisionchip_formats collisionchip_tumbling)
collisionchip_runs_once(collisionchip_trees)

# Runs of all pairs and of trees on OpenCL.
add_library(collisionchip_without_tree STATIC
  without_tree/contact_points.cpp
  without_tree/made_objects.cpp
  without_tree/pairs_run.cpp
  without_tree/trees_run.cpp
)
target_link_libraries(collisionchip_without_tree PUBLIC collisionchip_testbench collisionchip_all_pairs)
collisionchip_runs_once(collisionchip_without_tree)

add_subdirectory(paper)
add_subdirectory(report)

set(revision ${PROJECT_BINARY_DIR}/generated/collisionchip/testbench/revision.h)
add_custom_target(revision
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${revision} -DROOT=${PROJECT_SOURCE_DIR} -P ${CMAKE_CURRENT_SOURCE_DIR}/cli/revision.cmake
  BYPRODUCTS ${revision}
  VERBATIM)
# A verb is a file in cli/, and a line of cli/verbs.h.
file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.cpp)
add_executable(collisionchip ${cli_sources})
target_link_libraries(collisionchip PRIVATE collisionchip_report collisionchip_documentation collisionchip_explore
  collisionchip_estimator collisionchip_paper collisionchip_scenes collisionchip_trees collisionchip_without_tree CLI11::CLI11)
add_dependencies(collisionchip revision)
set_target_properties(collisionchip PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
collisionchip_runs_once(collisionchip)
