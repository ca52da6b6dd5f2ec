// The messages as packed items, the first field in the lowest bits. Written from tlm/machine/messages.h by
// the target messages_package.
package messages;

// An accessor looks at its own bits only.
// verilator lint_off UNUSEDSIGNAL

localparam int START_COMMAND_WIDTH = 65;
function automatic logic [START_COMMAND_WIDTH-1:0] start_command(
  input logic [31:0] tumbled,
  input logic [31:0] aligned,
  input logic first_witness
);
  start_command = {first_witness, aligned, tumbled};
endfunction
function automatic logic [31:0] start_command_tumbled(input logic [START_COMMAND_WIDTH-1:0] item);
  start_command_tumbled = item[31:0];
endfunction
function automatic logic [31:0] start_command_aligned(input logic [START_COMMAND_WIDTH-1:0] item);
  start_command_aligned = item[63:32];
endfunction
function automatic logic start_command_first_witness(input logic [START_COMMAND_WIDTH-1:0] item);
  start_command_first_witness = item[64];
endfunction

localparam int READ_REQUEST_WIDTH = 34;
function automatic logic [READ_REQUEST_WIDTH-1:0] read_request(
  input logic [1:0] kind,
  input logic [31:0] address
);
  read_request = {address, kind};
endfunction
function automatic logic [1:0] read_request_kind(input logic [READ_REQUEST_WIDTH-1:0] item);
  read_request_kind = item[1:0];
endfunction
function automatic logic [31:0] read_request_address(input logic [READ_REQUEST_WIDTH-1:0] item);
  read_request_address = item[33:2];
endfunction

localparam int PAIR_AUXILIARY_WIDTH = 164;
function automatic logic [PAIR_AUXILIARY_WIDTH-1:0] pair_auxiliary(
  input logic [31:0] child_0,
  input logic [31:0] child_1,
  input logic [31:0] triangle_0,
  input logic [31:0] triangle_1,
  input logic [1:0] leaf,
  input logic [1:0] error_kind,
  input logic [31:0] error_address
);
  pair_auxiliary = {error_address, error_kind, leaf, triangle_1, triangle_0, child_1, child_0};
