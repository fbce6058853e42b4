/** 1. d4 Nf6; `read-lines.ts` explains the format. */
export const indianGames = `
A45 d4 Nf6 | Indian Defense
  A45 Bg5 | Trompowsky Attack
  A46 Nf3 | Indian Defense: Knights Variation
    A46 e6 Bf4 | Indian Defense: London System
    A46 e6 Bg5 | Torre Attack
    A47 b6 | Pseudo Queen's Indian Defense
    A48 g6 | East Indian Defense
      A48 Bf4 | London System
      A48 Bg5 | Torre Attack: Fianchetto Defense
      A49 g3 | East Indian Defense: Przepiórka Variation
  A50 c4 | Indian Defense: Normal Variation
    A50 Nc6 | Mexican Defense
    A51 e5 | Budapest Defense
      A51 dxe5 Ne4 | Budapest Defense: Fajarowicz Variation
      A52 dxe5 Ng4 | Budapest Defense
        A52 Bf4 | Budapest Defense: Rubinstein Variation
        A52 e4 | Budapest Defense: Alekhine Variation
        A52 Nf3 | Budapest Defense: Adler Variation
    A53 d6 | Old Indian Defense
      A53 Nc3 Bf5 | Old Indian Defense: Janowski Variation
      A54 Nc3 e5 Nf3 | Old Indian Defense: Ukrainian Variation
        A55 Nbd7 e4 | Old Indian Defense: Normal Variation
    A56 c5 | Benoni Defense
      A56 d5 e5 | Benoni Defense: Czech Benoni
      A57 d5 b5 | Benko Gambit
        A57 cxb5 a6 | Benko Gambit: Half-Accepted
          A58 bxa6 | Benko Gambit: Fully Accepted
            A59 Bxa6 Nc3 d6 e4 | Benko Gambit: Fully Accepted, Yugoslav Variation
      A60 d5 e6 | Benoni Defense: Modern Variation
        A60 Nc3 exd5 cxd5 Bd6 | Benoni Defense: Snake Variation
        A61 Nc3 exd5 cxd5 d6 Nf3 g6 | Benoni Defense: Modern Variation
          A61 Nd2 | Benoni Defense: Knight's Tour Variation
          A62 g3 Bg7 Bg2 O-O | Benoni Defense: Fianchetto Variation
        A65 Nc3 exd5 cxd5 d6 e4 | Benoni Defense: King's Pawn Line
          A66 g6 f4 | Benoni Defense: Pawn Storm Variation
            A67 Bg7 Bb5+ | Benoni Defense: Taimanov Variation
            A68 Bg7 Nf3 O-O | Benoni Defense: Four Pawns Attack
          A70 g6 Nf3 | Benoni Defense: Classical Variation
            A72 Bg7 Be2 O-O | Benoni Defense: Classical Variation
              A73 O-O | Benoni Defense: Classical Variation, Main Line
    E00 e6 | Indian Defense
      E00 Bg5 | Neo-Indian Attack
      E00 g3 | Catalan Opening
        E01 d5 Bg2 | Catalan Opening
          E02 dxc4 Qa4+ | Catalan Opening: Open Defense, Alekhine Variation
          E04 dxc4 Nf3 | Catalan Opening: Open Defense
            E05 Be7 | Catalan Opening: Open Defense, Classical Line
          E06 Be7 Nf3 O-O | Catalan Opening: Closed
      E10 Nf3 | Indian Defense: Anti-Nimzo-Indian
        E10 c5 d5 b5 | Blumenfeld Countergambit
        E10 Ne4 | Döry Defense
        E11 Bb4+ | Bogo-Indian Defense
          E11 Bd2 c5 | Bogo-Indian Defense: Vītoliņš Variation
          E11 Bd2 Qe7 | Bogo-Indian Defense: Nimzowitsch Variation
          E11 Nbd2 | Bogo-Indian Defense: Grünfeld Variation
        E12 b6 | Queen's Indian Defense
          E12 a3 | Queen's Indian Defense: Petrosian Variation
          E12 Bf4 | Queen's Indian Defense: Miles Variation
          E12 Nc3 | Queen's Indian Defense: Kasparov Variation
          E14 e3 | Queen's Indian Defense: Spassky System
          E15 g3 | Queen's Indian Defense: Fianchetto Variation
            E15 Ba6 | Queen's Indian Defense: Fianchetto Variation, Nimzowitsch Variation
            E16 Bb7 Bg2 Bb4+ | Queen's Indian Defense: Capablanca Variation
            E17 Bb7 Bg2 Be7 | Queen's Indian Defense: Fianchetto Variation
              E18 O-O O-O Nc3 | Queen's Indian Defense: Classical Variation
      E20 Nc3 Bb4 | Nimzo-Indian Defense
        E20 f3 | Nimzo-Indian Defense: Kmoch Variation
        E20 g3 | Nimzo-Indian Defense: Romanishin Variation
        E21 Nf3 | Nimzo-Indian Defense: Three Knights Variation
        E22 Qb3 | Nimzo-Indian Defense: Spielmann Variation
        E24 a3 Bxc3+ bxc3 | Nimzo-Indian Defense: Sämisch Variation
        E30 Bg5 | Nimzo-Indian Defense: Leningrad Variation
        E32 Qc2 | Nimzo-Indian Defense: Classical Variation
          E33 Nc6 | Nimzo-Indian Defense: Classical Variation, Zurich Variation
          E34 d5 | Nimzo-Indian Defense: Classical Variation, Noa Variation
          E38 c5 | Nimzo-Indian Defense: Classical Variation, Berlin Variation
        E40 e3 | Nimzo-Indian Defense: Normal Variation
          E41 c5 Bd3 Nc6 Nf3 Bxc3+ bxc3 d6 | Nimzo-Indian Defense: Hübner Variation
          E43 b6 | Nimzo-Indian Defense: St. Petersburg Variation
          E46 O-O | Nimzo-Indian Defense: Normal Variation
            E46 Ne2 | Nimzo-Indian Defense: Reshevsky Variation
            E47 Bd3 | Nimzo-Indian Defense: Normal Variation, Bishop Attack
              E48 d5 | Nimzo-Indian Defense: Normal Variation, Bishop Attack, Classical Defense
                E53 Nf3 c5 | Nimzo-Indian Defense: Normal Variation, Gligoric System
    E60 g6 | King's Indian Defense
      D70 f3 d5 | Neo-Grünfeld Defense: Goglidze Attack
      D70 g3 d5 | Neo-Grünfeld Defense
      E60 g3 | King's Indian Defense: Fianchetto Variation
      D80 Nc3 d5 | Grünfeld Defense
        D80 Bg5 | Grünfeld Defense: Stockholm Variation
        D81 Qb3 | Grünfeld Defense: Russian Variation, Accelerated Variation
        D82 Bf4 | Grünfeld Defense: Brinckmann Attack
        D85 cxd5 Nxd5 | Grünfeld Defense: Exchange Variation
          D85 e4 Nxc3 bxc3 Bg7 Nf3 | Grünfeld Defense: Exchange Variation, Modern Exchange Variation
          D86 e4 Nxc3 bxc3 Bg7 Bc4 | Grünfeld Defense: Exchange Variation, Classical Variation
            D87 O-O Ne2 c5 | Grünfeld Defense: Exchange Variation, Spassky Variation
        D90 Nf3 | Grünfeld Defense: Three Knights Variation
          D91 Bg7 Bg5 | Grünfeld Defense: Three Knights Variation, Petrosian System
          D92 Bg7 Bf4 | Grünfeld Defense: Three Knights Variation, Hungarian Attack
          D94 Bg7 e3 | Grünfeld Defense: Three Knights Variation, Burille Variation
          D96 Bg7 Qb3 | Grünfeld Defense: Russian Variation
            D97 dxc4 Qxc4 O-O e4 | Grünfeld Defense: Russian Variation
              D97 a6 | Grünfeld Defense: Russian Variation, Hungarian Variation
              D98 Bg4 | Grünfeld Defense: Russian Variation, Smyslov Variation
      E61 Nc3 Bg7 | King's Indian Defense
        E62 Nf3 d6 g3 | King's Indian Defense: Fianchetto Variation
          E63 O-O Bg2 Nc6 O-O a6 | King's Indian Defense: Fianchetto Variation, Panno Variation
          E64 O-O Bg2 c5 | King's Indian Defense: Fianchetto Variation, Yugoslav Variation
        E70 e4 | King's Indian Defense: Normal Variation
          E71 d6 h3 | King's Indian Defense: Makogonov Variation
          E73 d6 Be2 O-O Be3 | King's Indian Defense: Semi-Averbakh System
          E73 d6 Be2 O-O Bg5 | King's Indian Defense: Averbakh Variation
          E76 d6 f4 | King's Indian Defense: Four Pawns Attack
          E80 d6 f3 | King's Indian Defense: Sämisch Variation
          E90 d6 Nf3 | King's Indian Defense: Normal Variation
            E90 O-O Be3 | King's Indian Defense: Larsen Variation
            E91 O-O Be2 | King's Indian Defense: Orthodox Variation
              E91 Na6 | King's Indian Defense: Kazakh Variation
              E92 e5 | King's Indian Defense: Orthodox Variation
                E92 Be3 | King's Indian Defense: Orthodox Variation, Gligoric-Taimanov System
                E92 d5 | King's Indian Defense: Petrosian Variation
                E92 dxe5 | King's Indian Defense: Exchange Variation
                E94 O-O | King's Indian Defense: Orthodox Variation
                  E97 Nc6 | King's Indian Defense: Orthodox Variation, Aronin-Taimanov Defense
                    E97 d5 Ne7 b4 | King's Indian Defense: Orthodox Variation, Bayonet Attack
                    E98 d5 Ne7 Ne1 | King's Indian Defense: Orthodox Variation, Classical System
`;
