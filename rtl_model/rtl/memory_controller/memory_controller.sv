// Memory Controller (§4.4): turns pointers into SDRAM commands and hands the data to the units that asked for them.
// docs/memory_controller.md is its timing contract; in addition to the model of tlm/ it makes the commands,
// which the model's SDRAM makes itself.
//
// Channels: x_valid_i, x_pop_o where it reads; x_put_o where it writes. It never asks whether there is room: the units
// ask for no more than they can take. A pair is put with its first beat, the other seven follow on beat_o.
module memory_controller #(
  parameter int REQUEST_LATENCY = 1,
  parameter int INTERFACE_LATENCY = 2,
  parameter int INPUT_REGISTERS = 2,
  parameter bit TRIANGLE_PRIORITY = 1'b1,
  parameter int SDRAM_CAPACITY_MIB = 512,
  parameter int SDRAM_BANKS = 4,
  parameter int SDRAM_PAGE_BYTES = 4096,
  parameter bit SDRAM_OPEN_PAGE = 1'b1,
  parameter int SDRAM_MAPPING = 0,
  parameter int SDRAM_COMMAND_CYCLES = 2,
  parameter int SDRAM_T_RP = 4,
  parameter int SDRAM_T_RCD = 4,
  parameter int SDRAM_T_CL = 4,
  parameter int SDRAM_T_RAS = 12,
  parameter int SDRAM_T_RC = 16,
  parameter int SDRAM_T_RRD = 4,
  parameter int SDRAM_QUEUE_DEPTH = 4,
  parameter int RELEASE_BITS = 16,  // how far ahead a release can be told
  // Derived, as in sdram_sequencer.
  parameter int BANK_BITS = SDRAM_BANKS > 1 ? $clog2(SDRAM_BANKS) : 1,
  parameter int ROW_BITS = $clog2(SDRAM_CAPACITY_MIB) + 20 - $clog2(SDRAM_BANKS) - $clog2(SDRAM_PAGE_BYTES),
  parameter int ADDRESS_BITS = ROW_BITS > 13 ? ROW_BITS : 13
) (
  input  logic clk_i,
  input  logic rst_ni,

  // stack_engine.requests; kind 0: tumbled pair, 1: aligned pair
  input  logic        node_requests_valid_i,
  input  logic [1:0]  node_requests_kind_i,
  input  logic [31:0] node_requests_address_i,
  output logic        node_requests_pop_o,
  // triangle_unit.requests
  input  logic        triangle_requests_valid_i,
  input  logic [31:0] triangle_requests_address_i,
  output logic        triangle_requests_pop_o,
  // dop_unit.releases: all that are visible, the oldest in lane 0; taken at once. In so many cycles the register is free.
  input  logic [INPUT_REGISTERS-1:0]              releases_valid_i,
  input  logic [INPUT_REGISTERS*RELEASE_BITS-1:0] releases_from_i,

  // memory_controller.tumbled_data, aligned_data: the beats into the input register
  output logic         tumbled_data_put_o,
  output logic         aligned_data_put_o,
  output logic         beat_valid_o,
  output logic [2:0]   beat_number_o,
  output logic [255:0] beat_o,
  // memory_controller.triangle_data
  output logic          triangle_data_put_o,
  output logic [31:0]   triangle_data_address_o,
  output logic [1023:0] triangle_data_record_o,
  output logic [1:0]    triangle_data_error_kind_o,  // 1: refused
  output logic [31:0]   triangle_data_error_address_o,
  // memory_controller.tumbled_auxiliary, aligned_auxiliary
  output logic        tumbled_auxiliary_put_o,
  output logic        aligned_auxiliary_put_o,
  output logic [31:0] auxiliary_child_0_o,
  output logic [31:0] auxiliary_child_1_o,
  output logic [31:0] auxiliary_triangle_0_o,
  output logic [31:0] auxiliary_triangle_1_o,
  output logic [1:0]  auxiliary_leaf_o,
  output logic [1:0]  auxiliary_error_kind_o,
  output logic [31:0] auxiliary_error_address_o,

  // SDRAM
  output logic                    sdram_cs_no,
  output logic                    sdram_ras_no,
  output logic                    sdram_cas_no,
  output logic                    sdram_we_no,
  output logic [BANK_BITS-1:0]    sdram_ba_o,
  output logic [ADDRESS_BITS-1:0] sdram_a_o,
  input  logic [255:0]            sdram_dq_i,

  // Statistics: the oldest read without a READ has no input register yet, and so long it will not if it is known.
  output logic                    head_held_o,
  output logic [RELEASE_BITS-1:0] head_time_o,
  output logic                    idle_o  // only the command slot changes until an input does
);

  localparam logic [1:0] TRIANGLE = 2'd2;
  localparam logic [12:0] LAST_MIB = 13'(SDRAM_CAPACITY_MIB - 1);

  logic        busy;
  logic        may_pop;
  logic        pop;
  logic [1:0]  kind;
  logic [31:0] address;
  logic        refuse;

  logic        refused_q;  // a request that cannot be read; nothing else is taken before it is answered
  logic [1:0]  refused_kind_q;
  logic [31:0] refused_address_q;
  logic        answer;     // now: all reads before it are in
  logic        abandoned_q;

  logic        head_valid;
  logic        head_go;
  logic [1:0]  head_kind;
  logic [31:0] head_address;
  logic        next_valid;
  logic [31:0] next_address;
  logic        read;
  logic        queue_empty;
  logic        queue_settled;
  logic        return_idle;
  logic        sequencer_settled;

  logic        returned_triangle_put;
  logic [31:0] returned_triangle_address;
  logic        returned_tumbled_put;
  logic [63:0] returned_child;
  logic [63:0] returned_triangle;
  logic [1:0]  returned_leaf;
  logic        triangle_refused;
  logic        auxiliary_refused;

  // Requests: one in a cycle.
  assign may_pop = !busy && !refused_q;
  assign triangle_requests_pop_o = may_pop && triangle_requests_valid_i &&
                                   (TRIANGLE_PRIORITY || !node_requests_valid_i);
  assign node_requests_pop_o = may_pop && node_requests_valid_i && !triangle_requests_pop_o;
  assign pop = triangle_requests_pop_o || node_requests_pop_o;
  assign kind = triangle_requests_pop_o ? TRIANGLE : node_requests_kind_i;
  assign address = triangle_requests_pop_o ? triangle_requests_address_i : node_requests_address_i;

  // Beyond the memory, not on a beat, or across a block of 256 bytes.
  assign refuse = {1'b0, address[31:20]} > LAST_MIB || address[4:0] != '0 ||
                  (kind == TRIANGLE ? address[7:0] > 8'd128 : address[7:0] != '0);

  // A refused request is answered in its turn, one cycle after the last read before it.
  assign answer = refused_q && queue_empty && return_idle;
  assign triangle_refused = answer && refused_kind_q == TRIANGLE;
  assign triangle_data_put_o = returned_triangle_put || triangle_refused;
  assign triangle_data_address_o = triangle_refused ? refused_address_q : returned_triangle_address;
  assign triangle_data_error_kind_o = {1'b0, triangle_refused};
  assign triangle_data_error_address_o = triangle_refused ? refused_address_q : '0;
  assign auxiliary_refused = answer && refused_kind_q != TRIANGLE && !abandoned_q;
  assign tumbled_auxiliary_put_o = returned_tumbled_put || auxiliary_refused;
  assign {auxiliary_child_1_o, auxiliary_child_0_o} = auxiliary_refused ? '0 : returned_child;
  assign {auxiliary_triangle_1_o, auxiliary_triangle_0_o} = auxiliary_refused ? '0 : returned_triangle;
  assign auxiliary_leaf_o = auxiliary_refused ? '0 : returned_leaf;
  assign auxiliary_error_kind_o = {1'b0, auxiliary_refused};
  assign auxiliary_error_address_o = auxiliary_refused ? refused_address_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      refused_q <= 1'b0;
      refused_kind_q <= '0;
      refused_address_q <= '0;
      abandoned_q <= 1'b0;
    end else begin
      if (pop && refuse) begin
        refused_q <= 1'b1;
        refused_kind_q <= kind;
        refused_address_q <= address;
      end else if (answer) begin
        refused_q <= 1'b0;
      end
      if (auxiliary_refused) abandoned_q <= 1'b1;
    end
  end

  read_queue #(
    .DEPTH            (SDRAM_QUEUE_DEPTH),
    .REGISTERS        (INPUT_REGISTERS),
    .RELEASE_BITS     (RELEASE_BITS),
    .REQUEST_LATENCY  (REQUEST_LATENCY),
    .INTERFACE_LATENCY(INTERFACE_LATENCY),
    .T_CL             (SDRAM_T_CL)
  ) u_queue (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .push_i         (pop && !refuse),
    .push_kind_i    (kind),
    .push_address_i (address),
    .busy_o         (busy),
    .release_valid_i(releases_valid_i),
    .release_from_i (releases_from_i),
    .abandoned_i    (abandoned_q),
    .head_valid_o   (head_valid),
    .head_go_o      (head_go),
    .head_kind_o    (head_kind),
    .head_address_o (head_address),
    .next_valid_o   (next_valid),
    .next_address_o (next_address),
    .read_i         (read),
    .empty_o        (queue_empty),
    .settled_o      (queue_settled),
    .head_held_o    (head_held_o),
    .head_time_o    (head_time_o)
  );

  sdram_sequencer #(
    .CAPACITY_MIB  (SDRAM_CAPACITY_MIB),
    .BANKS         (SDRAM_BANKS),
    .PAGE_BYTES    (SDRAM_PAGE_BYTES),
    .OPEN_PAGE     (SDRAM_OPEN_PAGE),
    .MAPPING       (SDRAM_MAPPING),
    .COMMAND_CYCLES(SDRAM_COMMAND_CYCLES),
    .T_RP          (SDRAM_T_RP),
    .T_RCD         (SDRAM_T_RCD),
    .T_RAS         (SDRAM_T_RAS),
    .T_RC          (SDRAM_T_RC),
    .T_RRD         (SDRAM_T_RRD)
  ) u_sequencer (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .head_valid_i  (head_valid),
    .head_go_i     (head_go),
    .head_address_i(head_address),
    .head_pair_i   (head_kind != TRIANGLE),
    .next_valid_i  (next_valid),
    .next_address_i(next_address),
    .read_o        (read),
    .sdram_cs_no   (sdram_cs_no),
    .sdram_ras_no  (sdram_ras_no),
    .sdram_cas_no  (sdram_cas_no),
    .sdram_we_no   (sdram_we_no),
    .sdram_ba_o    (sdram_ba_o),
    .sdram_a_o     (sdram_a_o),
    .settled_o     (sequencer_settled)
  );

  read_return #(
    .T_CL             (SDRAM_T_CL),
    .INTERFACE_LATENCY(INTERFACE_LATENCY)
  ) u_return (
    .clk_i                  (clk_i),
    .rst_ni                 (rst_ni),
    .read_i                 (read),
    .kind_i                 (head_kind),
    .address_i              (head_address),
    .drop_i                 (abandoned_q),
    .sdram_dq_i             (sdram_dq_i),
    .beat_valid_o           (beat_valid_o),
    .beat_number_o          (beat_number_o),
    .beat_o                 (beat_o),
    .tumbled_data_put_o     (tumbled_data_put_o),
    .aligned_data_put_o     (aligned_data_put_o),
    .triangle_data_put_o    (returned_triangle_put),
    .triangle_data_address_o(returned_triangle_address),
    .triangle_data_record_o (triangle_data_record_o),
    .tumbled_auxiliary_put_o(returned_tumbled_put),
    .aligned_auxiliary_put_o(aligned_auxiliary_put_o),
    .auxiliary_child_o      (returned_child),
    .auxiliary_triangle_o   (returned_triangle),
    .auxiliary_leaf_o       (returned_leaf),
    .idle_o                 (return_idle)
  );

  assign idle_o = queue_settled && sequencer_settled && return_idle && !refused_q && !node_requests_valid_i &&
                  !triangle_requests_valid_i && releases_valid_i == '0;

