// Between the Memory Controller and the DOP Unit's input register: of all beats that come in, those of the pairs that
// are put, a cycle later. They are memory_controller.tumbled_data and aligned_data, beat by beat. There is room always:
// the Memory Controller reads a pair when the register is free.
module pair_beats (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         tumbled_put_i,  // with the first beat
  input  logic         aligned_put_i,
  input  logic         beat_valid_i,
  input  logic [2:0]   beat_number_i,
  input  logic [255:0] beat_i,
  output logic         beat_valid_o,
  output logic         beat_first_o,
  output logic         beat_tumbled_o,
  output logic [255:0] beat_o
);

  logic put;
  logic wanted;  // the beat belongs to a pair that is not dropped
  logic wanted_q;
  logic valid_q;

  assign put = tumbled_put_i || aligned_put_i;
  assign wanted = beat_number_i == 3'd0 ? put : wanted_q;

  assign beat_valid_o = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      wanted_q <= 1'b0;
    end else begin
      valid_q <= beat_valid_i && wanted;
      if (beat_valid_i) wanted_q <= wanted;
    end
  end

  always_ff @(posedge clk_i) begin
    beat_first_o <= put;
    beat_tumbled_o <= tumbled_put_i;
    beat_o <= beat_i;
  end

endmodule
