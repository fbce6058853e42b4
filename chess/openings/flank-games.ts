/** First moves other than the king's and the queen's pawn; `read-lines.ts` explains the format. */
export const flankGames = `
A00 a3 | Anderssen's Opening
A00 a4 | Ware Opening
A00 b4 | Polish Opening
A00 c3 | Saragossa Opening
A00 d3 | Mieses Opening
A00 e3 | Van 't Kruijs Opening
A00 f3 | Barnes Opening
A00 g3 | Hungarian Opening
A00 g4 | Grob Opening
A00 h3 | Clemenz Opening
A00 h4 | Kádas Opening
A00 Na3 | Sodium Attack
A00 Nc3 | Van Geet Opening
A00 Nh3 | Amar Opening
A01 b3 | Nimzo-Larsen Attack
  A01 d5 | Nimzo-Larsen Attack: Classical Variation
  A01 e5 | Nimzo-Larsen Attack: Modern Variation
  A01 Nf6 | Nimzo-Larsen Attack: Indian Variation
A02 f4 | Bird Opening
  A02 e5 | Bird Opening: From's Gambit
  A03 d5 | Bird Opening: Dutch Variation
A04 Nf3 | Zukertort Opening
  A04 c5 | Zukertort Opening: Sicilian Invitation
  A05 Nf6 g3 | King's Indian Attack
  A06 d5 | Zukertort Opening
    A07 g3 | King's Indian Attack
      A08 c5 Bg2 | King's Indian Attack
    A09 c4 | Réti Opening
      A09 d4 | Réti Opening: Advance Variation
      A09 dxc4 | Réti Opening: Réti Accepted
      A12 c6 b3 Nf6 g3 Bf5 | Réti Opening: New York System
A10 c4 | English Opening
  A10 f5 | English Opening: Anglo-Dutch Defense
  A11 c6 | English Opening: Caro-Kann Defensive System
  A13 e6 | English Opening: Agincourt Defense
    A14 Nf3 d5 g3 Nf6 Bg2 Be7 O-O | English Opening: Agincourt Defense, Neo-Catalan Declined
  A15 Nf6 | English Opening: Anglo-Indian Defense
    A16 Nc3 | English Opening: Anglo-Indian Defense, Queen's Knight Variation
      A16 d5 | English Opening: Anglo-Grünfeld Defense
      A17 e6 | English Opening: Anglo-Indian Defense, Hedgehog System
        A17 Nf3 Bb4 | English Opening: Nimzo-English
        A18 e4 | English Opening: Mikenas-Carls Variation
          A19 c5 | English Opening: Mikenas-Carls Variation, Sicilian
  A20 e5 | English Opening: King's English Variation
    A21 Nc3 | English Opening: King's English Variation, Reversed Sicilian
      A22 Nf6 | English Opening: King's English Variation, Two Knights Variation
        A23 g3 c6 | English Opening: King's English Variation, Keres Variation
        A24 g3 g6 | English Opening: King's English Variation, Two Knights Variation, Fianchetto Line
      A25 Nc6 | English Opening: King's English Variation, Reversed Closed Sicilian
        A26 g3 g6 Bg2 Bg7 d3 d6 | English Opening: King's English Variation, Closed System
        A27 Nf3 | English Opening: King's English Variation, Three Knights System
          A28 Nf6 | English Opening: King's English Variation, Four Knights System
            A29 g3 | English Opening: King's English Variation, Four Knights System, Kingside Fianchetto
  A30 c5 | English Opening: Symmetrical Variation
    A30 Nf3 Nf6 g3 b6 Bg2 Bb7 O-O e6 Nc3 Be7 | English Opening: Symmetrical Variation, Hedgehog Defense
    A31 Nf3 Nf6 d4 | English Opening: Symmetrical Variation, Anti-Benoni Variation
    A34 Nc3 | English Opening: Symmetrical Variation, Normal Variation
      A34 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nc7 | English Opening: Symmetrical Variation, Rubinstein System
      A35 Nc6 Nf3 Nf6 | English Opening: Symmetrical Variation, Four Knights Variation
      A36 Nc6 g3 | English Opening: Symmetrical Variation, Fianchetto Variation
        A36 g6 Bg2 Bg7 e4 | English Opening: Symmetrical Variation, Botvinnik System
        A37 g6 Bg2 Bg7 Nf3 | English Opening: Symmetrical Variation, Two Knights Line
          A38 Nf6 | English Opening: Symmetrical Variation, Full Symmetry Line
            A39 O-O O-O d4 | English Opening: Symmetrical Variation, Mecking Variation
`;
