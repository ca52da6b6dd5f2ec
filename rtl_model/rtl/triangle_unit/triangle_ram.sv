// One write and one read port; a read shows its line from the next cycle on until the next read, and sees a write to
// the same line in the same cycle.
module triangle_ram #(
  parameter int LINES = 16,
  parameter int WIDTH = 32,
  parameter int INDEX = LINES > 1 ? $clog2(LINES) : 1
) (
  input  logic             clk_i,
  input  logic             write_i,
  input  logic [INDEX-1:0] write_index_i,
  input  logic [WIDTH-1:0] write_data_i,
  input  logic             read_i,
  input  logic [INDEX-1:0] read_index_i,
  output logic [WIDTH-1:0] read_data_o
);

  logic [WIDTH-1:0] lines [0:LINES-1];
  logic [WIDTH-1:0] line_q;
  logic [WIDTH-1:0] written_q;
  logic             just_written;
  logic             just_written_q;

  assign just_written = write_i & (write_index_i == read_index_i);
  assign read_data_o = just_written_q ? written_q : line_q;

  always_ff @(posedge clk_i) begin
    if (write_i) lines[write_index_i] <= write_data_i;
    if (read_i) begin
      line_q <= lines[read_index_i];
      just_written_q <= just_written;
      if (just_written) written_q <= write_data_i;
    end
  end

endmodule
