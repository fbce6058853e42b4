/** 1. e4 e5; `read-lines.ts` explains the format. */
export const openGames = `
C20 e4 e5 | King's Pawn Game
  C20 Bb5 | Portuguese Opening
  C20 Ne2 | Alapin Opening
  C20 Qf3 | Napoleon Attack
  C20 Qh5 | Wayward Queen Attack
  C21 d4 | Center Game
    C21 exd4 c3 | Danish Gambit
    C22 exd4 Qxd4 | Center Game
      C22 Nc6 Qe3 | Center Game: Paulsen Attack
  C23 Bc4 | Bishop's Opening
    C24 Nf6 | Bishop's Opening: Berlin Defense
      C24 d4 exd4 Nf3 | Bishop's Opening: Urusov Gambit
  C25 Nc3 | Vienna Game
    C25 Nc6 | Vienna Game: Max Lange Defense
      C25 f4 | Vienna Game: Vienna Gambit
    C26 Nf6 | Vienna Game: Falkbeer Variation
      C26 Bc4 | Vienna Game: Stanley Variation
        C27 Nxe4 Qh5 Nd6 Bb3 Nc6 Nb5 | Vienna Game: Frankenstein-Dracula Variation
      C29 f4 | Vienna Game: Vienna Gambit
  C30 f4 | King's Gambit
    C30 Bc5 | King's Gambit Declined: Classical Variation
    C31 d5 | King's Gambit Declined: Falkbeer Countergambit
    C33 exf4 | King's Gambit Accepted
      C33 Bc4 | King's Gambit Accepted: Bishop's Gambit
      C34 Nf3 | King's Gambit Accepted: King's Knight's Gambit
        C34 d6 | King's Gambit Accepted: Fischer Defense
        C35 Be7 | King's Gambit Accepted: Cunningham Defense
        C36 d5 | King's Gambit Accepted: Modern Defense
        C37 g5 Bc4 g4 O-O | King's Gambit Accepted: Muzio Gambit
        C39 g5 h4 g4 Ne5 | King's Gambit Accepted: Kieseritzky Gambit
        C39 g5 h4 g4 Ng5 | King's Gambit Accepted: Allgaier Gambit
  C40 Nf3 | King's Knight Opening
    C40 d5 | Elephant Gambit
    C40 f5 | Latvian Gambit
    C40 f6 | Damiano Defense
    C41 d6 | Philidor Defense
      C41 d4 exd4 | Philidor Defense: Exchange Variation
      C41 d4 f5 | Philidor Defense: Philidor Countergambit
      C41 d4 Nd7 | Philidor Defense: Hanham Variation
      C41 d4 Nf6 | Philidor Defense: Nimzowitsch Variation
    C42 Nf6 | Petrov's Defense
      C42 Nxe5 Nc6 | Petrov's Defense: Stafford Gambit
      C42 Nxe5 d6 Nxf7 | Petrov's Defense: Cochrane Gambit
      C42 Nxe5 d6 Nf3 Nxe4 Nc3 | Petrov's Defense: Nimzowitsch Attack
      C42 Nxe5 d6 Nf3 Nxe4 d4 | Petrov's Defense: Classical Attack
      C42 Nc3 | Petrov's Defense: Three Knights Game
      C43 d4 | Petrov's Defense: Modern Attack
    C44 Nc6 | King's Knight Opening: Normal Variation
      C44 c3 | Ponziani Opening
      C44 d4 | Scotch Game
        C44 exd4 Bc4 | Scotch Game: Scotch Gambit
        C44 exd4 c3 | Scotch Game: Göring Gambit
        C45 exd4 Nxd4 | Scotch Game
          C45 Bc5 | Scotch Game: Classical Variation
          C45 Qh4 | Scotch Game: Steinitz Variation
          C45 Nf6 | Scotch Game: Schmidt Variation
            C45 Nxc6 bxc6 e5 | Scotch Game: Mieses Variation
      C46 Nc3 | Three Knights Opening
        C47 Nf6 | Four Knights Game
          C47 d4 | Four Knights Game: Scotch Variation
          C47 Nxe5 | Four Knights Game: Halloween Gambit
          C48 Bb5 | Four Knights Game: Spanish Variation
            C48 Nd4 | Four Knights Game: Rubinstein Countergambit
            C49 Bb4 | Four Knights Game: Double Spanish
      C50 Bc4 | Italian Game
        C50 Be7 | Italian Game: Hungarian Defense
        C50 f5 | Italian Game: Rousseau Gambit
        C50 Nd4 | Italian Game: Blackburne-Kostić Gambit
        C50 Bc5 | Italian Game: Giuoco Piano
          C50 d3 | Italian Game: Giuoco Pianissimo
          C51 b4 | Italian Game: Evans Gambit
            C51 Bb6 | Italian Game: Evans Gambit Declined
            C51 Bxb4 | Italian Game: Evans Gambit Accepted
              C52 c3 Ba5 | Italian Game: Evans Gambit Accepted, Main Line
          C53 c3 | Italian Game: Classical Variation
            C54 Nf6 d3 | Italian Game: Classical Variation, Giuoco Pianissimo
            C54 Nf6 d4 exd4 cxd4 Bb4+ Nc3 | Italian Game: Classical Variation, Greco Gambit
        C55 Nf6 | Italian Game: Two Knights Defense
          C55 d3 | Italian Game: Two Knights Defense, Modern Bishop's Opening
          C55 d4 | Italian Game: Two Knights Defense, Open Variation
            C55 exd4 O-O Bc5 | Italian Game: Scotch Gambit, Max Lange Attack
            C56 exd4 O-O Nxe4 | Italian Game: Two Knights Defense, Open Variation
          C57 Ng5 | Italian Game: Two Knights Defense, Knight Attack
            C57 Bc5 | Italian Game: Two Knights Defense, Traxler Counterattack
            C57 d5 exd5 b5 | Italian Game: Two Knights Defense, Ulvestad Variation
            C57 d5 exd5 Nd4 | Italian Game: Two Knights Defense, Fritz Variation
            C57 d5 exd5 Nxd5 d4 | Italian Game: Two Knights Defense, Lolli Attack
            C57 d5 exd5 Nxd5 Nxf7 | Italian Game: Two Knights Defense, Fried Liver Attack
            C58 d5 exd5 Na5 | Italian Game: Two Knights Defense, Polerio Defense
      C60 Bb5 | Ruy Lopez
        C60 g6 | Ruy Lopez: Fianchetto Defense
        C60 Nge7 | Ruy Lopez: Cozio Defense
        C61 Nd4 | Ruy Lopez: Bird Variation
        C62 d6 | Ruy Lopez: Steinitz Defense
        C63 f5 | Ruy Lopez: Schliemann Defense
        C64 Bc5 | Ruy Lopez: Classical Variation
        C65 Nf6 | Ruy Lopez: Berlin Defense
          C65 d3 | Ruy Lopez: Berlin Defense, Anti-Berlin
          C66 O-O d6 | Ruy Lopez: Berlin Defense, Improved Steinitz Defense
          C67 O-O Nxe4 | Ruy Lopez: Berlin Defense, Open Variation
            C67 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8 | Ruy Lopez: Berlin Defense, Berlin Wall
        C70 a6 | Ruy Lopez: Morphy Defense
          C68 Bxc6 | Ruy Lopez: Exchange Variation
            C69 dxc6 O-O | Ruy Lopez: Exchange Variation, Normal Variation
          C70 Ba4 | Ruy Lopez: Morphy Defense
            C71 d6 | Ruy Lopez: Morphy Defense, Modern Steinitz Defense
              C74 c3 f5 | Ruy Lopez: Morphy Defense, Siesta Variation
            C77 Nf6 | Ruy Lopez: Morphy Defense
              C77 d3 | Ruy Lopez: Morphy Defense, Anderssen Variation
              C78 O-O | Ruy Lopez: Morphy Defense
                C78 b5 Bb3 Bb7 | Ruy Lopez: Morphy Defense, Arkhangelsk Variation
                C78 b5 Bb3 Bc5 | Ruy Lopez: Morphy Defense, Neo-Arkhangelsk Variation
                C79 d6 | Ruy Lopez: Morphy Defense, Steinitz Deferred
                C80 Nxe4 | Ruy Lopez: Open Variation
                  C80 d4 b5 Bb3 d5 dxe5 Be6 | Ruy Lopez: Open Variation, Main Line
                    C81 Qe2 | Ruy Lopez: Open Variation, Howell Attack
                    C82 c3 | Ruy Lopez: Open Variation, Main Line
                C84 Be7 | Ruy Lopez: Closed
                  C84 d4 | Ruy Lopez: Closed, Center Attack
                  C85 Bxc6 dxc6 | Ruy Lopez: Exchange Variation Doubly Deferred
                  C86 Qe2 | Ruy Lopez: Worrall Attack
                  C87 Re1 d6 | Ruy Lopez: Closed, Averbakh Variation
                  C88 Re1 b5 Bb3 | Ruy Lopez: Closed
                    C88 O-O a4 | Ruy Lopez: Closed, Anti-Marshall
                    C89 O-O c3 d5 | Ruy Lopez: Marshall Attack
                    C90 d6 c3 O-O | Ruy Lopez: Closed
                      C90 d3 | Ruy Lopez: Closed, Pilnik Variation
                      C91 d4 | Ruy Lopez: Closed, Bogoljubow Variation
                      C92 h3 | Ruy Lopez: Closed
                        C92 Bb7 | Ruy Lopez: Closed, Flohr System
                          C92 d4 Re8 | Ruy Lopez: Closed, Zaitsev System
                        C92 Nd7 | Ruy Lopez: Closed, Karpov Variation
                        C93 h6 | Ruy Lopez: Closed, Smyslov Defense
                        C94 Nb8 | Ruy Lopez: Closed, Breyer Defense
                          C95 d4 Nbd7 | Ruy Lopez: Closed, Breyer Defense
                        C96 Na5 Bc2 | Ruy Lopez: Closed
                          C97 c5 d4 Qc7 | Ruy Lopez: Closed, Chigorin Defense
`;
