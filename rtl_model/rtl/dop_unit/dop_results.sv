// The d' memory of one sibling, two sets: a dual-port memory (Figure 5), one coefficient in and eight out per cycle.
// Coefficient i lies in bank i % 8.
module dop_results (
  input  logic         clk_i,
  input  logic         write_i,
  input  logic         write_set_i,
  input  logic [4:0]   destination_i,
  input  logic [31:0]  data_i,
  input  logic         read_set_i,
  input  logic [1:0]   beat_i,
  output logic [255:0] data_o
);

  genvar n;
  generate
    for (n = 0; n < 8; n = n + 1) begin : g_bank
      logic [31:0] bank_q [0:7];
      always_ff @(posedge clk_i)
        if (write_i && destination_i[2:0] == n) bank_q[{write_set_i, destination_i[4:3]}] <= data_i;
      assign data_o[32*n+:32] = bank_q[{read_set_i, beat_i}];
    end
  endgenerate

endmodule
