// Intersection Test Unit with the filter (docs/exactness.md): E comes with each coordinate; an answer is given
// only if no error within the bound could change it. Corners come in three cycles without a gap; the answers are there,
// with valid_o, 8 cycles after the last one. An edge per cycle: 01 and 12 in the cycle after their second end came in,
// 20 one cycle later.
module bounded_intersection_test_unit (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        valid_i,
  input  logic [95:0] corner_i,  // x, y, z from bit 0
  input  logic [95:0] bound_i,   // E of each
  output logic        valid_o,
  output logic        apart_o,   // all corners are beyond one plane
  output logic        hit_o,     // an edge hits
  output logic        miss_o,    // all edges miss
  output logic [1:0]  cause_o    // why neither may be: reference/triangle/uncertainty.h
);

  localparam logic [31:0] ONE = 32'h3f800000;
  // Between these no product of two coordinates over- or underflows beyond what e covers: 2^-40 and 2^60.
  localparam logic [31:0] LEAST = 32'h2b800000;
  localparam logic [31:0] MOST = 32'h5d800000;

  // e = 2^-21 E.
  function automatic logic [31:0] error(input logic [31:0] bound);
    if (fp32::less(bound, LEAST)) error = {LEAST[31:23] - 9'd21, LEAST[22:0]};
    else if (fp32::less(bound, MOST)) error = {bound[31:23] - 9'd21, bound[22:0]};
    else error = fp32::INFINITY;
  endfunction

  function automatic logic above(input logic [31:0] value, input logic [31:0] by);
    above = fp32::less(by, value);
  endfunction

  function automatic logic below(input logic [31:0] value, input logic [31:0] by);
    below = fp32::less(value, fp32::negative(by));
  endfunction

  // moving: a corner is in the shift registers below, or comes in.
  logic [1:0] index_q;  // of the next corner
  logic [8:0] recent_q;
  logic       moving;
  logic       second_q;  // the corner of the last cycle is a second or third one: it ends an edge
  logic [1:0] last_q;    // the corner of the last cycle, of the one before it, was a third one
  assign moving = valid_i | |recent_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= 2'd0;
      recent_q <= 9'd0;
      second_q <= 1'b0;
      last_q <= 2'd0;
    end else begin
      if (valid_i) index_q <= index_q == 2'd2 ? 2'd0 : index_q + 2'd1;
      recent_q <= {recent_q[7:0], valid_i};
      second_q <= valid_i & index_q != 2'd0;
      last_q <= {last_q[0], valid_i & index_q == 2'd2};
    end
  end

  // Corners of one to four cycles ago: x, y, z, their errors, |x| + e and |y| + e.
  localparam int CORNER = 256;
  logic [31:0]       error_x;
  logic [31:0]       error_y;
  logic [31:0]       error_z;
  logic [CORNER-1:0] ago1_q;
  logic [CORNER-1:0] ago2_q;
  logic [CORNER-1:0] ago3_q;
  logic [CORNER-1:0] ago4_q;
  logic              ordered_q;  // the edge of the next stage has its ends in the order of z
  logic              closing;    // that edge is 20
  assign error_x = error(bound_i[31:0]);
  assign error_y = error(bound_i[63:32]);
  assign error_z = error(bound_i[95:64]);
  assign closing = last_q[0];
  always_ff @(posedge clk_i) begin
    if (moving) begin
      ago1_q <= {fp32::add(fp32::magnitude(corner_i[62:32]), error_y),
                 fp32::add(fp32::magnitude(corner_i[30:0]), error_x), error_z, error_y, error_x, corner_i};
      ago2_q <= ago1_q;
      ago3_q <= ago2_q;
      ago4_q <= ago3_q;
      ordered_q <= fp32::less_or_equal(ago1_q[95:64], closing ? ago3_q[95:64] : corner_i[95:64]);
    end
  end

  // On which side of each plane a corner surely is, through the stages: over, under, left, front, right. Then whether
  // an error is unbounded. `right` takes two additions.
  localparam int SIDES = 5;
  localparam int FLAGS = 6;
  logic [31:0]      sum_q;
  logic [31:0]      sum_error_q;
  logic [31:0]      sum2_q;
  logic [31:0]      limit_q;
  logic [FLAGS-2:0] flags1_q;  // without right
  logic [FLAGS-2:0] flags2_q;
  logic [FLAGS-1:0] flags3_q;
  logic [FLAGS-1:0] flags4_q;
  logic [FLAGS-1:0] flags5_q;
  logic [FLAGS-1:0] flags6_q;
  logic [FLAGS-1:0] flags7_q;
  logic [FLAGS-1:0] flags8_q;
  logic [FLAGS-1:0] flags9_q;
  always_ff @(posedge clk_i) begin
    if (moving) begin
      sum_q <= fp32::add(corner_i[31:0], corner_i[63:32]);
      sum_error_q <= fp32::add(error_x, error_y);
      sum2_q <= sum_q;
      limit_q <= fp32::add(ONE, sum_error_q);
      flags1_q <= {error_x == fp32::INFINITY || error_y == fp32::INFINITY || error_z == fp32::INFINITY,
                   below(corner_i[63:32], error_y), below(corner_i[31:0], error_x), below(corner_i[95:64], error_z),
                   above(corner_i[95:64], error_z)};
      flags2_q <= flags1_q;
      flags3_q <= {flags2_q[4], fp32::less(limit_q, sum2_q), flags2_q[3:0]};
      flags4_q <= flags3_q;
      flags5_q <= flags4_q;
      flags6_q <= flags5_q;
      flags7_q <= flags6_q;
      flags8_q <= flags7_q;
      flags9_q <= flags8_q;
    end
  end

  // The stages in which there is an edge, and whether it is the first or the last of its triangle.
  logic       edge_valid;
  logic [4:0] valid_q;
  logic [4:0] closes_q;
  assign edge_valid = second_q | last_q[1];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 5'd0;
      closes_q <= 5'd0;
    end else begin
      valid_q <= {valid_q[3:0], edge_valid};
      closes_q <= {closes_q[3:0], last_q[1]};
    end
  end

  // Products. P is the end with the lower z.
  logic [CORNER-1:0] from;
  logic [CORNER-1:0] to;
  logic [CORNER-1:0] p;
  logic [CORNER-1:0] q;
  assign from = ago2_q;
  assign to = last_q[1] ? ago4_q : ago1_q;
  assign {q, p} = ordered_q ? {to, from} : {from, to};

  logic [31:0] left_x_q;
  logic [31:0] right_x_q;
  logic [31:0] left_y_q;
  logic [31:0] right_y_q;
  logic [31:0] error_x0_q;
  logic [31:0] error_x1_q;
  logic [31:0] error_x2_q;
  logic [31:0] error_x3_q;
  logic [31:0] error_y0_q;
  logic [31:0] error_y1_q;
  logic [31:0] error_y2_q;
  logic [31:0] error_y3_q;
  logic [31:0] height_q;
  logic [31:0] error_height_q;
  logic        pierces0_q;
  always_ff @(posedge clk_i) begin
    if (edge_valid) begin
      left_x_q <= fp32::mul(p[31:0], q[95:64]);
      right_x_q <= fp32::mul(q[31:0], p[95:64]);
      left_y_q <= fp32::mul(p[63:32], q[95:64]);
      right_y_q <= fp32::mul(q[63:32], p[95:64]);
      error_x0_q <= fp32::mul(p[223:192], q[191:160]);
      error_x1_q <= fp32::mul(fp32::magnitude(q[94:64]), p[127:96]);
      error_x2_q <= fp32::mul(q[223:192], p[191:160]);
      error_x3_q <= fp32::mul(fp32::magnitude(p[94:64]), q[127:96]);
      error_y0_q <= fp32::mul(p[255:224], q[191:160]);
      error_y1_q <= fp32::mul(fp32::magnitude(q[94:64]), p[159:128]);
      error_y2_q <= fp32::mul(q[255:224], p[191:160]);
      error_y3_q <= fp32::mul(fp32::magnitude(p[94:64]), q[159:128]);
      height_q <= fp32::add(q[95:64], fp32::negative(p[95:64]));
      error_height_q <= fp32::add(p[191:160], q[191:160]);
      pierces0_q <= below(p[95:64], p[191:160]) & above(q[95:64], q[191:160]);
    end
  end

  // Differences.
  logic [31:0] cross_x1_q;
  logic [31:0] cross_y1_q;
  logic [31:0] error_xp_q;
  logic [31:0] error_xq_q;
  logic [31:0] error_yp_q;
  logic [31:0] error_yq_q;
  logic [31:0] height1_q;
  logic [31:0] error_height1_q;
  logic        pierces1_q;
  logic        rising1_q;
  always_ff @(posedge clk_i) begin
    if (valid_q[0]) begin
      cross_x1_q <= fp32::add(left_x_q, fp32::negative(right_x_q));
      cross_y1_q <= fp32::add(left_y_q, fp32::negative(right_y_q));
      error_xp_q <= fp32::add(error_x0_q, error_x1_q);
      error_xq_q <= fp32::add(error_x2_q, error_x3_q);
      error_yp_q <= fp32::add(error_y0_q, error_y1_q);
      error_yq_q <= fp32::add(error_y2_q, error_y3_q);
      height1_q <= height_q;
      error_height1_q <= error_height_q;
      pierces1_q <= pierces0_q;
      rising1_q <= above(height_q, error_height_q);
    end
  end

  // Sums.
  logic [31:0] cross_x2_q;
  logic [31:0] cross_y2_q;
  logic [31:0] cross_sum_q;
  logic [31:0] error_x_q;
  logic [31:0] error_y_q;
  logic [31:0] height2_q;
  logic [31:0] error_height2_q;
  logic        pierces2_q;
  logic        rising2_q;
  always_ff @(posedge clk_i) begin
    if (valid_q[1]) begin
      cross_x2_q <= cross_x1_q;
      cross_y2_q <= cross_y1_q;
      cross_sum_q <= fp32::add(cross_x1_q, cross_y1_q);
      error_x_q <= fp32::add(error_xp_q, error_xq_q);
      error_y_q <= fp32::add(error_yp_q, error_yq_q);
      height2_q <= height1_q;
      error_height2_q <= error_height1_q;
      pierces2_q <= pierces1_q;
      rising2_q <= rising1_q;
    end
  end

  // The third inequality; the first two are decided.
  logic [31:0] third_q;
  logic [31:0] error_sum_q;
  logic [31:0] error_height3_q;
  logic        inside3_q;   // by the first two
  logic        outside3_q;  // whatever the third says
  logic        rising3_q;
  always_ff @(posedge clk_i) begin
    if (valid_q[2]) begin
      third_q <= fp32::add(height2_q, fp32::negative(cross_sum_q));
      error_sum_q <= fp32::add(error_x_q, error_y_q);
      error_height3_q <= error_height2_q;
      inside3_q <= pierces2_q & above(cross_x2_q, error_x_q) & above(cross_y2_q, error_y_q);
      outside3_q <= rising2_q & (below(cross_x2_q, error_x_q) | below(cross_y2_q, error_y_q));
      rising3_q <= rising2_q;
    end
  end

  logic [31:0] third4_q;
  logic [31:0] error_third_q;
  logic        inside4_q;
  logic        outside4_q;
  logic        rising4_q;
  always_ff @(posedge clk_i) begin
    if (valid_q[3]) begin
      third4_q <= third_q;
      error_third_q <= fp32::add(error_sum_q, error_height3_q);
      inside4_q <= inside3_q;
      outside4_q <= outside3_q;
      rising4_q <= rising3_q;
    end
  end

  // The edge's verdict, and the triangle's with its last edge.
  logic [SIDES-1:0] flags_to;
  logic             near_from;
  logic             near_to;
  logic             hit;
  logic             miss;
  logic             undecided;  // near the plane
  logic             hits_q;     // of the edges before: one hits
  logic             misses_q;   // all miss
  logic             corners_q;  // one is undecided and near the plane
  logic [SIDES-1:0] beyond;
  assign flags_to = closes_q[4] ? flags9_q[SIDES-1:0] : flags6_q[SIDES-1:0];
  assign near_from = ~(flags7_q[0] | flags7_q[1]);
  assign near_to = ~(flags_to[0] | flags_to[1]);
  assign hit = inside4_q & above(third4_q, error_third_q);
  assign miss = |(flags7_q[SIDES-1:0] & flags_to) | outside4_q |
                (rising4_q & below(third4_q, error_third_q));
  assign undecided = ~miss & (near_from | near_to);
  assign beyond = flags7_q[SIDES-1:0] & flags8_q[SIDES-1:0] & flags9_q[SIDES-1:0];

  logic       result_q;
  logic       apart_q;
  logic       hit_q;
  logic       miss_q;
  logic [1:0] cause_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      result_q <= 1'b0;
      hits_q <= 1'b0;
      misses_q <= 1'b1;
      corners_q <= 1'b0;
    end else begin
      result_q <= valid_q[4] & closes_q[4];
      if (valid_q[4]) begin
        hits_q <= ~closes_q[4] & (hits_q | hit);
        misses_q <= closes_q[4] | (misses_q & miss);
        corners_q <= ~closes_q[4] & (corners_q | undecided);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_q[4]) begin
      apart_q <= |beyond;
      hit_q <= hits_q | hit;
      miss_q <= misses_q & miss;
      if (flags7_q[5] | flags8_q[5] | flags9_q[5]) cause_q <= 2'd0;
      else if (~|((flags7_q[1:0] | flags8_q[1:0]) | flags9_q[1:0])) cause_q <= 2'd1;
      else cause_q <= corners_q | undecided ? 2'd2 : 2'd3;
    end
  end
  assign valid_o = result_q;
  assign apart_o = apart_q;
  assign hit_o = hit_q;
  assign miss_o = miss_q;
  assign cause_o = cause_q;

endmodule
