// The corners of two triangles as 16-bit numbers with a common shift, relative to the aligned one's first corner, and
// the bounds on their differences in eighths (docs/group_machine.md), four cycles later: differences, largest, shift, rounding. A
// bound that says nothing any more is 8191.
module small_block (
  input  logic         clk_i,
  input  logic [269:0] tumbled_i,       // nine numbers of 30 bits with sign
  input  logic [269:0] aligned_i,
  input  logic [20:0]  corner_error_i,  // of a moved corner, in units
  output logic [143:0] tumbled_o,       // nine numbers of 16 bits with sign
  output logic [143:0] aligned_o,
  output logic [12:0]  tumbled_error_o,
  output logic [12:0]  mixed_error_o,
  output logic [12:0]  aligned_error_o
);

  localparam int MOST_SHIFT = 16;

  logic [18*31-1:0] difference_q;
  logic [18*31-1:0] kept_q;
  logic [18*31-1:0] waiting_q;
  logic [18*31-1:0] magnitude;
  logic [20:0]      error_q;
  logic [20:0]      error_kept_q;
  logic [20:0]      error_waiting_q;

  genvar i;
  generate
    for (i = 0; i < 18; i = i + 1) begin : g_difference
      logic signed [29:0] here;
      logic signed [29:0] origin;
      logic signed [30:0] difference;
      if (i < 9) begin : g_tumbled
        assign here = tumbled_i[30*i+:30];
      end else begin : g_aligned
        assign here = aligned_i[30*(i-9)+:30];
      end
      assign origin = aligned_i[30*(i%3)+:30];
      if (i < 9 || i >= 12) begin : g_other
        assign difference = here - origin;
      end else begin : g_origin
        logic unused;
        assign unused = &{1'b0, here, origin};
        assign difference = '0;
      end
      always_ff @(posedge clk_i) difference_q[31*i+:31] <= difference;
      assign magnitude[31*i+:31] = difference_q[31*i+30] ? -difference_q[31*i+:31] : difference_q[31*i+:31];
    end
  endgenerate

  // The largest of all without a comparator: whether it is beyond so many bits, and whether it is just those.
  logic [MOST_SHIFT:0] fits;
  genvar s;
  generate
    for (s = 0; s <= MOST_SHIFT; s = s + 1) begin : g_fits
      localparam logic [31:0] LIMIT = 32'd32767 << s;
      logic [17:0] beyond;
      for (i = 0; i < 18; i = i + 1) begin : g_beyond
        assign beyond[i] = {1'b0, magnitude[31*i+:31]} > LIMIT;
      end
      assign fits[s] = !(|beyond);
    end
  endgenerate

  logic [MOST_SHIFT:0] fits_q;
  logic [4:0]          shift;
  logic [4:0]          shift_q;
  always_comb begin
    shift = 5'd0;
    for (int k = 0; k <= MOST_SHIFT; k = k + 1) shift = shift + {4'd0, !fits_q[k]};
  end
  always_ff @(posedge clk_i) begin
    fits_q <= fits;
    kept_q <= difference_q;
    waiting_q <= kept_q;
    shift_q <= shift;
    error_q <= corner_error_i;
    error_kept_q <= error_q;
    error_waiting_q <= error_kept_q;
  end

  logic [30:0] half;
  assign half = shift_q == 5'd0 ? 31'd0 : 31'd1 << (shift_q - 5'd1);
  generate
    for (i = 0; i < 18; i = i + 1) begin : g_round
      logic signed [31:0] halved;
      logic signed [31:0] rounded;
      assign halved = {waiting_q[31*i+30], waiting_q[31*i+:31]} + {1'b0, half};
      assign rounded = halved >>> shift_q;
      if (i < 9) begin : g_tumbled
        always_ff @(posedge clk_i) tumbled_o[16*i+:16] <= rounded[15:0];
      end else begin : g_aligned
        always_ff @(posedge clk_i) aligned_o[16*(i-9)+:16] <= rounded[15:0];
      end
      logic unused;
      assign unused = &{1'b0, rounded[31:16]};
    end
  endgenerate

  // Eighths, rounded up; half of the last place when some are cut off.
  logic [25:0] last;
  logic [25:0] of_tumbled;
  logic [25:0] of_aligned;
  assign last = shift_q == 5'd0 ? 26'd0 : 26'd4;
  assign of_tumbled = (({2'd0, error_waiting_q, 3'd0} + (26'd1 << shift_q) - 26'd1) >> shift_q) + last;
  assign of_aligned = ((26'd4 + (26'd1 << shift_q) - 26'd1) >> shift_q) + last;

  function automatic logic [12:0] limited(input logic [25:0] value);
    limited = (|value[25:13]) ? 13'h1fff : value[12:0];
  endfunction
  always_ff @(posedge clk_i) begin
    tumbled_error_o <= limited(of_tumbled << 1);
    mixed_error_o <= limited(of_tumbled + of_aligned);
    aligned_error_o <= limited(of_aligned << 1);
  end

endmodule
