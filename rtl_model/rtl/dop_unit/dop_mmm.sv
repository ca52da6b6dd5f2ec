// Matrix- and MUX-Control Memory: for each row of the transform, in issue order, three coefficients, the offset, and a
// control word (j0, j1, j2, destination, one byte each from the lowest). Written a word at a time, read a row at a
// time. A reset keeps it.
module dop_mmm #(
  parameter int ROWS = 24
) (
  input  logic        clk_i,
  input  logic        write_i,
  input  logic [6:0]  word_i,    // 5 * row + field; rows beyond the last are not kept
  input  logic [31:0] data_i,
  input  logic [4:0]  row_i,
  output logic [31:0] c0_o,
  output logic [31:0] c1_o,
  output logic [31:0] c2_o,
  output logic [31:0] offset_o,
  output logic [4:0]  j0_o,
  output logic [4:0]  j1_o,
  output logic [4:0]  j2_o,
  output logic [4:0]  destination_o,
  // All rows have been issued so many cycles after the later sibling's first load, if nothing else holds them back:
  // the greatest of 1 + the last operand of row r + ROWS - r.
  output logic [5:0]  latest_o,
  // The first row has its operands so many cycles after it.
  output logic [5:0]  first_operand_o
);

  localparam logic [4:0] COUNT = ROWS[4:0];

  logic [31:0] c0_q     [0:ROWS-1];
  logic [31:0] c1_q     [0:ROWS-1];
  logic [31:0] c2_q     [0:ROWS-1];
  logic [31:0] offset_q [0:ROWS-1];
  logic [19:0] mux_q    [0:ROWS-1];

  // word / 5 and word % 5.
  logic [16:0] scaled;
  logic [4:0]  row;
  logic [2:0]  field;
  assign scaled = {10'd0, word_i} * 17'd205;
  assign row = scaled[14:10];
  assign field = word_i[2:0] - row[2:0] - {row[0], 2'b00};

  // Five address lines; what they name beyond the last register is folded to the first ones.
  function automatic logic [4:0] index(input logic [4:0] lines);
    index = lines >= COUNT ? lines - COUNT : lines;
  endfunction

  always_ff @(posedge clk_i) begin
    if (write_i && row < COUNT) begin
      case (field)
        3'd0: c0_q[row] <= data_i;
        3'd1: c1_q[row] <= data_i;
        3'd2: c2_q[row] <= data_i;
        3'd3: offset_q[row] <= data_i;
        default: mux_q[row] <= {index(data_i[28:24]), index(data_i[20:16]), index(data_i[12:8]), index(data_i[4:0])};
      endcase
    end
  end

  assign c0_o = c0_q[row_i];
  assign c1_o = c1_q[row_i];
  assign c2_o = c2_q[row_i];
  assign offset_o = offset_q[row_i];
  assign {destination_o, j2_o, j1_o, j0_o} = mux_q[row_i];

  localparam int LEVELS = $clog2(ROWS);
  localparam int LEAVES = 1 << LEVELS;

  logic [5:0]          latest_q;
  logic [5:0]          first_d;
  logic [5:0]          first_q;
  logic [4:0]          last;
  logic [6*LEAVES-1:0] needed;  // by row; then the greatest comes down to row 0
  always_comb begin
    needed = '0;
    first_d = '0;
    for (int r = 0; r < ROWS; r = r + 1) begin
      last = mux_q[r][4:0] > mux_q[r][9:5] ? mux_q[r][4:0] : mux_q[r][9:5];
      if (mux_q[r][14:10] > last) last = mux_q[r][14:10];
      if (r == 0) first_d = {1'b0, last} + 6'd1;
      needed[6*r+:6] = {1'b0, last} + 6'd1 + COUNT - r[5:0];
    end
    // A tree: one row after the other would be the slowest path of the chip by far.
    for (int level = 0; level < LEVELS; level = level + 1) begin
      for (int r = 0; r < LEAVES / 2; r = r + 1) begin
        if (r < LEAVES >> (level + 1) && needed[6*(r+(LEAVES>>(level+1)))+:6] > needed[6*r+:6]) begin
          needed[6*r+:6] = needed[6*(r+(LEAVES>>(level+1)))+:6];
        end
      end
    end
  end
  always_ff @(posedge clk_i) latest_q <= needed[5:0];
  always_ff @(posedge clk_i) first_q <= first_d;
  assign latest_o = latest_q;
  assign first_operand_o = first_q;

  logic unused;
  assign unused = &{1'b0, scaled[16:15], scaled[9:0], data_i[31:29], data_i[23:21], data_i[15:13], data_i[7:5]};

endmodule
