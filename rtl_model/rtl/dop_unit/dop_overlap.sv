// Overlap tests in the order in which the aligned pairs were taken, eight beats each: both members against both transformed
// ones. One group of comparators takes one member after the other; of two, each has its own. The flags leave LATENCY cycles
// after the last beat.
module dop_overlap #(
  parameter int K = 24,
  parameter int GROUPS = 1,           // of comparators: 1 or 2
  parameter int LATENCY = 1,
  parameter int W = 9                 // of a number of cycles
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  start_i,  // a pair is taken
  input  logic                  slot_i,   // the input register it is in
  input  logic                  set_i,    // the transformed pair it meets
  input  logic [2*W-1:0]        wait_i,   // of each member: its first beat is compared so many cycles from now
  // Of each group the beat that it compares, when it does.
  output logic [GROUPS-1:0]     compare_o,
  output logic [GROUPS-1:0]     slot_o,
  output logic [GROUPS-1:0]     set_o,
  output logic [3*GROUPS-1:0]   beat_o,
  input  logic [256*GROUPS-1:0] aligned_i,
  input  logic [256*GROUPS-1:0] left_i,
  input  logic [256*GROUPS-1:0] right_i,
  output logic                  flags_put_o,
  output logic [3:0]            flags_bits_o,  // bit 2*i + j: tumbled i and aligned j overlap
  output logic                  idle_o
);

  logic [2*GROUPS-1:0] apart;
  logic [GROUPS-1:0]   idle;
  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      dop_comparator_group #(.K(K), .FIRST(4 * g), .LAST(4 * g + 8 / GROUPS - 1), .W(W)) u_group (
        .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start_i), .slot_i(slot_i), .set_i(set_i), .wait_i(wait_i[W*g+:W]),
        .compare_o(compare_o[g]), .slot_o(slot_o[g]), .set_o(set_o[g]), .beat_o(beat_o[3*g+:3]),
        .aligned_i(aligned_i[256*g+:256]), .left_i(left_i[256*g+:256]), .right_i(right_i[256*g+:256]),
        .apart_o(apart[2*g+:2]), .idle_o(idle[g])
      );
    end
  endgenerate

  // What is found for the first member waits for the second one. Two groups may both be done in the same cycle, or the
  // second one with this pair and the first one with the next.
  logic       first_done;
  logic       done;
  logic       waits;
  logic [1:0] first_q;
  logic [1:0] first;
  logic [1:0] second;
  assign first_done = compare_o[0] && beat_o[2:0] == 3'd3;
  assign done = compare_o[GROUPS-1] && beat_o[3*GROUPS-1-:3] == 3'd7;
  assign first = waits ? first_q : apart[1:0];
  assign second = apart[2*GROUPS-1-:2];
  always_ff @(posedge clk_i) if (first_done) first_q <= apart[1:0];

  generate
    if (GROUPS == 1) begin : g_in_turn
      logic unused;
      assign unused = &{1'b0, wait_i[2*W-1:W]};
      assign waits = 1'b1;
    end else begin : g_side_by_side
      logic waits_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) waits_q <= 1'b0;
        else waits_q <= waits_q ^ first_done ^ done;
      end
      assign waits = waits_q;
    end
  endgenerate

  logic [LATENCY-1:0]   leaving_q;
  logic [4*LATENCY-1:0] flags_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) leaving_q <= '0;
    else leaving_q <= LATENCY'({leaving_q, done});
  end
  always_ff @(posedge clk_i) flags_q <= (4 * LATENCY)'({flags_q, ~second[1], ~first[1], ~second[0], ~first[0]});
  assign flags_put_o = leaving_q[LATENCY-1];
  assign flags_bits_o = flags_q[4*LATENCY-1-:4];

  assign idle_o = &idle && leaving_q == '0;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) assert (!(GROUPS > 1 && waits && first_done && !done)) else $error("%m: a first member is done before its turn");
  end
`endif

endmodule
