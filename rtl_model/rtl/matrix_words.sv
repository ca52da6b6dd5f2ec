// The reading end of a channel of matrix messages (pci_interface.mmm_writes, frame_writes): a message of up to 32 words,
// put in cycle t, goes into the unit's matrix word by word from t + 1 on. Over a reset of the units it stays.
module matrix_words #(
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

  logic [5:0]           left_q;  // words still to be written
  logic [WORD_BITS-1:0] word_q;
  logic [1023:0]        words_q;

  assign ready_o = left_q <= 6'd1;
  assign write_o = left_q != 6'd0;
  assign word_o = word_q;
  assign data_o = words_q[31:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= 6'd0;
    else if (put_i) left_q <= count_i;
    else if (write_o) left_q <= left_q - 6'd1;
  end

  always_ff @(posedge clk_i) begin
    if (put_i) begin
      word_q <= first_word_i[WORD_BITS-1:0];
      words_q <= words_i;
    end else if (write_o) begin
      word_q <= word_q + WORD_BITS'(1);
      words_q <= {32'd0, words_q[1023:32]};
    end
  end

  logic unused;
  assign unused = &{1'b0, first_word_i[11:WORD_BITS]};

endmodule
