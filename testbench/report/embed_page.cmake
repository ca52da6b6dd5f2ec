# Makes the report's page without its data: template.html with styles, libraries and scripts in their places. Called as
# a script with PAGE (folder), LIBRARIES (folder), DRAWINGS (SVG files of machines, separated by commas), SCRIPTS (names
# without .js, in order, separated by commas) and OUTPUT.
cmake_minimum_required(VERSION 3.20)

function(read_text variable file)
  file(READ ${file} text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# A script must not have a text that ends a script element or begins another mark of the page.
function(check_text file text)
  foreach(forbidden "</script" "<!--" "@TITLE@" "@DATA@")
    string(FIND "${text}" "${forbidden}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file}: expected no ${forbidden} in a script of the page")
    endif()
  endforeach()
endfunction()

read_text(page ${PAGE}/template.html)
read_text(style ${PAGE}/style.css)
read_text(licences ${LIBRARIES}/LICENSES.txt)
read_text(reason ${LIBRARIES}/lacking.txt)
string(REPLACE "&" "&amp;" licences "${licences}")
string(REPLACE "<" "&lt;" licences "${licences}")

set(drawings "")
string(REPLACE "," ";" files "${DRAWINGS}")
foreach(file IN LISTS files)
  read_text(text ${file})
  string(APPEND drawings "<template class=\"drawing\">\n${text}</template>\n")
endforeach()

set(scripts "")
string(REPLACE "," ";" names "${SCRIPTS}")
if(reason STREQUAL "")
  set(files ${LIBRARIES}/three.js ${LIBRARIES}/plot.js)
  set(lacking "")
else()
  set(files "")
  set(licences "There are none inside.")
  set(lacking "<p class=\"warning\" id=\"lacking\">This page lacks three.js, which draws the objects, and Observable Plot, which \
draws the plots; tables and text are complete. The reason: ${reason} To get them: with npm and a network, run \
<code>./demo</code>, or <code>cmake</code> and the build, again, and then <code>collisionchip report</code>.</p>\n")
endif()
foreach(name IN LISTS names)
  list(APPEND files ${PAGE}/${name}.js)
endforeach()
foreach(file IN LISTS files)
  read_text(text ${file})
  check_text(${file} "${text}")
  string(APPEND scripts "<script>\n${text}</script>\n")
endforeach()

string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@DRAWINGS@" "${drawings}" page "${page}")
string(REPLACE "@LACKING@" "${lacking}" page "${page}")
string(REPLACE "@LICENCES@" "${licences}" page "${page}")
string(REPLACE "@SCRIPTS@" "${scripts}" page "${page}")
file(WRITE ${OUTPUT} "${page}")
