// Stack Engine (§4.2): walks the lists of Algorithm 2, which lie in the two stack SRAMs. Timing contract:
// docs/stack_engine.md; what flags lead to: list_evaluate.sv.
//
// Everything that the contract puts into one cycle is one combinational path here: flags in, lists appended and ended,
// the next list taken, its first requests out.
module stack_engine #(
  parameter int LOOK_AHEAD = 4,            // stack_engine.look_ahead
  parameter int LEVELS = 128,              // stack_engine.levels
  parameter bit LEAF_TEST_TRIANGLE = 1'b0, // stack_engine.leaf_test = triangle
  parameter bit PREFETCH = 1'b1,           // stack_engine.prefetch, and dop_unit.register_sets > 1
  parameter bit PREFETCH_KNOWN = 1'b1,     // stack_engine.prefetch_known, with PREFETCH
  parameter bit KEEP_PAIR = 1'b1,          // stack_engine.keep_pair
  parameter int ENTRIES = 65536,           // stack_sram.entries
  parameter int TOP_WIDTH = $clog2(ENTRIES + 1),
  parameter int LEVEL_WIDTH = $clog2(LEVELS + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // pci_interface.start
  input  logic                   start_valid_i,
  input  logic [31:0]            start_tumbled_i,
  input  logic [31:0]            start_aligned_i,
  input  logic                   start_first_witness_i,
  output logic                   start_pop_o,

  // triangle_unit.stop, pci_interface.stop
  input  logic                   stop_valid_i,
  output logic                   stop_pop_o,
  input  logic                   host_stop_valid_i,
  output logic                   host_stop_pop_o,

  // memory_controller.tumbled_auxiliary
  input  logic                   tumbled_auxiliary_valid_i,
  input  logic [31:0]            tumbled_auxiliary_child_0_i,
  input  logic [31:0]            tumbled_auxiliary_child_1_i,
  input  logic [31:0]            tumbled_auxiliary_triangle_0_i,
  input  logic [31:0]            tumbled_auxiliary_triangle_1_i,
  input  logic [1:0]             tumbled_auxiliary_leaf_i,
  input  logic [1:0]             tumbled_auxiliary_error_kind_i,
  input  logic [31:0]            tumbled_auxiliary_error_address_i,
  output logic                   tumbled_auxiliary_pop_o,

  // memory_controller.aligned_auxiliary
  input  logic                   aligned_auxiliary_valid_i,
  input  logic [31:0]            aligned_auxiliary_child_0_i,
  input  logic [31:0]            aligned_auxiliary_child_1_i,
  input  logic [31:0]            aligned_auxiliary_triangle_0_i,
  input  logic [31:0]            aligned_auxiliary_triangle_1_i,
  input  logic [1:0]             aligned_auxiliary_leaf_i,
  output logic                   aligned_auxiliary_pop_o,

  // dop_unit.flags
  input  logic                   flags_valid_i,
  input  logic [3:0]             flags_bits_i,
  output logic                   flags_pop_o,

  // stack_engine.left_sram, stack_engine.right_sram: a write and a read in one cycle, the write first
  input  logic                   left_sram_ready_i,
  input  logic                   left_sram_ready_two_i,
  output logic                   left_sram_write_put_o,
  output logic [TOP_WIDTH-1:0]   left_sram_write_address_o,
  output logic [1:0]             left_sram_write_count_o,
  output logic [31:0]            left_sram_write_word_0_o,
  output logic [31:0]            left_sram_write_word_1_o,
  output logic                   left_sram_read_put_o,
  output logic [TOP_WIDTH-1:0]   left_sram_read_address_o,
  output logic [3:0]             left_sram_read_count_o,
  input  logic                   right_sram_ready_i,
  input  logic                   right_sram_ready_two_i,
  output logic                   right_sram_write_put_o,
  output logic [TOP_WIDTH-1:0]   right_sram_write_address_o,
  output logic [1:0]             right_sram_write_count_o,
  output logic [31:0]            right_sram_write_word_0_o,
  output logic [31:0]            right_sram_write_word_1_o,
  output logic                   right_sram_read_put_o,
  output logic [TOP_WIDTH-1:0]   right_sram_read_address_o,
  output logic [3:0]             right_sram_read_count_o,

  // stack_sram_left.words, stack_sram_right.words: one word per cycle, always taken
  input  logic                   left_words_valid_i,
  input  logic [31:0]            left_words_word_i,
  input  logic                   right_words_valid_i,
  input  logic [31:0]            right_words_word_i,

  // stack_engine.requests
  input  logic                   requests_ready_i,
  output logic                   requests_put_o,
  output logic [1:0]             requests_kind_o,
  output logic [31:0]            requests_address_o,

  // stack_engine.list_commands
  input  logic                   list_commands_ready_i,
  output logic                   list_commands_put_o,
  output logic                   list_commands_discard_o,
  output logic                   list_commands_keep_o,
  output logic [TOP_WIDTH-1:0]   list_commands_length_o,

  // stack_engine.leaf_tests
  input  logic                   leaf_tests_ready_i,
  output logic                   leaf_tests_put_o,
  output logic [1:0]             leaf_tests_kind_o,
  output logic [3:0]             leaf_tests_bits_o,
  output logic [31:0]            leaf_tests_tumbled_0_o,
  output logic [31:0]            leaf_tests_tumbled_1_o,
  output logic [31:0]            leaf_tests_aligned_0_o,
  output logic [31:0]            leaf_tests_aligned_1_o,
  output logic                   leaf_tests_first_witness_o,
  output logic [1:0]             leaf_tests_error_kind_o,
  output logic [31:0]            leaf_tests_error_address_o,

  // Statistics: a list is taken (with list_commands), a list is done, a prefetch goes out.
  output logic                   list_side_o,
  output logic [LEVEL_WIDTH-1:0] list_waiting_o,
  output logic                   list_prefetched_o,
  output logic                   list_end_o,
  output logic [TOP_WIDTH-1:0]   list_alpha_o,
  output logic                   prefetch_o,
  output logic [TOP_WIDTH-1:0]   left_high_water_o,
  output logic [TOP_WIDTH-1:0]   right_high_water_o,
  // Account of this cycle: busy, or what the engine waits for after it.
  output logic                   busy_o,
  output logic [2:0]             waits_for_o,
  // Nothing changes until an input does.
  output logic                   idle_o
);

  localparam int OUTSTANDING_WIDTH = $clog2(LOOK_AHEAD + 1);
  localparam int ENTRY_BUFFER = 8;  // words of one SRAM burst
  localparam int QUEUE = 12;        // 4 words here or on the way and a burst more
  localparam int LIST_WIDTH = 32 + 2 + 1 + 3 * TOP_WIDTH;
  localparam logic [TOP_WIDTH-1:0] ONE = TOP_WIDTH'(1);

  localparam logic [1:0] TUMBLED_PAIR = 2'd0, ALIGNED_PAIR = 2'd1;               // ReadKind
  localparam logic [2:0] NOTHING = 3'd0, TUMBLED_READ = 3'd1, TRANSFORM = 3'd2,  // waits_for_o
      ALIGNED_PAIRS = 3'd3, STACK_SRAM = 3'd4, TRIANGLE_UNIT = 3'd5, DRAIN = 3'd6;

  typedef enum logic [1:0] {OFF, BETWEEN_LISTS, IN_LIST, ENDED} phase_e;

  phase_e phase_d, phase_q;
  logic   first_witness_d, first_witness_q;
  logic   stopping_d, stopping_q;  // a witness was found, or the host wants no more
  logic [1:0]  error_kind_d, error_kind_q;  // what the memory could not give
  logic [31:0] error_address_d, error_address_q;

  // The current list: its tumbled pair, its words, and where the lists that are being written began.
  logic [31:0]          address_d, address_q;
  logic [1:0]           mask_d, mask_q;
  logic                 side_d, side_q;
  logic [TOP_WIDTH-1:0] begin_d, begin_q, length_d, length_q;
  logic [TOP_WIDTH-1:0] left_start_d, left_start_q, right_start_d, right_start_q;
  logic [TOP_WIDTH-1:0] left_top_d, left_top_q, right_top_d, right_top_q;
  logic [TOP_WIDTH-1:0] left_high_water_d, left_high_water_q, right_high_water_d, right_high_water_q;
  logic                 to_request_d, to_request_q;  // the tumbled pair
  logic [TOP_WIDTH-1:0] asked_d, asked_q, here_d, here_q, requested_d, requested_q, answered_d, answered_q;
  logic [2:0]           burst_left_d, burst_left_q;

  // Beginning of a query and its early end.
  logic start, stop;
  assign start = start_valid_i & left_sram_ready_i;
  assign start_pop_o = start;
  assign stop = (stop_valid_i | host_stop_valid_i) & (start | phase_q != OFF);  // of a query
  assign stop_pop_o = stop_valid_i;
  assign host_stop_pop_o = host_stop_valid_i;
  assign stopping_d = stopping_q | stop;
  assign first_witness_d = start ? start_first_witness_i : first_witness_q;

  // Auxiliary words of a tumbled pair, or the news that the memory cannot give something.
  logic memory_error;
  assign tumbled_auxiliary_pop_o = tumbled_auxiliary_valid_i;
  assign memory_error = tumbled_auxiliary_valid_i & (tumbled_auxiliary_error_kind_i != 2'd0);
  assign error_kind_d = memory_error ? tumbled_auxiliary_error_kind_i : error_kind_q;
  assign error_address_d = memory_error ? tumbled_auxiliary_error_address_i : error_address_q;

  logic        known, list_taken, keep, push_left, push_right, use_prefetch, now_known, have_ahead, any_request;
  logic        ask_tumbled, ask_prefetch;
  logic [31:0] child_0, child_1, triangle_0, triangle_1, next_address, waiting_address, ahead;
  logic [1:0]  leaf;
  tumbled_pairs #(.PREFETCH(PREFETCH), .PREFETCH_KNOWN(PREFETCH_KNOWN), .KEEP_PAIR(KEEP_PAIR)) u_tumbled_pairs (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(tumbled_auxiliary_valid_i & ~memory_error),
    .child_0_i(tumbled_auxiliary_child_0_i), .child_1_i(tumbled_auxiliary_child_1_i),
    .triangle_0_i(tumbled_auxiliary_triangle_0_i), .triangle_1_i(tumbled_auxiliary_triangle_1_i),
    .leaf_i(tumbled_auxiliary_leaf_i), .known_o(known), .child_0_o(child_0), .child_1_o(child_1),
    .triangle_0_o(triangle_0), .triangle_1_o(triangle_1), .leaf_o(leaf),
    .list_taken_i(list_taken), .list_address_i(next_address), .right_waits_i(push_left & push_right),
    .keep_o(keep), .use_prefetch_o(use_prefetch), .discard_o(list_commands_discard_o), .next_known_o(now_known),
    .mask_i(mask_d), .waiting_i(waiting_q != '0), .waiting_address_i(waiting_address), .have_ahead_o(have_ahead),
    .ahead_o(ahead), .request_i(any_request & ask_tumbled), .prefetch_i(any_request & ask_prefetch)
  );

  logic in_list;
  assign in_list = (phase_q == IN_LIST) & ~memory_error & ~start;

  // Flags are taken when what earlier ones led to is gone; an SRAM takes one append in a cycle.
  logic left_late, left_gone, right_late, right_gone, messages_free, messages_gone, take_flags, evaluate;
  assign take_flags = in_list & flags_valid_i & aligned_auxiliary_valid_i & known & ~left_late & ~right_late &
      messages_free;
  assign flags_pop_o = take_flags;
  assign aligned_auxiliary_pop_o = take_flags;
  assign evaluate = take_flags & ~stopping_d;

  logic [25:0]                  outstanding;  // the pair that the flags belong to
  logic [OUTSTANDING_WIDTH-1:0] outstanding_q, outstanding_left;
  logic [LEVEL_WIDTH-1:0]       waiting_q;
  logic                         level_free;
  logic [1:0]                   left_count, right_count;
  logic [31:0]                  left_word_0, left_word_1, right_word_0, right_word_1;
  logic [5:0]                   unfinished;
  logic [1:0]                   left_leaves, right_leaves;
  logic [3:0]                   tests;
  assign level_free = 32'(waiting_q) + 32'd2 <= 32'(LEVELS);
  list_evaluate #(.ENTRIES(ENTRIES), .LEAF_TEST_TRIANGLE(LEAF_TEST_TRIANGLE)) u_list_evaluate (
    .flags_i(flags_bits_i), .tumbled_mask_i(mask_q), .tumbled_leaf_i(leaf),
    .aligned_word_i({outstanding[25:2], 6'b0, outstanding[1:0]}), .aligned_leaf_i(aligned_auxiliary_leaf_i),
    .aligned_child_0_i(aligned_auxiliary_child_0_i), .aligned_child_1_i(aligned_auxiliary_child_1_i),
    .level_free_i(level_free), .left_top_i(left_top_q), .right_top_i(right_top_q),
    .left_count_o(left_count), .left_word_0_o(left_word_0), .left_word_1_o(left_word_1),
    .right_count_o(right_count), .right_word_0_o(right_word_0), .right_word_1_o(right_word_1),
    .unfinished_o(unfinished), .left_leaves_o(left_leaves), .right_leaves_o(right_leaves), .tests_o(tests)
  );

  logic [TOP_WIDTH-1:0] left_top, right_top;  // with this cycle's appends
  assign left_top = evaluate ? left_top_q + TOP_WIDTH'(left_count) : left_top_q;
  assign right_top = evaluate ? right_top_q + TOP_WIDTH'(right_count) : right_top_q;
  assign outstanding_left = outstanding_q - OUTSTANDING_WIDTH'(take_flags);

  // Appends; the start command writes the root list.
  logic                 left_append, left_write, right_write;
  logic [TOP_WIDTH-1:0] left_append_address;
  logic [1:0]           left_append_count;
  logic [31:0]          left_append_word_0, left_append_word_1;
  list_append #(.TOP_WIDTH(TOP_WIDTH)) u_left_append (
    .clk_i(clk_i), .rst_ni(rst_ni), .count_i(evaluate ? left_count : 2'd0), .address_i(left_top_q),
    .word_0_i(left_word_0), .word_1_i(left_word_1), .ready_i(left_sram_ready_i), .write_o(left_append),
    .write_address_o(left_append_address), .write_count_o(left_append_count),
    .write_word_0_o(left_append_word_0), .write_word_1_o(left_append_word_1), .late_o(left_late), .gone_o(left_gone)
  );
  assign left_write = start | left_append;
  assign left_sram_write_put_o = left_write;
  assign left_sram_write_address_o = start ? '0 : left_append_address;
  assign left_sram_write_count_o = start ? 2'd1 : left_append_count;
  assign left_sram_write_word_0_o = start ? start_aligned_i : left_append_word_0;
  assign left_sram_write_word_1_o = start ? 32'd0 : left_append_word_1;
  list_append #(.TOP_WIDTH(TOP_WIDTH)) u_right_append (
    .clk_i(clk_i), .rst_ni(rst_ni), .count_i(evaluate ? right_count : 2'd0), .address_i(right_top_q),
    .word_0_i(right_word_0), .word_1_i(right_word_1), .ready_i(right_sram_ready_i), .write_o(right_write),
    .write_address_o(right_sram_write_address_o), .write_count_o(right_sram_write_count_o),
    .write_word_0_o(right_sram_write_word_0_o), .write_word_1_o(right_sram_write_word_1_o), .late_o(right_late),
    .gone_o(right_gone)
  );
  assign right_sram_write_put_o = right_write;

  // What a list of each side has to meet next: the children of the tumbled member, or a tumbled leaf once more.
  logic [31:0] left_address, right_address;
  logic [1:0]  left_mask, right_mask;
  assign left_address = leaf[0] ? address_q : child_0;
  assign left_mask = leaf[0] ? 2'b01 : 2'b11;
  assign right_address = leaf[1] ? address_q : child_1;
  assign right_mask = leaf[1] ? 2'b10 : 2'b11;

  logic query_end, end_put;
  leaf_messages u_leaf_messages (
    .clk_i(clk_i), .rst_ni(rst_ni), .unfinished_i(evaluate ? unfinished : 6'd0), .tests_i(evaluate ? tests : 4'd0),
    .left_leaves_i(left_leaves), .right_leaves_i(right_leaves), .aligned_address_i(outstanding[25:2]),
    .aligned_child_0_i(aligned_auxiliary_child_0_i), .aligned_child_1_i(aligned_auxiliary_child_1_i),
    .aligned_triangle_0_i(aligned_auxiliary_triangle_0_i), .aligned_triangle_1_i(aligned_auxiliary_triangle_1_i),
    .left_word_i(left_address | {30'd0, left_mask}), .right_word_i(right_address | {30'd0, right_mask}),
    .tumbled_triangle_0_i(triangle_0), .tumbled_triangle_1_i(triangle_1), .first_witness_i(first_witness_d),
    .end_i(query_end), .error_kind_i(error_kind_d), .error_address_i(error_address_d), .end_put_o(end_put),
    .ready_i(leaf_tests_ready_i), .put_o(leaf_tests_put_o), .kind_o(leaf_tests_kind_o), .bits_o(leaf_tests_bits_o),
    .tumbled_0_o(leaf_tests_tumbled_0_o), .tumbled_1_o(leaf_tests_tumbled_1_o),
    .aligned_0_o(leaf_tests_aligned_0_o), .aligned_1_o(leaf_tests_aligned_1_o),
    .first_witness_o(leaf_tests_first_witness_o), .error_kind_o(leaf_tests_error_kind_o),
    .error_address_o(leaf_tests_error_address_o), .free_o(messages_free), .gone_o(messages_gone)
  );

  // The end of a list: the lists written meanwhile take their places, the left one to be taken next.
  logic                 list_end, between, dropped;
  logic [TOP_WIDTH-1:0] answered;
  assign answered = take_flags ? answered_q + ONE : answered_q;
  assign answered_d = list_taken ? '0 : answered;
  assign list_end = in_list & left_gone & right_gone & messages_gone &
      (stopping_d ? outstanding_left == '0 : answered == length_q);
  assign between = (phase_q == BETWEEN_LISTS) | ((phase_q == IN_LIST) & memory_error) | start | list_end;
  assign push_left = list_end & ~stopping_d & (left_top != left_start_q);
  assign push_right = list_end & ~stopping_d & (right_top != right_start_q);
  assign dropped = stop | memory_error;

  logic [LIST_WIDTH-1:0] root, left_list, right_list, top_list, next_list;
  logic                  fresh_list, have_list;
  assign root = {start_tumbled_i[31:8], 8'd0, start_tumbled_i[1:0], 1'b0, TOP_WIDTH'(0), ONE, TOP_WIDTH'(0)};
  assign left_list = {left_address, left_mask, 1'b0, left_start_q, left_top, right_top};
  assign right_list = {right_address, right_mask, 1'b1, right_start_q, right_top, left_start_q};
  assign fresh_list = start | push_left | push_right;
  assign next_list = start ? root : push_left ? left_list : push_right ? right_list : top_list;
  assign have_list = ~dropped & (fresh_list | (waiting_q != '0));
  assign list_taken = between & have_list & list_commands_ready_i;
  assign query_end = between & ~have_list;

  level_registers #(.WIDTH(LIST_WIDTH), .LEVELS(LEVELS)) u_level_registers (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(dropped),
    .push_below_i(push_right & (push_left | ~list_taken)), .below_i(right_list),
    .push_i((start | push_left) & ~list_taken), .list_i(next_list),
    .pop_i(list_taken & ~fresh_list), .top_o(top_list), .count_o(waiting_q)
  );

  always_comb begin
    phase_d = phase_q;
    if (between) phase_d = BETWEEN_LISTS;
    if (list_taken) phase_d = IN_LIST;
    if (end_put) phase_d = ENDED;
  end

  // The next list.
  logic [TOP_WIDTH-1:0] next_begin, next_end, next_marker;
  logic [1:0]           next_mask;
  logic                 next_side;
  assign {next_address, next_mask, next_side, next_begin, next_end, next_marker} = next_list;
  assign list_commands_put_o = list_taken;
  assign list_commands_keep_o = keep;
  assign list_commands_length_o = next_end - next_begin;
  always_comb begin
    address_d = list_taken ? next_address : address_q;
    mask_d = list_taken ? next_mask : mask_q;
    side_d = list_taken ? next_side : side_q;
    begin_d = list_taken ? next_begin : begin_q;
    length_d = list_taken ? next_end - next_begin : length_q;
    left_start_d = left_start_q;
    right_start_d = right_start_q;
    left_top_d = left_top;
    right_top_d = right_top;
    if (list_taken) begin
      left_start_d = next_side ? next_marker : next_end;
      right_start_d = next_side ? next_end : next_marker;
      left_top_d = left_start_d;
      right_top_d = right_start_d;
    end
    left_high_water_d = left_top > left_high_water_q ? left_top : left_high_water_q;
    right_high_water_d = right_top > right_high_water_q ? right_top : right_high_water_q;
    if (start) left_high_water_d = ONE;
  end

  // Memory: the tumbled pair, else the prefetch, else the next aligned pair.
  logic        may_request, ask_aligned, word_valid, entry_valid;
  logic [31:0] word;
  logic [25:0] entry, queued;
  logic [3:0]  queue_count;
  assign word_valid = left_words_valid_i | right_words_valid_i;
  assign word = left_words_valid_i ? left_words_word_i : right_words_word_i;
  assign entry_valid = (queue_count != 4'd0) | word_valid;
  assign entry = queue_count != 4'd0 ? queued : {word[31:8], word[1:0]};

  assign may_request = (phase_d == IN_LIST) & ~stopping_d & requests_ready_i;
  assign ask_tumbled = list_taken ? ~keep & ~use_prefetch : to_request_q;
  assign waiting_address = top_list[LIST_WIDTH-1-:32];
  assign ask_prefetch = ~ask_tumbled & have_ahead;
  assign ask_aligned = ~ask_tumbled & ~ask_prefetch & (~PREFETCH | now_known) & entry_valid &
      (32'(outstanding_left) < 32'(LOOK_AHEAD));
  assign any_request = may_request & (ask_tumbled | ask_prefetch | ask_aligned);
  assign requests_put_o = any_request;
  assign requests_kind_o = ask_tumbled | ask_prefetch ? TUMBLED_PAIR : ALIGNED_PAIR;
  assign requests_address_o = ask_tumbled ? address_d : ask_prefetch ? ahead : {entry[25:2], 8'd0};
  assign to_request_d = ask_tumbled & ~any_request;

  // Entries: words from the SRAM wait here until they are requested; the next burst is asked for when no more than half
  // a burst is here or on the way.
  logic                 aligned_request, ask_words, ready_for_read;
  logic [TOP_WIDTH-1:0] asked, not_asked, not_requested, to_come;
  logic [3:0]           burst, coming_burst;
  assign aligned_request = any_request & ask_aligned;
  pointer_queue #(.WIDTH(26), .DEPTH(QUEUE)) u_entries (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(stopping_d),
    .push_i(word_valid & ~(aligned_request & (queue_count == 4'd0))), .data_i({word[31:8], word[1:0]}),
    .pop_i(aligned_request & (queue_count != 4'd0)), .front_o(queued), .count_o(queue_count)
  );
  pointer_queue #(.WIDTH(26), .DEPTH(LOOK_AHEAD)) u_outstanding (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(1'b0),
    .push_i(aligned_request), .data_i(entry), .pop_i(take_flags), .front_o(outstanding), .count_o(outstanding_q)
  );
  assign asked = list_taken ? '0 : asked_q;
  assign requested_d = (list_taken ? '0 : requested_q) + TOP_WIDTH'(aligned_request);
  assign not_asked = length_d - asked;
  assign not_requested = asked - requested_d;  // here or on the way
  assign burst = 32'(not_asked) > ENTRY_BUFFER ? 4'(ENTRY_BUFFER) : 4'(not_asked);
  assign ready_for_read = side_d ? (right_write ? right_sram_ready_two_i : right_sram_ready_i) :
      (left_write ? left_sram_ready_two_i : left_sram_ready_i);
  assign ask_words = (phase_d == IN_LIST) & ~stopping_d & (not_asked != '0) &
      (32'(not_requested) <= ENTRY_BUFFER / 2) & ready_for_read;
  assign asked_d = ask_words ? asked + TOP_WIDTH'(burst) : asked;
  assign left_sram_read_put_o = ask_words & ~side_d;
  assign left_sram_read_address_o = begin_d + asked;
  assign left_sram_read_count_o = burst;
  assign right_sram_read_put_o = ask_words & side_d;
  assign right_sram_read_address_o = begin_d + asked;
  assign right_sram_read_count_o = burst;

  // A burst counts as here from its first word on, for the account.
  assign to_come = length_q - here_q;
  assign coming_burst = 32'(to_come) > ENTRY_BUFFER ? 4'(ENTRY_BUFFER) : 4'(to_come);
  always_comb begin
    here_d = here_q;
    burst_left_d = burst_left_q;
    if (word_valid & (burst_left_q == 3'd0)) begin
      here_d = here_q + TOP_WIDTH'(coming_burst);
      burst_left_d = 3'(coming_burst - 4'd1);
    end else if (word_valid) begin
      burst_left_d = burst_left_q - 3'd1;
    end
    if (list_taken) here_d = '0;
  end

  logic no_entries, no_outstanding;
  assign no_entries = stopping_d | (here_d == requested_d);
  assign no_outstanding = (outstanding_left == '0) & ~aligned_request;
  assign busy_o = start | take_flags | list_taken | any_request;
  always_comb begin
    if (phase_d == OFF) waits_for_o = NOTHING;
    else if (phase_d == ENDED) waits_for_o = DRAIN;
    else if (!messages_gone) waits_for_o = TRIANGLE_UNIT;
    else if (!now_known) waits_for_o = TUMBLED_READ;
    else if (no_outstanding & no_entries) waits_for_o = STACK_SRAM;
    else if (answered_d == '0) waits_for_o = TRANSFORM;
    else waits_for_o = ALIGNED_PAIRS;
  end

  assign list_side_o = next_side;
  assign list_waiting_o = waiting_q + LEVEL_WIDTH'(start) + LEVEL_WIDTH'(push_left) + LEVEL_WIDTH'(push_right);
  assign list_prefetched_o = use_prefetch;
  assign list_end_o = list_end;
  assign list_alpha_o = answered;
  assign prefetch_o = any_request & ask_prefetch;
  assign left_high_water_o = left_high_water_d;
  assign right_high_water_o = right_high_water_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q <= OFF;
      first_witness_q <= '0;
      stopping_q <= '0;
      error_kind_q <= '0;
      error_address_q <= '0;
      to_request_q <= '0;
      asked_q <= '0;
      here_q <= '0;
      requested_q <= '0;
      answered_q <= '0;
      burst_left_q <= '0;
      address_q <= '0;
      mask_q <= '0;
      side_q <= '0;
      begin_q <= '0;
      length_q <= '0;
      left_start_q <= '0;
      right_start_q <= '0;
      left_top_q <= '0;
      right_top_q <= '0;
      left_high_water_q <= '0;
      right_high_water_q <= '0;
    end else begin
      phase_q <= phase_d;
      first_witness_q <= first_witness_d;
      stopping_q <= stopping_d;
      error_kind_q <= error_kind_d;
      error_address_q <= error_address_d;
      to_request_q <= to_request_d;
      asked_q <= asked_d;
      here_q <= here_d;
      requested_q <= requested_d;
      answered_q <= answered_d;
      burst_left_q <= burst_left_d;
      address_q <= address_d;
      mask_q <= mask_d;
      side_q <= side_d;
      begin_q <= begin_d;
      length_q <= length_d;
      left_start_q <= left_start_d;
      right_start_q <= right_start_d;
      left_top_q <= left_top_d;
      right_top_q <= right_top_d;
      left_high_water_q <= left_high_water_d;
      right_high_water_q <= right_high_water_d;
    end
  end

  assign idle_o = ~(start | stop_valid_i | host_stop_valid_i | tumbled_auxiliary_valid_i | word_valid | take_flags |
      left_write | right_write | ask_words | any_request | list_taken | list_end | leaf_tests_put_o);

  logic unused;
  assign unused = &{1'b0, start_tumbled_i[7:2], word[7:2]};

`ifndef SYNTHESIS
  stack_engine_check #(.TOP_WIDTH(TOP_WIDTH)) u_check (.*);
`endif

endmodule
