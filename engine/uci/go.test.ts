import { describe, expect, it } from 'vitest';
import { goLimits, parseGo } from './go.ts';

describe('go', () => {
  it('reads all it understands and leaves the rest', () => {
    const go = parseGo('wtime 1000 btime x winc 5 depth 7 searchmoves e2e4 d2d4 nodes 9 hello'.split(' '));

    expect(go).toMatchObject({
      time: [1000, 0],
      increment: [5, 0],
      depth: 7,
      nodes: 9,
      searchMoves: ['e2e4', 'd2d4'],
      faults: ['go btime takes a number, not x: taken as 0', 'go does not know hello'],
    });
  });

  it.each([
    ['depth', { depth: 1 }, 'go depth takes a number, and there is none: taken as 1'],
    ['depth x', { depth: 1 }, 'go depth takes a number, not x: taken as 1'],
    ['depth -3', { depth: 1 }, 'go depth takes a number, not -3: taken as 1'],
    ['nodes infinity', { nodes: 1 }, 'go nodes takes a number, not infinity: taken as 1'],
    ['movetime movestogo 3', { movetime: 1 }, 'go movetime takes a number, and there is none: taken as 1'],
    ['mate many', { depth: 1, mate: 1 }, 'go mate takes a number, not many: taken as 1'],
    ['wtime 5s', { movetime: 1 }, 'go wtime takes a number, not 5s: taken as 0'],
  ])('does not go on for ever when it is told %j', (text, limits, fault) => {
    const go = parseGo(text.split(' '));

    expect(goLimits(go, 0, 20)).toMatchObject(limits);
    expect(go.faults).toEqual([fault]);
  });

  it.each(['wtime -50 btime -50', 'wtime -50 winc -5', 'wtime 0 movestogo 0', 'movetime 0'])(
    'moves at once, and wonders about nothing, with %s',
    (text) => {
      const go = parseGo(text.split(' '));

      expect(goLimits(go, 0, 20).movetime).toBeLessThanOrEqual(1);
      expect(go.faults).toEqual([]);
    },
  );

  it('keeps its complaints short', () => {
    const { faults } = parseGo(Array.from({ length: 1000 }, (_, index) => `${'nonsense'.repeat(9)}${index}`));

    expect(faults.join('').length).toBeLessThan(200);
  });

  it('takes the clock of the side that thinks', () => {
    const go = parseGo('wtime 100000 btime 100'.split(' '));

    const [white, black] = [goLimits(go, 0, 0).movetime ?? 0, goLimits(go, 1, 0).movetime ?? 0];

    expect(white).toBeGreaterThan(1000);
    expect(black).toBeLessThan(100);
  });

  it('has no limits while it ponders or is infinite', () => {
    expect(goLimits(parseGo('ponder wtime 1000 btime 1000'.split(' ')), 0, 0)).toEqual({});
    expect(goLimits(parseGo(['infinite']), 0, 0)).toEqual({});
  });
});
