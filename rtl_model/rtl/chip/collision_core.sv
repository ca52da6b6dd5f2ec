// What a query goes through between the start and its findings: Stack Engine with the ports of its stack SRAMs, Memory
// Controller, DOP Unit, Triangle Unit, and the channels between them as the model has them (tlm/chip/chip_netlist.cpp), with
// the capacities of paper41. A reader that takes each item at once needs no more than a register. Package messages says how
// items are packed.
module collision_core #(
  parameter int LOOK_AHEAD = 4,
  parameter int REQUEST_QUEUE_DEPTH = 4,
  parameter int LEAF_TEST_QUEUE_DEPTH = 4,
  parameter int PIPELINE_DEPTH = 25,  // of the Triangle Unit
  parameter int STACK_SRAM_ENTRIES = 65536,
  // Derived.
  parameter int TOP_WIDTH = $clog2(STACK_SRAM_ENTRIES + 1),
  parameter int STACK_ADDRESS_WIDTH = $clog2(STACK_SRAM_ENTRIES)
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // pci_interface.start, pci_interface.stop: an item is visible
  input  logic        start_valid_i,
  input  logic [31:0] start_tumbled_i,
  input  logic [31:0] start_aligned_i,
  input  logic        start_first_witness_i,
  output logic        start_pop_o,
  input  logic        host_stop_valid_i,
  output logic        host_stop_pop_o,
  // Words of the MMM and of the frame matrices.
  input  logic        mmm_write_i,
  input  logic [6:0]  mmm_word_i,
  input  logic [31:0] mmm_data_i,
  input  logic        frame_write_i,
  input  logic [4:0]  frame_word_i,
  input  logic [31:0] frame_data_i,
  // triangle_unit.findings: an item is visible
  output logic        findings_valid_o,
  output logic [1:0]  findings_kind_o,
  output logic [31:0] findings_tumbled_o,
  output logic [31:0] findings_aligned_o,
  output logic [1:0]  findings_error_kind_o,
  output logic [31:0] findings_error_address_o,
  input  logic        findings_pop_i,

  // SDRAM
  output logic         sdram_cs_no,
  output logic         sdram_ras_no,
  output logic         sdram_cas_no,
  output logic         sdram_we_no,
  output logic [1:0]   sdram_ba_o,
  output logic [14:0]  sdram_a_o,
  input  logic [255:0] sdram_dq_i,
  // Stack SRAMs
  output logic                           left_sram_enable_o,
  output logic                           left_sram_write_o,
  output logic [STACK_ADDRESS_WIDTH-1:0] left_sram_address_o,
  output logic [31:0]                    left_sram_data_o,
  input  logic [31:0]                    left_sram_data_i,
  output logic                           right_sram_enable_o,
  output logic                           right_sram_write_o,
  output logic [STACK_ADDRESS_WIDTH-1:0] right_sram_address_o,
  output logic [31:0]                    right_sram_data_o,
  input  logic [31:0]                    right_sram_data_i
);

  // Capacity of channels that never fill up, because something else bounds their items.
  localparam int ROOMY = 16;
  localparam int INPUT_REGISTERS = 2;
  localparam int RELEASE_BITS = 16;
  localparam int FLAGS = 1 + LOOK_AHEAD;
  localparam int FLAGS_BITS = $clog2(FLAGS + 1);
  localparam int FINDINGS = ROOMY + PIPELINE_DEPTH;
  localparam int FINDINGS_BITS = $clog2(FINDINGS + 1);

  // stack_engine.requests
  logic        node_requests_ready, node_requests_put, node_requests_valid, node_requests_pop;
  logic [1:0]  node_requests_kind;
  logic [31:0] node_requests_address;
  logic [messages::READ_REQUEST_WIDTH-1:0] node_requests;
  // triangle_unit.requests
  logic        triangle_requests_ready, triangle_requests_put, triangle_requests_valid, triangle_requests_pop;
  logic [31:0] triangle_requests_address, triangle_requests_address_in;
  // dop_unit.releases
  logic        release_put, release_valid_q;
  logic [8:0]  release_in;
  logic [15:0] release_from_q;
  // memory_controller.tumbled_data, memory_controller.aligned_data
  logic         tumbled_data_put, aligned_data_put;
  logic         beat_valid_in, beat_valid, beat_first, beat_tumbled;
  logic [2:0]   beat_number;
  logic [255:0] beat_in, beat;
  // memory_controller.triangle_data
  logic          triangle_data_put, triangle_data_valid_q;
  logic [1:0]    triangle_data_error_kind, triangle_data_error_kind_q;
  logic [31:0]   triangle_data_address, triangle_data_address_q;
  logic [31:0]   triangle_data_error_address, triangle_data_error_address_q;
  logic [1023:0] triangle_data_record;
  logic [799:0]  triangle_data_record_q;
  // memory_controller.tumbled_auxiliary, memory_controller.aligned_auxiliary
  logic         tumbled_auxiliary_put, tumbled_auxiliary_valid, tumbled_auxiliary_pop;
  logic         aligned_auxiliary_put, aligned_auxiliary_valid, aligned_auxiliary_pop;
  logic [1:0]   auxiliary_leaf, auxiliary_error_kind;
  logic [31:0]  auxiliary_child_0, auxiliary_child_1, auxiliary_triangle_0, auxiliary_triangle_1;
  logic [31:0]  auxiliary_error_address;
  logic [messages::PAIR_AUXILIARY_WIDTH-1:0] auxiliary, tumbled_auxiliary, aligned_auxiliary;
  // stack_engine.list_commands
  logic                 list_ready, list_put, list_valid, list_discard_in, list_keep_in, list_pop;
  logic [TOP_WIDTH-1:0] list_length_in;
  logic [messages::LIST_COMMAND_WIDTH-1:0] list;
  // dop_unit.flags
  logic                  flags_put, flags_valid, flags_pop;
  logic [3:0]            flags_bits;
  logic [messages::OVERLAP_FLAGS_WIDTH-1:0] flags;
  logic [FLAGS_BITS-1:0] flags_free;
  // stack_engine.leaf_tests
  logic        leaf_tests_ready, leaf_tests_put, leaf_tests_valid, leaf_tests_pop;
  logic [1:0]  leaf_tests_kind, leaf_tests_error_kind;
  logic [3:0]  leaf_tests_bits;
  logic [63:0] leaf_tests_tumbled, leaf_tests_aligned;
  logic        leaf_tests_first_witness;
  logic [31:0] leaf_tests_error_address;
  logic [messages::LEAF_TESTS_WIDTH-1:0] leaf_tests;
  // triangle_unit.findings, triangle_unit.stop
  logic [FINDINGS_BITS-1:0] findings_free;
  logic                     findings_put;
  logic [1:0]               findings_kind, findings_error_kind;
  logic [31:0]              findings_tumbled, findings_aligned, findings_error_address;
  logic [messages::FINDING_WIDTH-1:0] findings;
  logic                     stop_put, stop_valid, stop_pop;
  // stack_engine.left_sram, stack_engine.right_sram, stack_sram_left.words, stack_sram_right.words
  logic                 left_ready, left_ready_two, left_write_put, left_read_put, left_words_valid;
  logic [TOP_WIDTH-1:0] left_write_address, left_read_address;
  logic [1:0]           left_write_count;
  logic [3:0]           left_read_count;
  logic [31:0]          left_write_word_0, left_write_word_1, left_words_word;
  logic                 right_ready, right_ready_two, right_write_put, right_read_put, right_words_valid;
  logic [TOP_WIDTH-1:0] right_write_address, right_read_address;
  logic [1:0]           right_write_count;
  logic [3:0]           right_read_count;
  logic [31:0]          right_write_word_0, right_write_word_1, right_words_word;

  // Pins for statistics are left open.
  // verilator lint_off PINCONNECTEMPTY
  stack_engine #(
    .LOOK_AHEAD(LOOK_AHEAD), .ENTRIES(STACK_SRAM_ENTRIES)
  ) u_stack_engine (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .start_valid_i(start_valid_i), .start_tumbled_i(start_tumbled_i), .start_aligned_i(start_aligned_i),
    .start_first_witness_i(start_first_witness_i), .start_pop_o(start_pop_o),
    .stop_valid_i(stop_valid), .stop_pop_o(stop_pop), .host_stop_valid_i(host_stop_valid_i),
    .host_stop_pop_o(host_stop_pop_o),
    .tumbled_auxiliary_valid_i(tumbled_auxiliary_valid),
    .tumbled_auxiliary_child_0_i(messages::pair_auxiliary_child_0(tumbled_auxiliary)),
    .tumbled_auxiliary_child_1_i(messages::pair_auxiliary_child_1(tumbled_auxiliary)),
    .tumbled_auxiliary_triangle_0_i(messages::pair_auxiliary_triangle_0(tumbled_auxiliary)),
    .tumbled_auxiliary_triangle_1_i(messages::pair_auxiliary_triangle_1(tumbled_auxiliary)),
    .tumbled_auxiliary_leaf_i(messages::pair_auxiliary_leaf(tumbled_auxiliary)),
    .tumbled_auxiliary_error_kind_i(messages::pair_auxiliary_error_kind(tumbled_auxiliary)),
    .tumbled_auxiliary_error_address_i(messages::pair_auxiliary_error_address(tumbled_auxiliary)),
    .tumbled_auxiliary_pop_o(tumbled_auxiliary_pop),
    .aligned_auxiliary_valid_i(aligned_auxiliary_valid),
    .aligned_auxiliary_child_0_i(messages::pair_auxiliary_child_0(aligned_auxiliary)),
    .aligned_auxiliary_child_1_i(messages::pair_auxiliary_child_1(aligned_auxiliary)),
    .aligned_auxiliary_triangle_0_i(messages::pair_auxiliary_triangle_0(aligned_auxiliary)),
    .aligned_auxiliary_triangle_1_i(messages::pair_auxiliary_triangle_1(aligned_auxiliary)),
    .aligned_auxiliary_leaf_i(messages::pair_auxiliary_leaf(aligned_auxiliary)),
    .aligned_auxiliary_pop_o(aligned_auxiliary_pop),
    .flags_valid_i(flags_valid), .flags_bits_i(messages::overlap_flags_bits(flags)), .flags_pop_o(flags_pop),
    .left_sram_ready_i(left_ready), .left_sram_ready_two_i(left_ready_two), .left_sram_write_put_o(left_write_put),
    .left_sram_write_address_o(left_write_address), .left_sram_write_count_o(left_write_count),
    .left_sram_write_word_0_o(left_write_word_0), .left_sram_write_word_1_o(left_write_word_1),
    .left_sram_read_put_o(left_read_put), .left_sram_read_address_o(left_read_address),
    .left_sram_read_count_o(left_read_count),
    .right_sram_ready_i(right_ready), .right_sram_ready_two_i(right_ready_two),
    .right_sram_write_put_o(right_write_put), .right_sram_write_address_o(right_write_address),
    .right_sram_write_count_o(right_write_count), .right_sram_write_word_0_o(right_write_word_0),
    .right_sram_write_word_1_o(right_write_word_1), .right_sram_read_put_o(right_read_put),
    .right_sram_read_address_o(right_read_address), .right_sram_read_count_o(right_read_count),
    .left_words_valid_i(left_words_valid), .left_words_word_i(left_words_word),
    .right_words_valid_i(right_words_valid), .right_words_word_i(right_words_word),
    .requests_ready_i(node_requests_ready), .requests_put_o(node_requests_put),
    .requests_kind_o(node_requests_kind), .requests_address_o(node_requests_address),
    .list_commands_ready_i(list_ready), .list_commands_put_o(list_put), .list_commands_discard_o(list_discard_in),
    .list_commands_keep_o(list_keep_in), .list_commands_length_o(list_length_in),
    .leaf_tests_ready_i(leaf_tests_ready), .leaf_tests_put_o(leaf_tests_put), .leaf_tests_kind_o(leaf_tests_kind),
    .leaf_tests_bits_o(leaf_tests_bits),
    .leaf_tests_tumbled_0_o(leaf_tests_tumbled[31:0]), .leaf_tests_tumbled_1_o(leaf_tests_tumbled[63:32]),
    .leaf_tests_aligned_0_o(leaf_tests_aligned[31:0]), .leaf_tests_aligned_1_o(leaf_tests_aligned[63:32]),
    .leaf_tests_first_witness_o(leaf_tests_first_witness), .leaf_tests_error_kind_o(leaf_tests_error_kind),
    .leaf_tests_error_address_o(leaf_tests_error_address),
    .list_side_o(), .list_waiting_o(), .list_prefetched_o(), .list_end_o(), .list_alpha_o(), .prefetch_o(),
    .left_high_water_o(), .right_high_water_o(), .busy_o(), .waits_for_o(), .idle_o()
  );

  stack_sram #(.ENTRIES(STACK_SRAM_ENTRIES), .REQUESTS(ROOMY)) u_stack_sram_left (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .requests_ready_o(left_ready), .requests_ready_two_o(left_ready_two), .requests_write_put_i(left_write_put),
    .requests_write_address_i(left_write_address), .requests_write_count_i(left_write_count),
    .requests_write_word_0_i(left_write_word_0), .requests_write_word_1_i(left_write_word_1),
    .requests_read_put_i(left_read_put), .requests_read_address_i(left_read_address),
    .requests_read_count_i(left_read_count), .words_put_o(left_words_valid), .words_word_o(left_words_word),
    .sram_enable_o(left_sram_enable_o), .sram_write_o(left_sram_write_o), .sram_address_o(left_sram_address_o),
    .sram_data_o(left_sram_data_o), .sram_data_i(left_sram_data_i), .busy_o()
  );

  stack_sram #(.ENTRIES(STACK_SRAM_ENTRIES), .REQUESTS(ROOMY)) u_stack_sram_right (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .requests_ready_o(right_ready), .requests_ready_two_o(right_ready_two), .requests_write_put_i(right_write_put),
    .requests_write_address_i(right_write_address), .requests_write_count_i(right_write_count),
    .requests_write_word_0_i(right_write_word_0), .requests_write_word_1_i(right_write_word_1),
    .requests_read_put_i(right_read_put), .requests_read_address_i(right_read_address),
    .requests_read_count_i(right_read_count), .words_put_o(right_words_valid), .words_word_o(right_words_word),
    .sram_enable_o(right_sram_enable_o), .sram_write_o(right_sram_write_o), .sram_address_o(right_sram_address_o),
    .sram_data_o(right_sram_data_o), .sram_data_i(right_sram_data_i), .busy_o()
  );

  channel_fifo #(.WIDTH(messages::READ_REQUEST_WIDTH), .CAPACITY(REQUEST_QUEUE_DEPTH)) u_node_requests (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(node_requests_ready), .free_o(), .put_i(node_requests_put),
    .data_i(messages::read_request(node_requests_kind, node_requests_address)), .valid_o(node_requests_valid),
    .data_o(node_requests), .pop_i(node_requests_pop)
  );

  channel_fifo #(.WIDTH(32), .CAPACITY(2)) u_triangle_requests (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(triangle_requests_ready), .free_o(), .put_i(triangle_requests_put),
    .data_i(triangle_requests_address_in), .valid_o(triangle_requests_valid), .data_o(triangle_requests_address),
    .pop_i(triangle_requests_pop)
  );

  memory_controller #(
    .INPUT_REGISTERS(INPUT_REGISTERS), .RELEASE_BITS(RELEASE_BITS)
  ) u_memory_controller (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .node_requests_valid_i(node_requests_valid),
    .node_requests_kind_i(messages::read_request_kind(node_requests)),
    .node_requests_address_i(messages::read_request_address(node_requests)), .node_requests_pop_o(node_requests_pop),
    .triangle_requests_valid_i(triangle_requests_valid), .triangle_requests_address_i(triangle_requests_address),
    .triangle_requests_pop_o(triangle_requests_pop),
    .releases_valid_i({1'b0, release_valid_q}), .releases_from_i({16'd0, release_from_q}),
    .tumbled_data_put_o(tumbled_data_put), .aligned_data_put_o(aligned_data_put), .beat_valid_o(beat_valid_in),
    .beat_number_o(beat_number), .beat_o(beat_in),
    .triangle_data_put_o(triangle_data_put), .triangle_data_address_o(triangle_data_address),
    .triangle_data_record_o(triangle_data_record), .triangle_data_error_kind_o(triangle_data_error_kind),
    .triangle_data_error_address_o(triangle_data_error_address),
    .tumbled_auxiliary_put_o(tumbled_auxiliary_put), .aligned_auxiliary_put_o(aligned_auxiliary_put),
    .auxiliary_child_0_o(auxiliary_child_0), .auxiliary_child_1_o(auxiliary_child_1),
    .auxiliary_triangle_0_o(auxiliary_triangle_0), .auxiliary_triangle_1_o(auxiliary_triangle_1),
    .auxiliary_leaf_o(auxiliary_leaf),
    .auxiliary_error_kind_o(auxiliary_error_kind), .auxiliary_error_address_o(auxiliary_error_address),
    .sdram_cs_no(sdram_cs_no), .sdram_ras_no(sdram_ras_no), .sdram_cas_no(sdram_cas_no), .sdram_we_no(sdram_we_no),
    .sdram_ba_o(sdram_ba_o), .sdram_a_o(sdram_a_o), .sdram_dq_i(sdram_dq_i),
    .head_held_o(), .head_time_o(), .idle_o()
  );

  pair_beats u_pair_beats (
    .clk_i(clk_i), .rst_ni(rst_ni), .tumbled_put_i(tumbled_data_put), .aligned_put_i(aligned_data_put),
    .beat_valid_i(beat_valid_in), .beat_number_i(beat_number), .beat_i(beat_in), .beat_valid_o(beat_valid),
    .beat_first_o(beat_first), .beat_tumbled_o(beat_tumbled), .beat_o(beat)
  );

  assign auxiliary = messages::pair_auxiliary(auxiliary_child_0, auxiliary_child_1, auxiliary_triangle_0,
                                              auxiliary_triangle_1, auxiliary_leaf, auxiliary_error_kind,
                                              auxiliary_error_address);

  channel_fifo #(.WIDTH(messages::PAIR_AUXILIARY_WIDTH), .CAPACITY(ROOMY)) u_tumbled_auxiliary (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(), .free_o(), .put_i(tumbled_auxiliary_put), .data_i(auxiliary),
    .valid_o(tumbled_auxiliary_valid), .data_o(tumbled_auxiliary), .pop_i(tumbled_auxiliary_pop)
  );

  channel_fifo #(.WIDTH(messages::PAIR_AUXILIARY_WIDTH), .CAPACITY(ROOMY + LOOK_AHEAD)) u_aligned_auxiliary (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(), .free_o(), .put_i(aligned_auxiliary_put), .data_i(auxiliary),
    .valid_o(aligned_auxiliary_valid), .data_o(aligned_auxiliary), .pop_i(aligned_auxiliary_pop)
  );

  channel_fifo #(.WIDTH(messages::LIST_COMMAND_WIDTH), .CAPACITY(2)) u_list_commands (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(list_ready), .free_o(), .put_i(list_put),
    .data_i(messages::list_command({31'd0, list_discard_in}, {{32 - TOP_WIDTH{1'b0}}, list_length_in}, list_keep_in)),
    .valid_o(list_valid), .data_o(list), .pop_i(list_pop)
  );

  dop_unit u_dop_unit (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .mmm_write_i(mmm_write_i), .mmm_word_i(mmm_word_i), .mmm_data_i(mmm_data_i),
    .beat_valid_i(beat_valid), .beat_first_i(beat_first), .beat_tumbled_i(beat_tumbled), .beat_i(beat),
    .tumbled_pop_o(), .aligned_pop_o(),
    .release_ready_i(1'b1), .release_put_o(release_put), .release_from_o(release_in),
    .list_valid_i(list_valid), .list_discard_i(messages::list_command_discard(list)),
    .list_length_i(messages::list_command_length(list)), .list_keep_i(messages::list_command_keep(list)), .list_pop_o(list_pop),
    .flags_free_i({{8 - FLAGS_BITS{1'b0}}, flags_free}), .flags_put_o(flags_put), .flags_bits_o(flags_bits),
    .left_load_in_o(), .right_load_in_o(), .issue_in_o(), .issued_in_o(), .interlock_o(), .compare_in_o(),
    .discarded_o(), .idle_o()
  );

  channel_fifo #(.WIDTH(messages::OVERLAP_FLAGS_WIDTH), .CAPACITY(FLAGS)) u_flags (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(), .free_o(flags_free), .put_i(flags_put),
    .data_i(messages::overlap_flags(flags_bits)), .valid_o(flags_valid), .data_o(flags), .pop_i(flags_pop)
  );

  channel_fifo #(.WIDTH(messages::LEAF_TESTS_WIDTH), .CAPACITY(LEAF_TEST_QUEUE_DEPTH)) u_leaf_tests (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(leaf_tests_ready), .free_o(), .put_i(leaf_tests_put),
    .data_i(messages::leaf_tests(leaf_tests_kind, leaf_tests_bits, leaf_tests_tumbled[31:0], leaf_tests_tumbled[63:32],
                                 leaf_tests_aligned[31:0], leaf_tests_aligned[63:32], leaf_tests_first_witness,
                                 leaf_tests_error_kind, leaf_tests_error_address)),
    .valid_o(leaf_tests_valid), .data_o(leaf_tests), .pop_i(leaf_tests_pop)
  );

  triangle_unit u_triangle_unit (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .leaf_tests_valid_i(leaf_tests_valid), .leaf_tests_kind_i(messages::leaf_tests_kind(leaf_tests)),
    .leaf_tests_bits_i(messages::leaf_tests_bits(leaf_tests)),
    .leaf_tests_tumbled_0_i(messages::leaf_tests_tumbled_0(leaf_tests)),
    .leaf_tests_tumbled_1_i(messages::leaf_tests_tumbled_1(leaf_tests)),
    .leaf_tests_aligned_0_i(messages::leaf_tests_aligned_0(leaf_tests)),
    .leaf_tests_aligned_1_i(messages::leaf_tests_aligned_1(leaf_tests)),
    .leaf_tests_first_witness_i(messages::leaf_tests_first_witness(leaf_tests)),
    .leaf_tests_error_kind_i(messages::leaf_tests_error_kind(leaf_tests)),
    .leaf_tests_error_address_i(messages::leaf_tests_error_address(leaf_tests)), .leaf_tests_pop_o(leaf_tests_pop),
    .triangle_data_valid_i(triangle_data_valid_q), .triangle_data_address_i(triangle_data_address_q),
    .triangle_data_record_i({224'd0, triangle_data_record_q}),
    .triangle_data_error_kind_i(triangle_data_error_kind_q),
    .triangle_data_error_address_i(triangle_data_error_address_q), .triangle_data_pop_o(),
    .frame_write_i(frame_write_i), .frame_word_i(frame_word_i), .frame_data_i(frame_data_i),
    .requests_ready_i(triangle_requests_ready), .requests_put_o(triangle_requests_put),
    .requests_address_o(triangle_requests_address_in),
    .findings_free_i({{8 - FINDINGS_BITS{1'b0}}, findings_free}), .findings_put_o(findings_put),
    .findings_kind_o(findings_kind), .findings_tumbled_o(findings_tumbled), .findings_aligned_o(findings_aligned),
    .findings_error_kind_o(findings_error_kind), .findings_error_address_o(findings_error_address),
    .stop_put_o(stop_put),
    .account_o(), .issued_o(), .tumbled_hit_o(), .aligned_hit_o(), .tumbled_miss_o(), .aligned_miss_o(),
    .tumbled_conflict_o(), .aligned_conflict_o(), .tested_o(), .verdict_o(), .cause_o(), .idle_o()
  );

  channel_fifo #(.WIDTH(1), .CAPACITY(1)) u_stop (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(), .free_o(), .put_i(stop_put), .data_i(1'b0), .valid_o(stop_valid),
    .data_o(), .pop_i(stop_pop)
  );

  channel_fifo #(.WIDTH(messages::FINDING_WIDTH), .CAPACITY(FINDINGS)) u_findings (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(), .free_o(findings_free), .put_i(findings_put),
    .data_i(messages::finding(findings_kind, findings_tumbled, findings_aligned, findings_error_kind,
                              findings_error_address)),
    .valid_o(findings_valid_o), .data_o(findings), .pop_i(findings_pop_i)
  );
  assign findings_kind_o = messages::finding_kind(findings);
  assign findings_tumbled_o = messages::finding_tumbled(findings);
  assign findings_aligned_o = messages::finding_aligned(findings);
  assign findings_error_kind_o = messages::finding_error_kind(findings);
  assign findings_error_address_o = messages::finding_error_address(findings);
  // verilator lint_on PINCONNECTEMPTY

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      release_valid_q <= 1'b0;
      triangle_data_valid_q <= 1'b0;
    end else begin
      release_valid_q <= release_put;
      triangle_data_valid_q <= triangle_data_put;
    end
  end

  always_ff @(posedge clk_i) begin
    // A cycle of the time until the input register is free has gone by when it is told.
    release_from_q <= release_in == '0 ? '0 : {7'd0, release_in - 9'd1};
    triangle_data_error_kind_q <= triangle_data_error_kind;
    triangle_data_error_address_q <= triangle_data_error_address;
    triangle_data_address_q <= triangle_data_address;
    triangle_data_record_q <= triangle_data_record[799:0];
  end

  logic unused;
  assign unused = &{1'b0, triangle_data_record[1023:800]};

endmodule
