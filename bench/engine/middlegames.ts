/** Five quiet middlegames for measurements of speed. */
export const middlegames = [
  'r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 4 12',
  'r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9',
  'rnbq1rk1/pp3pbp/3p1np1/2pP4/4PP2/2N2N2/PP4PP/R1BQKB1R b KQ - 0 9',
  'r1b2rk1/pp1nqppp/2pbpn2/3p4/2PP4/1PN1PN2/PBQ1BPPP/R4RK1 w - - 0 11',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
];
