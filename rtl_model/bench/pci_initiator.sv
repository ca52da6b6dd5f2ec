// An initiator on the PCI bus, for simulation: one transaction after the other, as fast as the target takes them. What
// is stopped before its last word is begun again there, as a bridge does. Everything moves with the bus edges.
module pci_initiator (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        bus_edge_i,

  // What is to be done stands until done_o. Written words: data_i is the next one. word_o: one is over with this edge.
  input  logic        valid_i,
  input  logic [3:0]  command_i,
  input  logic [31:0] address_i,
  input  logic [15:0] words_i,
  input  logic [31:0] data_i,
  output logic        word_o,
  output logic [31:0] data_o,
  output logic        done_o,
  output logic        refused_o,  // with done_o: no target answers, or the target refuses

  // Pins.
  input  logic [31:0] ad_i,
  input  logic        devsel_ni,
  input  logic        trdy_ni,
  input  logic        stop_ni,
  output logic [31:0] ad_o,
  output logic        ad_oe_o,
  output logic [3:0]  cbe_no,
  output logic        par_o,
  output logic        par_oe_o,
  output logic        frame_no,
  output logic        irdy_no,
  output logic        idsel_o
);

  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] ADDRESS = 2'd1;
  localparam logic [1:0] DATA = 2'd2;
  localparam logic [1:0] BACK_OFF = 2'd3;  // FRAME# goes high a clock before the end
  localparam logic [2:0] PATIENCE = 3'd5;  // clocks until DEVSEL#

  logic [1:0]  state_q;
  logic        under_way_q;  // not all words are over
  logic [31:0] address_q;    // of the next word
  logic [15:0] left_q;
  logic [2:0]  unanswered_q;
  logic        writes;
  logic        gives_up;
  logic        par_q;
  logic        par_oe_q;

  assign writes = command_i[0];
  assign ad_o = state_q == ADDRESS ? address_q : data_i;
  assign ad_oe_o = state_q == ADDRESS || (state_q != IDLE && writes);
  assign cbe_no = state_q == ADDRESS ? command_i : 4'd0;
  assign frame_no = !(state_q == ADDRESS || (state_q == DATA && left_q != 16'd1));
  assign irdy_no = !(state_q == DATA || state_q == BACK_OFF);
  assign idsel_o = state_q == ADDRESS && command_i[3:1] == 3'b101;
  assign par_o = par_q;
  assign par_oe_o = par_oe_q;

  assign word_o = bus_edge_i && state_q == DATA && !trdy_ni;
  assign data_o = ad_i;
  // Target abort, or master abort.
  assign gives_up = state_q == DATA && devsel_ni && (!stop_ni || unanswered_q == PATIENCE);
  assign refused_o = bus_edge_i && gives_up;
  assign done_o = refused_o || (word_o && left_q == 16'd1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      under_way_q <= 1'b0;
      address_q <= '0;
      left_q <= '0;
      unanswered_q <= '0;
      par_q <= 1'b0;
      par_oe_q <= 1'b0;
    end else if (bus_edge_i) begin
      par_q <= ^{ad_o, cbe_no};
      par_oe_q <= ad_oe_o;
      unanswered_q <= state_q == DATA && devsel_ni ? unanswered_q + 3'd1 : '0;
      if (word_o) begin
        address_q <= address_q + 32'd4;
        left_q <= left_q - 16'd1;
      end
      if (done_o) under_way_q <= 1'b0;
      case (state_q)
        IDLE: begin
          if (valid_i) state_q <= ADDRESS;
          if (valid_i && !under_way_q) begin
            under_way_q <= 1'b1;
            address_q <= address_i;
            left_q <= words_i;
          end
        end
        ADDRESS: state_q <= DATA;
        DATA: begin
          if (gives_up || !stop_ni) state_q <= frame_no ? IDLE : BACK_OFF;
          else if (done_o) state_q <= IDLE;
        end
        default: state_q <= IDLE;
      endcase
    end
  end

endmodule
