/** 1. d4 d5; `read-lines.ts` explains the format. */
export const closedGames = `
D00 d4 d5 | Queen's Pawn Game
  D00 Bf4 | Queen's Pawn Game: Accelerated London System
  D00 Bg5 | Queen's Pawn Game: Levitsky Attack
  D00 e4 | Blackmar-Diemer Gambit
  D01 Nc3 | Queen's Pawn Game: Chigorin Variation
    D01 Nf6 Bf4 | Rapport-Jobava System
    D01 Nf6 Bg5 | Richter-Veresov Attack
  D02 Nf3 | Queen's Pawn Game: Zukertort Variation
    D02 Nf6 | Queen's Pawn Game: Symmetrical Variation
      D02 Bf4 | Queen's Pawn Game: London System
      D03 Bg5 | Queen's Pawn Game: Torre Attack
      D04 e3 | Queen's Pawn Game: Colle System
        D05 e6 Bd3 c5 b3 | Queen's Pawn Game: Colle System, Zukertort Variation
  D06 c4 | Queen's Gambit
    D06 Bf5 | Queen's Gambit Declined: Baltic Defense
    D06 c5 | Queen's Gambit Declined: Austrian Defense
    D06 Nf6 | Queen's Gambit Declined: Marshall Defense
    D07 Nc6 | Queen's Gambit Declined: Chigorin Defense
    D08 e5 | Queen's Gambit Declined: Albin Countergambit
      D09 dxe5 d4 Nf3 Nc6 g3 | Queen's Gambit Declined: Albin Countergambit, Fianchetto Variation
    D10 c6 | Slav Defense
      D10 cxd5 | Slav Defense: Exchange Variation
      D11 Nf3 | Slav Defense: Modern Line
        D11 Nf6 e3 | Slav Defense: Quiet Variation
          D12 Bf5 | Slav Defense: Quiet Variation, Schallopp Defense
        D13 Nf6 cxd5 cxd5 | Slav Defense: Exchange Variation
        D15 Nf6 Nc3 | Slav Defense: Three Knights Variation
          D15 a6 | Slav Defense: Chebanenko Variation
          D16 dxc4 a4 | Slav Defense: Alapin Variation
            D17 Bf5 | Slav Defense: Czech Variation
              D18 e3 | Slav Defense: Czech Variation, Dutch Variation
          D43 e6 | Semi-Slav Defense
            D43 Bg5 h6 | Semi-Slav Defense: Moscow Variation
              D43 Bh4 | Semi-Slav Defense: Anti-Moscow Gambit
            D44 Bg5 dxc4 | Semi-Slav Defense: Botvinnik System
            D45 e3 | Semi-Slav Defense: Normal Variation
              D45 Nbd7 Qc2 | Semi-Slav Defense: Stoltz Variation
                D45 Bd6 g4 | Semi-Slav Defense: Anti-Meran Gambit
              D46 Nbd7 Bd3 | Semi-Slav Defense: Main Line
                D46 Bd6 | Semi-Slav Defense: Chigorin Defense
                D47 dxc4 Bxc4 b5 | Semi-Slav Defense: Meran Variation
                  D48 Bd3 a6 | Semi-Slav Defense: Meran Variation
    D20 dxc4 | Queen's Gambit Accepted
      D20 e3 | Queen's Gambit Accepted: Old Variation
      D20 e4 | Queen's Gambit Accepted: Central Variation
      D21 Nf3 | Queen's Gambit Accepted: Normal Variation
        D22 a6 | Queen's Gambit Accepted: Alekhine Defense
        D23 Nf6 Qa4+ | Queen's Gambit Accepted: Mannheim Variation
        D24 Nf6 Nc3 | Queen's Gambit Accepted: Showalter Variation
        D25 Nf6 e3 | Queen's Gambit Accepted: Normal Variation
          D26 e6 | Queen's Gambit Accepted: Classical Defense
            D27 Bxc4 c5 O-O a6 | Queen's Gambit Accepted: Classical Defense, Main Line
              D28 Qe2 | Queen's Gambit Accepted: Classical Defense, Alekhine System
    D30 e6 | Queen's Gambit Declined
      D31 Nc3 | Queen's Gambit Declined: Queen's Knight Variation
        D31 Be7 | Queen's Gambit Declined: Charousek Variation
        D31 c6 e4 | Semi-Slav Defense: Marshall Gambit
        D31 c6 Nf3 dxc4 | Semi-Slav Defense: Noteboom Variation
        D32 c5 | Tarrasch Defense
          D32 cxd5 cxd4 | Tarrasch Defense: Schara Gambit
          D33 cxd5 exd5 Nf3 Nc6 g3 | Tarrasch Defense: Rubinstein System
            D33 c4 | Tarrasch Defense: Swedish Variation
            D34 Nf6 Bg2 Be7 | Tarrasch Defense: Classical Variation
        D35 Nf6 | Queen's Gambit Declined: Normal Defense
          D35 cxd5 | Queen's Gambit Declined: Exchange Variation
            D36 exd5 Bg5 c6 Qc2 | Queen's Gambit Declined: Exchange Variation, Reshevsky Variation
          D37 Nf3 | Queen's Gambit Declined: Three Knights Variation
            D37 Be7 Bf4 | Queen's Gambit Declined: Harrwitz Attack
            D38 Bb4 | Queen's Gambit Declined: Ragozin Defense
              D39 Bg5 dxc4 | Queen's Gambit Declined: Ragozin Defense, Vienna Variation
            D40 c5 | Queen's Gambit Declined: Semi-Tarrasch Defense
              D41 cxd5 | Queen's Gambit Declined: Semi-Tarrasch Defense
          D50 Bg5 | Queen's Gambit Declined: Modern Variation
            D51 Nbd7 | Queen's Gambit Declined: Modern Variation, Knight Defense
              D52 e3 c6 Nf3 Qa5 | Queen's Gambit Declined: Cambridge Springs Defense
            D53 Be7 | Queen's Gambit Declined: Modern Variation, Normal Line
              D55 e3 O-O Nf3 h6 | Queen's Gambit Declined: Neo-Orthodox Variation
                D56 Bh4 Ne4 | Queen's Gambit Declined: Lasker Defense
                D58 Bh4 b6 | Queen's Gambit Declined: Tartakower Defense
              D60 e3 O-O Nf3 Nbd7 | Queen's Gambit Declined: Orthodox Defense
                D61 Qc2 | Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
                D63 Rc1 | Queen's Gambit Declined: Orthodox Defense, Main Line
                  D66 c6 Bd3 | Queen's Gambit Declined: Orthodox Defense, Bd3 Line
`;
