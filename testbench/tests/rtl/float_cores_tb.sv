// Plays a file of operands and expected results to the float32 cores and counts what differs.
module float_cores_tb;
  localparam int LINES = 3000;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [355:0] lines [0:LINES-1];  // 4 bits of comparison, quarter, DOTADD, sum, product, operands
  logic [223:0] operands;
  logic less, equal, unordered;
  logic [31:0] quarter;
  logic [159:0] products;
  logic [191:0] sums;
  logic [14:1] valid;
  logic [479:0] dotadds;
  string path;
  integer differences = 0;
  integer i, k;

  float_cores u_cores (
    .clk_i(clk), .rst_ni(rst_n), .valid_i(1'b1), .operands_i(operands), .less_o(less), .equal_o(equal),
    .unordered_o(unordered), .quarter_o(quarter), .products_o(products), .sums_o(sums), .valid_o(valid), .dotadds_o(dotadds)
  );

  task check(input integer line, input integer stages, input [31:0] want, input [31:0] got);
    if (want !== got) begin
      differences = differences + 1;
      if (differences <= 10)
        $display("line %0d, %0d stages: %h, expected %h", line + 1, stages, got, want);
    end
  endtask

  initial begin
    if (!$value$plusargs("vectors=%s", path)) $fatal(1, "+vectors=FILE is missing");
    $readmemh(path, lines);
    #1 rst_n = 1'b1;
    for (i = 0; i < LINES; i = i + 1) begin
      operands = lines[i][223:0];
      #1 check(i, 0, {29'd0, lines[i][354:352]}, {29'd0, less, equal, unordered});
      check(i, 0, lines[i][351:320], quarter);
      if (i >= 14) begin
        for (k = 0; k <= 4; k = k + 1) check(i - k, k, lines[i-k][255:224], products[32*k+:32]);
        for (k = 0; k <= 5; k = k + 1) check(i - k, k, lines[i-k][287:256], sums[32*k+:32]);
        for (k = 1; k <= 14; k = k + 1) check(i - k, k, lines[i-k][319:288], dotadds[32*k+:32]);
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    $display("float cores: %0d vectors, %0d differences", LINES, differences);
    $finish;
  end
endmodule
