// The files that a command reads and writes. A command must not write over a file that it reads, or write one file twice.
#pragma once

#include <string>
#include <vector>

namespace collisionchip {

struct NamedFile {
  std::string option;                            // the file's name in a complaint: "A", "--pairs"
  std::string path;                              // empty: not requested
  bool stream = false;                           // the path may be "-": standard input or output
  std::vector<std::string> until_complete = {};  // names that are written until an output is complete
};

// InputError if an output, or a name in its until_complete, is an input or another output, also through another path or a link. Called
// before any file is written. A device may be named several times. "-" is never a file's name: it means standard input or output, and is a
// WrongWord where a stream is not allowed.
void check_file_roles(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// After check_file_roles(): replaces "-" by the device of standard input. Other paths stay.
void resolve_input(std::string& path);
// Replaces "-" by the device of standard output. From then on the program's messages go to standard error, so that only data go to standard
// output.
void resolve_output(std::string& path);

// Prints the text if `csv` is empty; otherwise writes the table to the file `csv`, which --csv names.
void print_or_write(std::string csv, std::string (*text)(), std::string (*table)());

}  // namespace collisionchip
