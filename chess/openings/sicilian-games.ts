/** 1. e4 c5; `read-lines.ts` explains the format. */
export const sicilianGames = `
B20 e4 c5 | Sicilian Defense
  B20 b3 | Sicilian Defense: Snyder Variation
  B20 b4 | Sicilian Defense: Wing Gambit
  B20 Bc4 | Sicilian Defense: Bowdler Attack
  B20 c4 | Sicilian Defense: Staunton-Cochrane Variation
  B21 f4 | Sicilian Defense: McDonnell Attack
  B21 d4 cxd4 c3 | Sicilian Defense: Smith-Morra Gambit
    B21 dxc3 | Sicilian Defense: Smith-Morra Gambit Accepted
  B22 c3 | Sicilian Defense: Alapin Variation
  B23 Nc3 | Sicilian Defense: Closed
    B23 Nc6 f4 | Sicilian Defense: Grand Prix Attack
    B24 Nc6 g3 | Sicilian Defense: Closed, Fianchetto Variation
      B25 g6 Bg2 Bg7 d3 d6 | Sicilian Defense: Closed
        B26 Be3 | Sicilian Defense: Closed
  B27 Nf3 | Sicilian Defense
    B27 g6 | Sicilian Defense: Hyperaccelerated Dragon
    B28 a6 | Sicilian Defense: O'Kelly Variation
    B29 Nf6 | Sicilian Defense: Nimzowitsch Variation
    B30 Nc6 | Sicilian Defense: Old Sicilian
      B30 Bb5 | Sicilian Defense: Rossolimo Attack
        B31 g6 | Sicilian Defense: Rossolimo Attack, Fianchetto Variation
      B32 d4 cxd4 Nxd4 | Sicilian Defense: Open
        B32 e5 | Sicilian Defense: Löwenthal Variation
          B32 Nb5 d6 | Sicilian Defense: Kalashnikov Variation
        B33 Nf6 Nc3 | Sicilian Defense: Open
          B33 e5 | Sicilian Defense: Lasker-Pelikan Variation
            B33 Ndb5 d6 Bg5 a6 Na3 b5 | Sicilian Defense: Sveshnikov Variation
        B34 g6 | Sicilian Defense: Accelerated Dragon
          B35 Nc3 Bg7 Be3 Nf6 Bc4 | Sicilian Defense: Accelerated Dragon, Modern Bc4 Variation
          B36 c4 | Sicilian Defense: Accelerated Dragon, Maróczy Bind
    B40 e6 | Sicilian Defense: French Variation
      B40 d4 cxd4 Nxd4 | Sicilian Defense: Open
        B40 Nf6 Nc3 Bb4 | Sicilian Defense: Pin Variation
        B41 a6 | Sicilian Defense: Kan Variation
          B42 Bd3 | Sicilian Defense: Kan Variation, Modern Variation
          B43 Nc3 | Sicilian Defense: Kan Variation, Knight Variation
        B44 Nc6 | Sicilian Defense: Taimanov Variation
          B44 Nb5 | Sicilian Defense: Taimanov Variation, Szén Variation
          B45 Nc3 | Sicilian Defense: Taimanov Variation, Normal Variation
            B45 Nf6 | Sicilian Defense: Four Knights Variation
            B46 a6 | Sicilian Defense: Taimanov Variation
            B47 Qc7 | Sicilian Defense: Taimanov Variation, Bastrikov Variation
    B50 d6 | Sicilian Defense: Modern Variations
      B51 Bb5+ | Sicilian Defense: Moscow Variation
        B52 Bd7 | Sicilian Defense: Moscow Variation
      B53 d4 cxd4 Qxd4 | Sicilian Defense: Chekhover Variation
      B54 d4 cxd4 Nxd4 | Sicilian Defense: Open
        B55 Nf6 f3 | Sicilian Defense: Prins Variation
        B56 Nf6 Nc3 | Sicilian Defense: Open
          B56 Nc6 | Sicilian Defense: Classical Variation
            B57 Bc4 | Sicilian Defense: Classical Variation, Sozin Attack
            B58 Be2 e5 | Sicilian Defense: Boleslavsky Variation
            B60 Bg5 | Sicilian Defense: Richter-Rauzer Variation
              B62 e6 | Sicilian Defense: Richter-Rauzer Variation
                B63 Qd2 | Sicilian Defense: Richter-Rauzer Variation, Rauzer Attack
                  B66 a6 O-O-O h6 | Sicilian Defense: Richter-Rauzer Variation, Neo-Modern Variation
          B70 g6 | Sicilian Defense: Dragon Variation
            B71 f4 | Sicilian Defense: Dragon Variation, Levenfish Variation
            B72 Be3 | Sicilian Defense: Dragon Variation
              B73 Bg7 Be2 Nc6 O-O | Sicilian Defense: Dragon Variation, Classical Variation
              B75 Bg7 f3 | Sicilian Defense: Dragon Variation, Yugoslav Attack
                B77 O-O Qd2 Nc6 Bc4 | Sicilian Defense: Dragon Variation, Yugoslav Attack, Main Line
          B80 e6 | Sicilian Defense: Scheveningen Variation
            B81 g4 | Sicilian Defense: Scheveningen Variation, Keres Attack
            B82 f4 | Sicilian Defense: Scheveningen Variation, Matanovic Attack
            B83 Be2 | Sicilian Defense: Scheveningen Variation, Modern Variation
              B84 a6 | Sicilian Defense: Scheveningen Variation, Classical Variation
            B86 Bc4 | Sicilian Defense: Sozin Attack
          B90 a6 | Sicilian Defense: Najdorf Variation
            B87 Bc4 e6 Bb3 b5 | Sicilian Defense: Sozin Attack, Flank Variation
            B90 Bc4 | Sicilian Defense: Najdorf Variation, Lipnitsky Attack
            B90 Be3 | Sicilian Defense: Najdorf Variation, English Attack
            B90 h3 | Sicilian Defense: Najdorf Variation, Adams Attack
            B91 g3 | Sicilian Defense: Najdorf Variation, Zagreb Variation
            B92 Be2 | Sicilian Defense: Najdorf Variation, Opočenský Variation
            B93 f4 | Sicilian Defense: Najdorf Variation, Amsterdam Variation
            B94 Bg5 | Sicilian Defense: Najdorf Variation
              B95 e6 | Sicilian Defense: Najdorf Variation
                B96 f4 | Sicilian Defense: Najdorf Variation
                  B96 b5 | Sicilian Defense: Najdorf Variation, Polugaevsky Variation
                  B97 Qb6 | Sicilian Defense: Najdorf Variation, Poisoned Pawn Variation
                  B98 Be7 | Sicilian Defense: Najdorf Variation
                    B99 Qf3 Qc7 O-O-O Nbd7 | Sicilian Defense: Najdorf Variation, Main Line
`;