`ifndef SYNTHESIS
  // The ends of the channels here.
  take_check #(.WIDTH(34)) u_check_node_requests (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(node_requests_valid_i), .pop_i(node_requests_pop_o),
    .item_i({node_requests_kind_i, node_requests_address_i})
  );
  take_check #(.WIDTH(32)) u_check_triangle_requests (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(triangle_requests_valid_i), .pop_i(triangle_requests_pop_o),
    .item_i(triangle_requests_address_i)
  );

  sdram_check #(
    .BANKS(SDRAM_BANKS), .BANK_BITS(BANK_BITS), .ADDRESS_BITS(ADDRESS_BITS), .COMMAND_CYCLES(SDRAM_COMMAND_CYCLES),
    .T_RP(SDRAM_T_RP), .T_RCD(SDRAM_T_RCD), .T_RAS(SDRAM_T_RAS), .T_RC(SDRAM_T_RC), .T_RRD(SDRAM_T_RRD)
  ) u_check_sdram (
    .clk_i(clk_i), .rst_ni(rst_ni), .cs_ni(sdram_cs_no), .ras_ni(sdram_ras_no), .cas_ni(sdram_cas_no),
    .we_ni(sdram_we_no), .ba_i(sdram_ba_o), .a_i(sdram_a_o)
  );

  // The room for pairs is in the input registers: one is filled again only when its reader has spoken.
  int pairs_q, released;
  always_comb begin
    released = 0;
    for (int lane = 0; lane < INPUT_REGISTERS; lane = lane + 1) if (releases_valid_i[lane]) released = released + 1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pairs_q <= 0;
    else pairs_q <= pairs_q - released + 32'(tumbled_data_put_o) + 32'(aligned_data_put_o);
  end
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (released <= pairs_q) else $error("%m: a release of no pair");
      assert (!(tumbled_data_put_o || aligned_data_put_o) || pairs_q - released < INPUT_REGISTERS)
        else $error("%m: a pair without an input register");
      assert (!(node_requests_valid_i && node_requests_pop_o && node_requests_kind_i >= TRIANGLE))
        else $error("%m: a node request that is none");
    end
  end
`endif

endmodule
