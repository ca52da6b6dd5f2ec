// Which files a command reads and writes: no command may write over what it reads, nor write one file twice.
#pragma once

#include <string>
#include <vector>

namespace collisionchip {

struct NamedFile {
  std::string option;   // as a complaint names it: "A", "--pairs"
  std::string path;     // empty: not asked for
  bool stream = false;  // may be "-": standard input, or output
  std::vector<std::string> until_complete =
      {};  // of an output: other names that are written on the way to it
};

// InputError if an output, or a name on the way to it, is an input or another output, by whatever path or link; before
// anything is done. A device may be named as often as one likes. Nor is `-` a file's
// name: who writes it means standard output or input, which only devices name.
void check_file_roles(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// What "-" stands for after check_file_roles(); other paths stay.
void resolve_input(std::string& path);
// The data alone have standard output then: what the program prints goes to standard error from now on.
void resolve_output(std::string& path);

// Prints the text; with a path, what --csv names, it writes the table instead.
void print_or_write(std::string csv, std::string (*text)(), std::string (*table)());

}  // namespace collisionchip
