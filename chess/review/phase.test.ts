import { expect, test } from 'vitest';
import { startFen } from '../fen.ts';
import { phasesOf } from './phase.ts';

test.each([
  ['opening', startFen],
  ['opening', 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'],
  ['middlegame', 'r4rk1/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R4RK1 w - - 0 9'],
  ['middlegame', 'r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1K2R w KQkq - 0 9'],
  ['endgame', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R1B1K2R w KQkq - 0 9'],
  ['endgame', '8/4k3/8/8/4P3/4K3/8/8 w - - 0 40'],
])('a position is in the %s: %s', (phase, fen) => {
  expect(phasesOf([fen])).toEqual([phase]);
});

test('a game never returns to an earlier phase', () => {
  const endgame = '4k3/P7/8/8/8/8/7P/4K3 w - - 0 40';

  expect(phasesOf([startFen, endgame, startFen])).toEqual(['opening', 'endgame', 'endgame']);
});
