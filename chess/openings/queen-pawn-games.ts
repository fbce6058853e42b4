/** 1. d4 without 1... d5 and 1... Nf6; `read-lines.ts` explains the format. */
export const queenPawnGames = `
A40 d4 | Queen's Pawn Game
  A40 b5 | Polish Defense
  A40 e5 | Englund Gambit
  A40 e6 | Horwitz Defense
    A40 c4 b6 | English Defense
  A40 g6 | Modern Defense
  A40 Nc6 | Mikenas Defense
  A41 d6 Nf3 Bg4 | Wade Defense
  A42 d6 c4 g6 Nc3 Bg7 e4 | Modern Defense: Averbakh System
  A43 c5 | Benoni Defense: Old Benoni
    A44 d5 e5 | Benoni Defense: Old Benoni, Czech Variation
  A80 f5 | Dutch Defense
    A80 Bg5 | Dutch Defense: Hopton Attack
    A80 Nc3 | Dutch Defense: Raphael Variation
    A81 g3 | Dutch Defense: Fianchetto Attack
    A82 e4 | Dutch Defense: Staunton Gambit
      A83 fxe4 Nc3 Nf6 Bg5 | Dutch Defense: Staunton Gambit, Staunton Line
    A84 c4 | Dutch Defense
      A85 Nf6 Nc3 | Dutch Defense: Queen's Knight Variation
      A86 Nf6 g3 | Dutch Defense: Fianchetto Variation
        A86 g6 | Dutch Defense: Leningrad Variation
          A87 Bg2 Bg7 Nf3 | Dutch Defense: Leningrad Variation, Main Line
            A88 O-O O-O d6 Nc3 c6 | Dutch Defense: Leningrad Variation, Warsaw Variation
            A89 O-O O-O d6 Nc3 Nc6 | Dutch Defense: Leningrad Variation, Matulovic Variation
        A90 e6 Bg2 | Dutch Defense: Classical Variation
          A91 Be7 | Dutch Defense: Classical Variation
            A92 Nf3 O-O O-O d5 | Dutch Defense: Stonewall Variation
            A96 Nf3 O-O O-O d6 | Dutch Defense: Classical Variation, Main Line
              A97 Nc3 Qe8 | Dutch Defense: Classical Variation, Ilyin-Zhenevsky Variation
`;
