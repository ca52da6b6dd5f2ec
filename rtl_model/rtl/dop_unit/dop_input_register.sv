// One sibling pair of the input register: 8 beats of 32 bytes, the left record in beats 0 to 3, the right one in 4 to 7.
// The d registers read each half at an address of its own; each group of comparators reads beats, while the next pair may
// follow behind them. What is written shows at once: a beat can be used in the cycle in which it is on the pins.
module dop_input_register #(
  parameter int GROUPS = 1            // of comparators
) (
  input  logic                  clk_i,
  input  logic                  write_i,
  input  logic [2:0]            beat_number_i,
  input  logic [255:0]          beat_i,
  input  logic [1:0]            left_i,
  input  logic [1:0]            right_i,
  input  logic [3*GROUPS-1:0]   compare_i,
  output logic [255:0]          left_o,
  output logic [255:0]          right_o,
  output logic [256*GROUPS-1:0] compare_o
);

  logic [255:0] left_q  [0:3];
  logic [255:0] right_q [0:3];

  always_ff @(posedge clk_i) begin
    if (write_i && !beat_number_i[2]) left_q[beat_number_i[1:0]] <= beat_i;
    if (write_i && beat_number_i[2]) right_q[beat_number_i[1:0]] <= beat_i;
  end

  assign left_o = write_i && beat_number_i == {1'b0, left_i} ? beat_i : left_q[left_i];
  assign right_o = write_i && beat_number_i == {1'b1, right_i} ? beat_i : right_q[right_i];
  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      logic [2:0] compare;
      assign compare = compare_i[3*g+:3];
      assign compare_o[256*g+:256] = write_i && beat_number_i == compare ? beat_i
                                   : compare[2] ? right_q[compare[1:0]] : left_q[compare[1:0]];
    end
  endgenerate

endmodule
