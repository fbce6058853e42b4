/** 1. e4 without 1... e5 and the Sicilian Defense; `read-lines.ts` explains the format. */
export const semiOpenGames = `
B00 e4 | King's Pawn Game
  B00 a6 | St. George Defense
  B00 b6 | Owen Defense
  B00 f5 | Fred Defense
  B00 g5 | Borg Defense
  B00 h6 | Carr Defense
  B00 Na6 | Lemming Defense
  B00 Nc6 | Nimzowitsch Defense
    B00 d4 d5 | Nimzowitsch Defense: Scandinavian Variation
    B00 d4 e5 | Nimzowitsch Defense: Kennedy Variation
  B01 d5 | Scandinavian Defense
    B01 exd5 Qxd5 | Scandinavian Defense: Mieses-Kotroc Variation
      B01 Nc3 Qa5 | Scandinavian Defense: Main Line
      B01 Nc3 Qd6 | Scandinavian Defense: Gubinsky-Melts Defense
      B01 Nc3 Qd8 | Scandinavian Defense: Valencian Variation
    B01 exd5 Nf6 | Scandinavian Defense: Modern Variation
      B01 c4 e6 | Scandinavian Defense: Icelandic-Palme Gambit
      B01 d4 Bg4 | Scandinavian Defense: Portuguese Variation
  B02 Nf6 | Alekhine Defense
    B02 Nc3 d5 | Alekhine Defense: Scandinavian Variation
    B02 e5 Nd5 c4 | Alekhine Defense: Two Pawns Attack
      B02 Nb6 c5 | Alekhine Defense: Two Pawns Attack, Lasker Variation
    B03 e5 Nd5 d4 | Alekhine Defense
      B03 d6 c4 Nb6 exd6 | Alekhine Defense: Exchange Variation
      B03 d6 c4 Nb6 f4 | Alekhine Defense: Four Pawns Attack
      B04 d6 Nf3 | Alekhine Defense: Modern Variation
        B04 dxe5 | Alekhine Defense: Modern Variation, Larsen Variation
        B05 Bg4 | Alekhine Defense: Modern Variation, Main Line
  B06 g6 | Modern Defense
    B06 d4 Bg7 | Modern Defense: Standard Defense
      B06 f4 | Modern Defense: Three Pawns Attack
  B07 d6 | Pirc Defense
    B07 d4 Nf6 | Pirc Defense
      B07 Nc3 c6 | Pirc Defense: Czech Defense
      B07 Nc3 g6 | Pirc Defense: Main Line
        B07 Be3 c6 Qd2 | Pirc Defense: 150 Attack
        B07 Bg5 | Pirc Defense: Byrne Variation
        B08 Nf3 | Pirc Defense: Classical Variation
          B08 Bg7 Be2 | Pirc Defense: Classical Variation, Quiet System
        B09 f4 | Pirc Defense: Austrian Attack
  B10 c6 | Caro-Kann Defense
    B10 Bc4 | Caro-Kann Defense: Hillbilly Attack
    B10 c4 | Caro-Kann Defense: Accelerated Panov Attack
    B10 Nc3 d5 Nf3 | Caro-Kann Defense: Two Knights Attack
      B11 Bg4 | Caro-Kann Defense: Two Knights Attack, Mindeno Variation
    B12 d4 d5 | Caro-Kann Defense
      B12 e5 | Caro-Kann Defense: Advance Variation
        B12 c5 | Caro-Kann Defense: Advance Variation, Botvinnik-Carls Defense
        B12 Bf5 h4 | Caro-Kann Defense: Advance Variation, Tal Variation
        B12 Bf5 Nf3 e6 Be2 | Caro-Kann Defense: Advance Variation, Short Variation
      B12 f3 | Caro-Kann Defense: Maróczy Variation
      B13 exd5 cxd5 | Caro-Kann Defense: Exchange Variation
        B13 c4 | Caro-Kann Defense: Panov Attack
          B14 Nf6 Nc3 e6 | Caro-Kann Defense: Panov Attack
      B15 Nc3 | Caro-Kann Defense
        B15 g6 | Caro-Kann Defense: Gurgenidze System
        B15 dxe4 Nxe4 | Caro-Kann Defense: Main Line
          B15 Nf6 Nxf6+ exf6 | Caro-Kann Defense: Tartakower Variation
          B16 Nf6 Nxf6+ gxf6 | Caro-Kann Defense: Bronstein-Larsen Variation
          B17 Nd7 | Caro-Kann Defense: Karpov Variation
          B18 Bf5 | Caro-Kann Defense: Classical Variation
            B19 Ng3 Bg6 h4 h6 Nf3 Nd7 | Caro-Kann Defense: Classical Variation
              B19 h5 | Caro-Kann Defense: Classical Variation, Spassky Variation
  C00 e6 | French Defense
    C00 d3 | French Defense: King's Indian Attack
    C00 Nf3 | French Defense: Knight Variation
    C00 Qe2 | French Defense: Chigorin Variation
    C00 d4 | French Defense: Normal Variation
      C00 d5 | French Defense
        C01 exd5 | French Defense: Exchange Variation
        C02 e5 | French Defense: Advance Variation
          C02 c5 c3 Nc6 Nf3 | French Defense: Advance Variation, Paulsen Attack
            C02 Qb6 Bd3 | French Defense: Advance Variation, Milner-Barry Gambit
        C03 Nd2 | French Defense: Tarrasch Variation
          C03 Nc6 | French Defense: Tarrasch Variation, Guimard Defense
          C05 Nf6 | French Defense: Tarrasch Variation, Closed Variation
          C07 c5 | French Defense: Tarrasch Variation, Open System
            C08 exd5 exd5 | French Defense: Tarrasch Variation, Open System, Main Line
        C10 Nc3 | French Defense: Paulsen Variation
          C10 c5 | French Defense: Marshall Variation
          C10 dxe4 | French Defense: Rubinstein Variation
          C11 Nf6 | French Defense: Classical Variation
            C11 e5 | French Defense: Classical Variation, Steinitz Variation
            C11 Bg5 dxe4 | French Defense: Classical Variation, Burn Variation
            C12 Bg5 Bb4 | French Defense: McCutcheon Variation
            C13 Bg5 Be7 | French Defense: Classical Variation, Normal Variation
              C13 e5 Nfd7 h4 | French Defense: Alekhine-Chatard Attack
              C14 e5 Nfd7 Bxe7 Qxe7 | French Defense: Classical Variation
          C15 Bb4 | French Defense: Winawer Variation
            C16 e5 | French Defense: Winawer Variation, Advance Variation
              C17 c5 | French Defense: Winawer Variation, Advance Variation
                C18 a3 Bxc3+ bxc3 | French Defense: Winawer Variation, Main Line
                  C18 Ne7 Qg4 Qc7 | French Defense: Winawer Variation, Poisoned Pawn Variation
                  C19 Ne7 Nf3 | French Defense: Winawer Variation, Positional Variation
`;
