// Intersection Test Unit (Figure 7): the three edges of a triangle in the unit frame against the unit triangle, Eq. 4
// as docs/paper_index.md reads it. Corners come in three cycles without a gap; the answer is at hit_o, with valid_o,
// 5 cycles after the last one. An edge per cycle: 01 and 12 as their second end comes in, 20 one cycle later.
module intersection_test_unit (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        valid_i,
  input  logic [95:0] corner_i,  // x, y, z from bit 0
  output logic        valid_o,
  output logic        hit_o
);

  // Corners of one, two and three cycles ago.
  logic [1:0]  index_q;  // of the next corner
  logic [95:0] ago1_q;
  logic [95:0] ago2_q;
  logic [95:0] ago3_q;
  logic        last_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= 2'd0;
      last_q <= 1'b0;
    end else begin
      if (valid_i) index_q <= index_q == 2'd2 ? 2'd0 : index_q + 2'd1;
      last_q <= valid_i & index_q == 2'd2;
    end
  end
  always_ff @(posedge clk_i) begin
    ago1_q <= corner_i;
    ago2_q <= ago1_q;
    ago3_q <= ago2_q;
  end

  // The stages in which there is an edge, and whether it is the last of its triangle.
  logic       edge_valid;
  logic [2:0] valid_q;
  logic [2:0] closes_q;
  assign edge_valid = last_q | (valid_i & index_q != 2'd0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 3'd0;
      closes_q <= 3'd0;
    end else begin
      valid_q <= {valid_q[1:0], edge_valid};
      closes_q <= {closes_q[1:0], last_q};
    end
  end

  // The end with the lower z first.
  logic [95:0] from;
  logic [95:0] to;
  logic [95:0] p;
  logic [95:0] q;
  assign from = ago1_q;
  assign to = last_q ? ago3_q : corner_i;
  assign {q, p} = fp32::less_or_equal(from[95:64], to[95:64]) ? {to, from} : {from, to};

  logic [31:0] left_x_q;
  logic [31:0] right_x_q;
  logic [31:0] left_y_q;
  logic [31:0] right_y_q;
  logic [31:0] limit_q;
  logic        crosses_q;
  always_ff @(posedge clk_i) begin
    if (edge_valid) begin
      left_x_q <= fp32::mul(p[31:0], q[95:64]);
      right_x_q <= fp32::mul(q[31:0], p[95:64]);
      left_y_q <= fp32::mul(p[63:32], q[95:64]);
      right_y_q <= fp32::mul(q[63:32], p[95:64]);
      limit_q <= fp32::add(q[95:64], fp32::negative(p[95:64]));
      crosses_q <= fp32::less_or_equal(p[95:64], 32'd0) & fp32::less_or_equal(32'd0, q[95:64]) &
                   fp32::less(p[95:64], q[95:64]);
    end
  end

  logic [31:0] difference_x_q;
  logic [31:0] difference_y_q;
  logic [31:0] limit1_q;
  logic        inside1_q;
  always_ff @(posedge clk_i) begin
    if (valid_q[0]) begin
      difference_x_q <= fp32::add(left_x_q, fp32::negative(right_x_q));
      difference_y_q <= fp32::add(left_y_q, fp32::negative(right_y_q));
      limit1_q <= limit_q;
      inside1_q <= crosses_q & fp32::less_or_equal(right_x_q, left_x_q) &
                   fp32::less_or_equal(right_y_q, left_y_q);
    end
  end

  logic [31:0] sum_q;
  logic [31:0] limit2_q;
  logic        inside2_q;
  always_ff @(posedge clk_i) begin
    if (valid_q[1]) begin
      sum_q <= fp32::add(difference_x_q, difference_y_q);
      limit2_q <= limit1_q;
      inside2_q <= inside1_q;
    end
  end

  logic hit;
  logic hits_q;  // of the edges before
  logic hit_q;
  logic result_q;
  assign hit = inside2_q & fp32::less_or_equal(sum_q, limit2_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hits_q <= 1'b0;
      hit_q <= 1'b0;
      result_q <= 1'b0;
    end else begin
      result_q <= valid_q[2] & closes_q[2];
      if (valid_q[2]) begin
        hits_q <= ~closes_q[2] & (hits_q | hit);
        hit_q <= hits_q | hit;
      end
    end
  end
  assign valid_o = result_q;
  assign hit_o = hit_q;

endmodule
