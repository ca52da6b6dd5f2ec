// Two rows of DOTADDs (Figure 6): a triangle's corners, one per cycle, through M or N into the other object's frame and
// from there through the other triangle's matrix, which waits in the matrix FIFO, into that triangle's unit frame. With
// FILTER a second DOTADD next to each carries the error bound (docs/exactness.md).
module triangle_transform #(
  parameter int DOTADD_STAGES = 6,
  parameter int FILTER = 1
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [383:0] frame_i,        // M or N row by row, from bit 0
  input  logic [95:0]  frame_bound_i,  // of each row
  input  logic         valid_i,        // the three corners of a triangle come in three cycles, without a gap
  input  logic         first_i,        // the first of the three; unit_i is here
  input  logic [95:0]  corner_i,       // x, y, z from bit 0
  input  logic [479:0] unit_i,         // the other triangle's matrix row by row, then its bounds
  output logic         valid_o,        // 2 * DOTADD_STAGES cycles later, with FILTER one more
  output logic [95:0]  value_o,
  output logic [95:0]  bound_o         // E of the filter; 0 without it
);

  // The least S that covers products which underflow: 2^-112.
  localparam logic [31:0] LEAST = 32'h07800000;

  logic        first_row_valid;
  logic [95:0] first_row;
  logic [95:0] first_row_bound;
  logic        second_row_valid;
  logic [95:0] second_row;
  logic [95:0] second_row_bound;

  // The matrix FIFO: written as the triangle goes in, read in the cycle before its first corner is in the second
  // row.
  localparam int WAIT = FILTER != 0 ? DOTADD_STAGES : DOTADD_STAGES - 1;
  logic         matrix_due;
  logic [3:0]   write_index_q;
  logic [3:0]   read_index_q;
  logic [479:0] matrix;

  generate
    if (WAIT == 0) begin : g_due
      assign matrix_due = valid_i & first_i;
    end else begin : g_due
      logic [WAIT-1:0] due_q;
      logic [WAIT:0]   due;
      assign due = {due_q, valid_i & first_i};
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) due_q <= '0;
        else due_q <= due[WAIT-1:0];
      end
      assign matrix_due = due[WAIT];
    end
  endgenerate

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_index_q <= 4'd0;
      read_index_q <= 4'd0;
    end else begin
      if (valid_i & first_i) write_index_q <= write_index_q + 4'd1;
      if (matrix_due) read_index_q <= read_index_q + 4'd1;
    end
  end

  triangle_ram #(.LINES(16), .WIDTH(480)) u_matrix_fifo (
    .clk_i(clk_i), .write_i(valid_i & first_i), .write_index_i(write_index_q), .write_data_i(unit_i),
    .read_i(matrix_due), .read_index_i(read_index_q), .read_data_o(matrix)
  );

  logic [2:0] first_valids;
  logic [2:0] second_valids;
  assign first_row_valid = first_valids[0];
  assign valid_o = second_valids[0];

  genvar r;
  generate
    for (r = 0; r < 3; r = r + 1) begin : g_row
      dotadd #(.STAGES(DOTADD_STAGES)) u_first (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i),
        .c0_i(frame_i[128*r+:32]), .d0_i(corner_i[31:0]), .c1_i(frame_i[128*r+32+:32]), .d1_i(corner_i[63:32]),
        .c2_i(frame_i[128*r+64+:32]), .d2_i(corner_i[95:64]), .c_i(frame_i[128*r+96+:32]),
        .valid_o(first_valids[r]), .y_o(first_row[32*r+:32])
      );
      dotadd #(.STAGES(DOTADD_STAGES)) u_second (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(second_row_valid),
        .c0_i(matrix[128*r+:32]), .d0_i(second_row[31:0]), .c1_i(matrix[128*r+32+:32]),
        .d1_i(second_row[63:32]), .c2_i(matrix[128*r+64+:32]), .d2_i(second_row[95:64]),
        .c_i(matrix[128*r+96+:32]),
        .valid_o(second_valids[r]), .y_o(value_o[32*r+:32])
      );
    end

    if (FILTER != 0) begin : g_bounds
      // Between the rows: S + |y| / 4.
      logic        middle_valid_q;
      logic [95:0] middle_q;
      logic [95:0] middle_bound_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) middle_valid_q <= 1'b0;
        else middle_valid_q <= first_row_valid;
      end
      always_ff @(posedge clk_i) if (first_row_valid) middle_q <= first_row;
      assign second_row_valid = middle_valid_q;
      assign second_row = middle_q;
      assign second_row_bound = middle_bound_q;

      logic [5:0] unused_valids;
      logic       unused;
      assign unused = &{1'b0, unused_valids};
      for (r = 0; r < 3; r = r + 1) begin : g_row
        dotadd #(.STAGES(DOTADD_STAGES)) u_first (
          .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i),
          .c0_i(fp32::magnitude(frame_i[128*r+:31])), .d0_i(fp32::magnitude(corner_i[30:0])),
          .c1_i(fp32::magnitude(frame_i[128*r+32+:31])), .d1_i(fp32::magnitude(corner_i[62:32])),
          .c2_i(fp32::magnitude(frame_i[128*r+64+:31])), .d2_i(fp32::magnitude(corner_i[94:64])),
          .c_i(frame_bound_i[32*r+:32]), .valid_o(unused_valids[r]), .y_o(first_row_bound[32*r+:32])
        );
        always_ff @(posedge clk_i) begin
          if (first_row_valid) begin
            middle_bound_q[32*r+:32] <= fp32::add(
                fp32::less(first_row_bound[32*r+:32], LEAST) ? LEAST : first_row_bound[32*r+:32],
                fp32::quarter(first_row[32*r+:31]));
          end
        end
        dotadd #(.STAGES(DOTADD_STAGES)) u_second (
          .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(second_row_valid),
          .c0_i(fp32::magnitude(matrix[128*r+:31])), .d0_i(second_row_bound[31:0]),
          .c1_i(fp32::magnitude(matrix[128*r+32+:31])), .d1_i(second_row_bound[63:32]),
          .c2_i(fp32::magnitude(matrix[128*r+64+:31])), .d2_i(second_row_bound[95:64]),
          .c_i(matrix[384+32*r+:32]), .valid_o(unused_valids[3+r]), .y_o(bound_o[32*r+:32])
        );
      end
    end else begin : g_bounds
      logic unused;
      assign unused = &{1'b0, frame_bound_i, matrix[479:384], second_row_bound};
      assign second_row_valid = first_row_valid;
      assign second_row = first_row;
      assign first_row_bound = 96'd0;
      assign second_row_bound = first_row_bound;
      assign bound_o = 96'd0;
    end
  endgenerate

  logic unused_row_valids;
  assign unused_row_valids = &{1'b0, first_valids[2:1], second_valids[2:1]};

endmodule