endfunction
function automatic logic [31:0] pair_auxiliary_child_0(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_child_0 = item[31:0];
endfunction
function automatic logic [31:0] pair_auxiliary_child_1(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_child_1 = item[63:32];
endfunction
function automatic logic [31:0] pair_auxiliary_triangle_0(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_triangle_0 = item[95:64];
endfunction
function automatic logic [31:0] pair_auxiliary_triangle_1(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_triangle_1 = item[127:96];
endfunction
function automatic logic [1:0] pair_auxiliary_leaf(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_leaf = item[129:128];
endfunction
function automatic logic [1:0] pair_auxiliary_error_kind(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_error_kind = item[131:130];
endfunction
function automatic logic [31:0] pair_auxiliary_error_address(input logic [PAIR_AUXILIARY_WIDTH-1:0] item);
  pair_auxiliary_error_address = item[163:132];
endfunction

localparam int LIST_COMMAND_WIDTH = 65;
function automatic logic [LIST_COMMAND_WIDTH-1:0] list_command(
  input logic [31:0] discard,
  input logic [31:0] length,
  input logic keep
);
  list_command = {keep, length, discard};
endfunction
function automatic logic [31:0] list_command_discard(input logic [LIST_COMMAND_WIDTH-1:0] item);
  list_command_discard = item[31:0];
endfunction
function automatic logic [31:0] list_command_length(input logic [LIST_COMMAND_WIDTH-1:0] item);
  list_command_length = item[63:32];
endfunction
function automatic logic list_command_keep(input logic [LIST_COMMAND_WIDTH-1:0] item);
  list_command_keep = item[64];
endfunction

localparam int OVERLAP_FLAGS_WIDTH = 4;
function automatic logic [OVERLAP_FLAGS_WIDTH-1:0] overlap_flags(
  input logic [3:0] bits
);
  overlap_flags = {bits};
endfunction
function automatic logic [3:0] overlap_flags_bits(input logic [OVERLAP_FLAGS_WIDTH-1:0] item);
  overlap_flags_bits = item[3:0];
endfunction

localparam int LEAF_TESTS_WIDTH = 169;
function automatic logic [LEAF_TESTS_WIDTH-1:0] leaf_tests(
  input logic [1:0] kind,
  input logic [3:0] bits,
  input logic [31:0] tumbled_0,
  input logic [31:0] tumbled_1,
  input logic [31:0] aligned_0,
  input logic [31:0] aligned_1,
  input logic first_witness,
  input logic [1:0] error_kind,
  input logic [31:0] error_address
);
  leaf_tests = {error_address, error_kind, first_witness, aligned_1, aligned_0, tumbled_1, tumbled_0, bits, kind};
endfunction
function automatic logic [1:0] leaf_tests_kind(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_kind = item[1:0];
endfunction
function automatic logic [3:0] leaf_tests_bits(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_bits = item[5:2];
endfunction
function automatic logic [31:0] leaf_tests_tumbled_0(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_tumbled_0 = item[37:6];
endfunction
function automatic logic [31:0] leaf_tests_tumbled_1(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_tumbled_1 = item[69:38];
endfunction
function automatic logic [31:0] leaf_tests_aligned_0(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_aligned_0 = item[101:70];
endfunction
function automatic logic [31:0] leaf_tests_aligned_1(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_aligned_1 = item[133:102];
endfunction
function automatic logic leaf_tests_first_witness(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_first_witness = item[134];
endfunction
function automatic logic [1:0] leaf_tests_error_kind(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_error_kind = item[136:135];
endfunction
function automatic logic [31:0] leaf_tests_error_address(input logic [LEAF_TESTS_WIDTH-1:0] item);
  leaf_tests_error_address = item[168:137];
endfunction

localparam int FINDING_WIDTH = 100;
function automatic logic [FINDING_WIDTH-1:0] finding(
  input logic [1:0] kind,
  input logic [31:0] tumbled,
  input logic [31:0] aligned,
  input logic [1:0] error_kind,
  input logic [31:0] error_address
);
  finding = {error_address, error_kind, aligned, tumbled, kind};
endfunction
function automatic logic [1:0] finding_kind(input logic [FINDING_WIDTH-1:0] item);
  finding_kind = item[1:0];
endfunction
function automatic logic [31:0] finding_tumbled(input logic [FINDING_WIDTH-1:0] item);
  finding_tumbled = item[33:2];
endfunction
function automatic logic [31:0] finding_aligned(input logic [FINDING_WIDTH-1:0] item);
  finding_aligned = item[65:34];
endfunction
function automatic logic [1:0] finding_error_kind(input logic [FINDING_WIDTH-1:0] item);
  finding_error_kind = item[67:66];
endfunction
function automatic logic [31:0] finding_error_address(input logic [FINDING_WIDTH-1:0] item);
  finding_error_address = item[99:68];
endfunction

localparam int QUERY_DONE_WIDTH = 35;
function automatic logic [QUERY_DONE_WIDTH-1:0] query_done(
  input logic [1:0] error_kind,
  input logic [31:0] error_address,
  input logic unfinished
);
  query_done = {unfinished, error_address, error_kind};
endfunction
function automatic logic [1:0] query_done_error_kind(input logic [QUERY_DONE_WIDTH-1:0] item);
  query_done_error_kind = item[1:0];
endfunction
function automatic logic [31:0] query_done_error_address(input logic [QUERY_DONE_WIDTH-1:0] item);
  query_done_error_address = item[33:2];
endfunction
function automatic logic query_done_unfinished(input logic [QUERY_DONE_WIDTH-1:0] item);
  query_done_unfinished = item[34];
endfunction

// verilator lint_on UNUSEDSIGNAL
endpackage
