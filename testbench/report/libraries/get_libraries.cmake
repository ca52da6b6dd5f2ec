# Gets the libraries of the report's page: npm loads the packages that package-lock.json names, each with its hash, and
# esbuild, one of them, makes a file of each library. Called as a script with SOURCE (this folder), OUTPUT (a folder) and
# NPM and NODE (programs, or what find_program says where there are none); ASKED is OFF for a build that shall do
# without. Writes three.js, plot.js, LICENSES.txt and lacking.txt: the reason why there are no libraries, else empty.
# A build without them goes on. One whose packages are not those of the lock file does not.
cmake_minimum_required(VERSION 3.20)

set(work ${OUTPUT}/packages)

# Ends the script: the page is made without libraries.
macro(do_without reason)
  file(REMOVE_RECURSE ${work})
  foreach(name three.js plot.js LICENSES.txt)
    file(WRITE ${OUTPUT}/${name} "")
  endforeach()
  file(WRITE ${OUTPUT}/lacking.txt "${reason}")
  message("The report will lack three.js and Observable Plot: ${reason}")
  return()
endmacro()

if(NOT ASKED)
  do_without("the program was configured with COLLISIONCHIP_REPORT_LIBRARIES=OFF.")
endif()
if(NOT NPM OR NOT NODE)
  do_without("npm was not there when the program was built (Debian: apt install npm).")
endif()
execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX REPLACE "^v" "" version "${version}")
if(version VERSION_LESS 18)
  do_without("esbuild needs Node.js 18 or newer, and the program was built beside ${version}.")
endif()

foreach(name package.json package-lock.json bundle.mjs three_entry.js plot_entry.js)
  file(COPY ${SOURCE}/${name} DESTINATION ${work})
endforeach()
# A machine without network shall not wait long for one.
execute_process(
  COMMAND ${NPM} ci --ignore-scripts --include=dev --prefer-offline --no-audit --no-fund --no-update-notifier
    --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=30000
  WORKING_DIRECTORY ${work} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(text MATCHES "EINTEGRITY")
  string(REGEX MATCH "tarball data for ([^ ]+)" found "${text}")
  file(REMOVE_RECURSE ${work})
  message(FATAL_ERROR "${CMAKE_MATCH_1}: expected the hash that ${SOURCE}/package-lock.json has, got another one")
elseif(text MATCHES "EUSAGE")
  message(FATAL_ERROR "${SOURCE}/package-lock.json does not fit package.json:\n${text}")
elseif(NOT status EQUAL 0)
  string(REGEX MATCH "code ([A-Z0-9_]+)" found "${text}")
  do_without("npm could not load them when the program was built (${CMAKE_MATCH_1}).")
endif()

execute_process(COMMAND ${NODE} bundle.mjs WORKING_DIRECTORY ${work} RESULT_VARIABLE status ERROR_VARIABLE text)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${SOURCE}/bundle.mjs failed:\n${text}")
endif()
foreach(name three.js plot.js LICENSES.txt)
  file(RENAME ${work}/${name} ${OUTPUT}/${name})
endforeach()
file(WRITE ${OUTPUT}/lacking.txt "")
file(REMOVE_RECURSE ${work})
