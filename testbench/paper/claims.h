// The paper's claims about its Figures 9 to 13, Eq. 5 and the numbers of §5 and §6, judged by the
// measurements here. The table has the rule behind each verdict.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/paper/paper_results.h"

namespace collisionchip {

// The preset that is the machine of Eq. 5; it runs at the first peak of each object.
constexpr char kEq5Preset[] = "paper52-eq5";

enum class Agreement { yes, partly, no };
std::string name_of(Agreement agreement);

struct Claim {
  std::string id;                 // stays the same from version to version
  std::string place;              // "§5.1, Figure 9"
  std::string claim;              // in our words
  std::string paper_value = "-";  // as the paper prints it; "-" if it gives none
  std::string our_value;
  Agreement agrees = Agreement::no;
  std::string why;            // the rule of the verdict, and the cause of a difference
  bool of_this_host = false;  // depends on times of this host, which differ from run to run
  std::string turned;         // different verdicts of other runs, each after "; " (turned_verdicts.h)
};

// Yes, else partly, else no.
Agreement graded(bool yes, bool partly);

// The claims in the order of the figures: those of Figures 9 to 12, then those of the chip. `cpu` names this host's processor.
std::vector<Claim> evaluate_claims(const PaperResults& results, const std::string& cpu);

std::vector<Claim> traversal_claims(const PaperResults& results);
std::vector<Claim> chip_claims(const PaperResults& results, const std::string& cpu);

// For a terminal: verdict, claim, both values; without the reasons.
std::string summary(const std::vector<Claim>& claims);
// A Markdown table, with the reasons.
std::string to_text(const std::vector<Claim>& claims);

}  // namespace collisionchip
