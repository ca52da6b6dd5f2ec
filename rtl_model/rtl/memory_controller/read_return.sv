// What comes back from the SDRAM: beats from the pins through the interface into the input register, and word of them
// to the units.
//
// A beat on the pins in cycle p is in the input register in p + INTERFACE_LATENCY; beat_valid_o is the cycle before,
// and so is each put: its reader sees the item in the next cycle. A pair is put with its first beat, its auxiliary
// words and a triangle record when the last beat is in.
module read_return #(
  parameter int T_CL = 4,
  parameter int INTERFACE_LATENCY = 2
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          read_i,  // a READ goes out
  input  logic [1:0]    kind_i,
  input  logic [31:0]   address_i,
  input  logic          drop_i,  // pairs go nowhere
  input  logic [255:0]  sdram_dq_i,
  output logic          beat_valid_o,
  output logic [2:0]    beat_number_o,
  output logic [255:0]  beat_o,
  output logic          tumbled_data_put_o,
  output logic          aligned_data_put_o,
  output logic          triangle_data_put_o,
  output logic [31:0]   triangle_data_address_o,
  output logic [1023:0] triangle_data_record_o,
  output logic          tumbled_auxiliary_put_o,
  output logic          aligned_auxiliary_put_o,
  output logic [63:0]   auxiliary_child_o,
  output logic [63:0]   auxiliary_triangle_o,
  output logic [1:0]    auxiliary_leaf_o,
  output logic          idle_o
);

  localparam int STAGES = T_CL + INTERFACE_LATENCY - 1;  // from READ to the first beat before the input register
  localparam logic [1:0] TUMBLED_PAIR = 2'd0;
  localparam logic [1:0] ALIGNED_PAIR = 2'd1;
  localparam logic [1:0] TRIANGLE = 2'd2;
  // Auxiliary words 28, 29 and 30 of a record, in its fourth beat.
  localparam int CHILD_BIT = 4 * 32;
  localparam int TRIANGLE_BIT = 5 * 32;
  localparam int LEAF_BIT = 6 * 32;

  logic [STAGES-1:0]    coming_q;  // one bit per READ on its way, with its kind and address
  logic [STAGES*2-1:0]  kind_q;
  logic [STAGES*32-1:0] address_q;

  logic        start;
  logic        running_q;
  logic [2:0]  number_q;
  logic [1:0]  burst_kind_q;
  logic [31:0] burst_address_q;
  logic [1:0]  kind;
  logic        last;

  logic          ended_q;  // the burst, in the last cycle
  logic          triangle_put_q;
  logic          tumbled_put_q;
  logic          aligned_put_q;
  logic [1023:0] record_q;
  logic [31:0]   record_address_q;
  logic [63:0]   child_q;
  logic [63:0]   triangle_q;
  logic [1:0]    leaf_q;

  generate
    if (INTERFACE_LATENCY == 1) begin : g_direct
      assign beat_o = sdram_dq_i;
    end else begin : g_stages
      logic [(INTERFACE_LATENCY-1)*256-1:0] beat_q;
      always_ff @(posedge clk_i) beat_q <= ((INTERFACE_LATENCY-1)*256)'({beat_q, sdram_dq_i});
      assign beat_o = beat_q[(INTERFACE_LATENCY-1)*256-1-:256];
    end
  endgenerate

  assign start = coming_q[STAGES-1];
  assign kind = start ? kind_q[STAGES*2-1-:2] : burst_kind_q;
  assign beat_valid_o = start || running_q;
  assign beat_number_o = start ? 3'd0 : number_q;
  assign last = beat_valid_o && beat_number_o == (kind == TRIANGLE ? 3'd3 : 3'd7);

  assign tumbled_data_put_o = start && kind == TUMBLED_PAIR && !drop_i;
  assign aligned_data_put_o = start && kind == ALIGNED_PAIR && !drop_i;
  assign triangle_data_put_o = triangle_put_q;
  assign triangle_data_address_o = record_address_q;
  assign triangle_data_record_o = record_q;
  assign tumbled_auxiliary_put_o = tumbled_put_q;
  assign aligned_auxiliary_put_o = aligned_put_q;
  assign auxiliary_child_o = child_q;
  assign auxiliary_triangle_o = triangle_q;
  assign auxiliary_leaf_o = leaf_q;
  assign idle_o = coming_q == '0 && !running_q && !ended_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      coming_q <= '0;
      running_q <= 1'b0;
      ended_q <= 1'b0;
      triangle_put_q <= 1'b0;
      tumbled_put_q <= 1'b0;
      aligned_put_q <= 1'b0;
    end else begin
      coming_q <= STAGES'({coming_q, read_i});
      if (beat_valid_o) running_q <= !last;
      ended_q <= last;
      triangle_put_q <= last && kind == TRIANGLE;
      tumbled_put_q <= last && kind == TUMBLED_PAIR && !drop_i;
      aligned_put_q <= last && kind == ALIGNED_PAIR && !drop_i;
    end
  end

  // Data need no reset: they are looked at when a bit above says so.
  always_ff @(posedge clk_i) begin
    kind_q <= (STAGES*2)'({kind_q, kind_i});
    address_q <= (STAGES*32)'({address_q, address_i});
    if (start) begin
      burst_kind_q <= kind;
      burst_address_q <= address_q[STAGES*32-1-:32];
    end
    if (beat_valid_o) begin
      number_q <= beat_number_o + 3'd1;
      if (kind == TRIANGLE) begin
        record_q[beat_number_o[1:0]*256+:256] <= beat_o;
        if (last) record_address_q <= burst_address_q;
      end
      if (beat_number_o[1:0] == 2'd3) begin
        child_q[beat_number_o[2]*32+:32] <= beat_o[CHILD_BIT+:32];
        triangle_q[beat_number_o[2]*32+:32] <= beat_o[TRIANGLE_BIT+:32];
        leaf_q[beat_number_o[2]] <= beat_o[LEAF_BIT];
      end
    end
  end

endmodule
