// A channel of matrix messages (pci_interface.mmm_writes or frame_writes) with its reading end: a message of up to 32
// words goes into the unit's matrix word by word, from the cycle in which it is visible. There is room for two: one is
// written while the next is gathered.
module matrix_writes #(
  parameter int WORD_BITS = 7  // of a word's number in the unit
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  output logic                 ready_o,
  input  logic                 put_i,
  input  logic [11:0]          first_word_i,
  input  logic [5:0]           count_i,
  input  logic [1023:0]        words_i,
  output logic                 write_o,
  output logic [WORD_BITS-1:0] word_o,
  output logic [31:0]          data_o
);

  logic                 last;
  logic [WORD_BITS-1:0] first_word;
  logic [5:0]           count;
  logic [1023:0]        words;
  logic [4:0]           index_q;

  // verilator lint_off PINCONNECTEMPTY
  channel_fifo #(.WIDTH(WORD_BITS + 1030), .CAPACITY(2)) u_messages (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(ready_o), .free_o(), .put_i(put_i),
    .data_i({first_word_i[WORD_BITS-1:0], count_i, words_i}), .valid_o(write_o), .data_o({first_word, count, words}),
    .pop_i(last)
  );
  // verilator lint_on PINCONNECTEMPTY

  assign last = write_o && {1'b0, index_q} + 6'd1 == count;
  assign word_o = first_word + WORD_BITS'(index_q);
  assign data_o = words[index_q*32+:32];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) index_q <= 5'd0;
    else if (write_o) index_q <= last ? 5'd0 : index_q + 5'd1;
  end

  logic unused;
  assign unused = &{1'b0, first_word_i[11:WORD_BITS]};

endmodule
