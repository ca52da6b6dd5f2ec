// The sum of the magnitudes of (p - q) x (r - s) from the four products p x r, p x s, q x r and q x s, two cycles later.
module small_sum (
  input  logic         clk_i,
  input  logic [101:0] pr_i,
  input  logic [101:0] ps_i,
  input  logic [101:0] qr_i,
  input  logic [101:0] qs_i,
  output logic [35:0]  sum_o
);

  logic [107:0] magnitudes;
  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : g_entry
      logic signed [33:0] pr, ps, qr, qs;
      logic signed [35:0] entry_q;
      assign pr = pr_i[34*i+:34];
      assign ps = ps_i[34*i+:34];
      assign qr = qr_i[34*i+:34];
      assign qs = qs_i[34*i+:34];
      always_ff @(posedge clk_i) entry_q <= 36'(pr) - 36'(ps) - 36'(qr) + 36'(qs);
      assign magnitudes[36*i+:36] = entry_q[35] ? -entry_q : entry_q;
    end
  endgenerate

  always_ff @(posedge clk_i) sum_o <= magnitudes[35:0] + magnitudes[71:36] + magnitudes[107:72];

endmodule
