// A member of a group: K quanta of Q bits become coordinates of 18 bits, base + quanta << shift, at most the last one
// that an object has (docs/group_machine.md). Each direction has a base, in multiples of four steps, and a shift. The result is there
// a cycle later.
module group_decode #(
  parameter int K = 24,
  parameter int Q = 5
) (
  input  logic              clk_i,
  input  logic [K/2*16-1:0] bases_i,
  input  logic [K/2*4-1:0]  shifts_i,
  input  logic [K*Q-1:0]    quanta_i,
  output logic [K*18-1:0]   coordinates_o
);

  localparam logic [23:0] LAST = 24'h3fffe;

  genvar i;
  generate
    for (i = 0; i < K; i = i + 1) begin : g_coordinate
      logic [23:0] place;
      assign place = {6'd0, bases_i[16*(i%(K/2))+:16], 2'd0} + (24'(quanta_i[Q*i+:Q]) << shifts_i[4*(i%(K/2))+:4]);
      always_ff @(posedge clk_i) coordinates_o[18*i+:18] <= place > LAST ? LAST[17:0] : place[17:0];
    end
  endgenerate

endmodule
