// The PCI target's configuration header, type 0. docs/host_port.md lists its fields.
//
// One access per edge with access_i; bytes whose enable is high are written. What the target has seen on the bus comes in
// as events, one edge each.
module pci_header #(
  parameter logic [15:0] VENDOR_ID = 16'h4343,
  parameter logic [15:0] DEVICE_ID = 16'h4350,
  parameter logic [7:0]  REVISION = 8'h01,
  parameter logic [23:0] CLASS_CODE = 24'h12_00_00,  // processing accelerator
  parameter int REGISTER_BITS = 13,                  // bytes behind BAR 0, as a power of two
  parameter int WINDOW_BITS = 29                     // and behind BAR 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        write_i,
  input  logic [5:0]  word_i,  // number of the 32-bit word
  input  logic [3:0]  bytes_i,
  input  logic [31:0] data_i,
  output logic [31:0] data_o,

  input  logic        parity_error_i,
  input  logic        system_error_i,
  input  logic        target_abort_i,

  output logic        memory_enabled_o,
  output logic        parity_response_o,
  output logic        system_error_enabled_o,
  output logic [31:REGISTER_BITS] bar0_o,
  output logic [31:WINDOW_BITS] bar1_o
);

  localparam logic [5:0] IDS = 6'd0;
  localparam logic [5:0] COMMAND = 6'd1;
  localparam logic [5:0] CLASS = 6'd2;
  localparam logic [5:0] LINE_SIZE = 6'd3;
  localparam logic [5:0] BAR0 = 6'd4;
  localparam logic [5:0] BAR1 = 6'd5;
  localparam logic [5:0] SUBSYSTEM = 6'd11;
  localparam logic [5:0] INTERRUPT = 6'd15;
  localparam logic [31:0] BAR0_MASK = ~((32'd1 << REGISTER_BITS) - 32'd1);
  localparam logic [31:0] BAR1_MASK = ~((32'd1 << WINDOW_BITS) - 32'd1);

  logic        memory_q;
  logic        parity_response_q;
  logic        system_error_enable_q;
  logic        detected_parity_q;
  logic        signalled_system_q;
  logic        signalled_abort_q;
  logic [7:0]  line_size_q;
  logic [7:0]  line_q;  // which interrupt input of the host; for its software only
  logic [31:0] bar0_q;
  logic [31:0] bar1_q;
  logic [31:0] mask;
  logic [31:0] merged0;
  logic [31:0] merged1;

  assign mask = {{8{bytes_i[3]}}, {8{bytes_i[2]}}, {8{bytes_i[1]}}, {8{bytes_i[0]}}};
  assign merged0 = (bar0_q & ~mask) | (data_i & mask);
  assign merged1 = (bar1_q & ~mask) | (data_i & mask);

  always_comb begin
    case (word_i)
      IDS: data_o = {DEVICE_ID, VENDOR_ID};
      // Fast DEVSEL#, no 66 MHz, no capabilities.
      COMMAND: data_o = {detected_parity_q, signalled_system_q, 2'b00, signalled_abort_q, 11'd0, 7'd0,
                         system_error_enable_q, 1'b0, parity_response_q, 4'd0, memory_q, 1'b0};
      CLASS: data_o = {CLASS_CODE, REVISION};
      LINE_SIZE: data_o = {24'd0, line_size_q};
      BAR0: data_o = bar0_q;
      BAR1: data_o = bar1_q | 32'h8;  // prefetchable
      SUBSYSTEM: data_o = {DEVICE_ID, VENDOR_ID};
      INTERRUPT: data_o = {16'd0, 8'h01, line_q};  // INTA#
      default: data_o = '0;
    endcase
  end

  assign memory_enabled_o = memory_q;
  assign parity_response_o = parity_response_q;
  assign system_error_enabled_o = system_error_enable_q;
  assign bar0_o = bar0_q[31:REGISTER_BITS];
  assign bar1_o = bar1_q[31:WINDOW_BITS];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      memory_q <= 1'b0;
      parity_response_q <= 1'b0;
      system_error_enable_q <= 1'b0;
      detected_parity_q <= 1'b0;
      signalled_system_q <= 1'b0;
      signalled_abort_q <= 1'b0;
      line_size_q <= '0;
      line_q <= '0;
      bar0_q <= '0;
      bar1_q <= '0;
    end else begin
      if (write_i) begin
        case (word_i)
          COMMAND: begin
            if (bytes_i[0]) memory_q <= data_i[1];
            if (bytes_i[0]) parity_response_q <= data_i[6];
            if (bytes_i[1]) system_error_enable_q <= data_i[8];
            // Written ones clear.
            if (bytes_i[3] && data_i[31]) detected_parity_q <= 1'b0;
            if (bytes_i[3] && data_i[30]) signalled_system_q <= 1'b0;
            if (bytes_i[3] && data_i[27]) signalled_abort_q <= 1'b0;
          end
          LINE_SIZE: if (bytes_i[0]) line_size_q <= data_i[7:0];
          BAR0: bar0_q <= merged0 & BAR0_MASK;
          BAR1: bar1_q <= merged1 & BAR1_MASK;
          INTERRUPT: if (bytes_i[0]) line_q <= data_i[7:0];
          default: ;
        endcase
      end
      if (parity_error_i) detected_parity_q <= 1'b1;
      if (system_error_i) signalled_system_q <= 1'b1;
      if (target_abort_i) signalled_abort_q <= 1'b1;
    end
  end

endmodule
