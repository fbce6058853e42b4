import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFen } from '../fen.ts';
import { type Conversation, converse } from '../testing/conversation.ts';

let session: Conversation['session'];
let lines: Conversation['lines'];
let ask: Conversation['ask'];
let lineThat: Conversation['lineThat'];

beforeEach(async () => {
  ({ session, lines, ask, lineThat } = await converse());
});

afterEach(async () => {
  await session.close();
});

describe('a search', () => {
  it('searches to a depth and says the move it would play', async () => {
    await session.handle('position startpos moves e2e4 e7e5');

    const answer = await ask('go depth 6', 'bestmove');

    expect(answer).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
    expect(lines.filter((line) => line.startsWith('info depth 6'))).toHaveLength(1);
    expect(lines.find((line) => line.startsWith('info depth 6'))).toMatch(
      /seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv /,
    );
  });

  it('shows the line it plays, also one found in a depth that was not finished', async () => {
    for (let nodes = 300; nodes < 12_000; nodes += 450) {
      await session.handle('ucinewgame');
      await session.handle('position startpos');
      const answer = await ask(`go nodes ${nodes}`, 'bestmove');
      const shown = lines.findLast((line) => line.startsWith('info depth'));

      const [, best, , ponder] = answer.split(' ');
      expect(shown?.split(' pv ')[1], `${nodes} nodes`).toMatch(
        new RegExp(`^${[best, ponder].filter((move) => move !== undefined).join(' ')}`),
      );
    }
  });

  it('announces mates in moves', async () => {
    await session.handle('position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');

    await ask('go mate 1', 'bestmove d1d8');

    expect(lines.some((line) => line.includes('score mate 1'))).toBe(true);
  });

  it('keeps its opinion where there is no mate to be found', async () => {
    await session.handle('position startpos moves e2e4 e7e5');
    await session.handle('go mate 3 nodes 30000');
    const answer = await lineThat('bestmove');

    expect(answer).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
    expect(lines.some((line) => line.includes('score mate'))).toBe(false);
  });

  it('thinks without end until it is stopped', async () => {
    await session.handle('position startpos');
    const thinking = lineThat('info depth 5');
    await session.handle('go infinite');
    await thinking;

    const answer = await ask('stop', 'bestmove');

    expect(answer).toMatch(/^bestmove \w+ ponder \w+$/);
  });

  it.each(['depth 0', 'nodes 0', 'movetime 0', 'depth -3'])('answers go %s at once', async (limit) => {
    await session.handle('position startpos');

    expect(await ask(`go ${limit}`, 'bestmove')).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
  });

  it.each([1000, 1200])('sees what hangs and shows a line, also with %i points', async (elo) => {
    await session.handle('setoption name UCI_LimitStrength value true');
    await session.handle(`setoption name UCI_Elo value ${elo}`);
    await session.handle(
      'position fen r3k2r/p1pp1pb1/bn1qpnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1 moves f6e4',
    );

    const answer = await ask('go movetime 1000', 'bestmove');

    expect(answer).toMatch(/^bestmove (c3e4|f3e4|f3f7)/);
    expect(lines.some((line) => line.startsWith('info depth 1'))).toBe(true);
  });

  it('knows a move and its score when it is stopped at once', async () => {
    await session.handle('position startpos');
    await session.handle('go infinite');
    const answer = await ask('stop', 'bestmove');

    expect(lines.find((line) => line.startsWith('info depth 1 '))).toContain(` pv ${answer.split(' ')[1]}`);
  });

  it('answers stop within 50 ms', async () => {
    const waits: number[] = [];
    await session.handle('position startpos');
    for (let round = 0; round < 25; round++) {
      const thinking = lineThat('info depth 6');
      await session.handle('go infinite');
      await thinking;
      const asked = performance.now();
      await ask('stop', 'bestmove');
      waits.push(performance.now() - asked);
    }

    waits.sort((a, b) => a - b);
    // Other load of the machine may delay single answers.
    expect(waits[12]).toBeLessThan(50);
    expect(waits[20]).toBeLessThan(400);
  });

  it('hears stop behind options that come amid a search', async () => {
    await session.handle('position startpos');
    await ask('go infinite', 'info depth 6');
    await session.handle('setoption name Hash value 2');
    await session.handle('setoption name Threads value 2');
    await ask('isready', 'readyok');

    expect(await ask('stop', 'bestmove')).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
    await ask('isready', 'readyok');
    expect(await ask('go depth 3', 'bestmove')).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
  });

  it.each([
    { how: 'after a stop', between: ['stop'] },
    { how: 'amid the search', between: [] },
  ])('answers every go once, in turn, when the next one comes $how', async ({ between }) => {
    const white = 'position fen 7k/8/8/8/8/8/8/K7 w - - 0 1';
    const black = 'position fen 7k/8/8/8/8/8/8/K7 b - - 0 1';
    for (const line of [
      white,
      'go infinite',
      black,
      ...between,
      'go infinite',
      white,
      ...between,
      'go depth 3',
    ])
      await session.handle(line);
    await session.finish();

    const answers = lines.filter((line) => line.startsWith('bestmove'));
    expect(answers).toHaveLength(3);
    expect(answers[0]).toMatch(/^bestmove a1/);
    expect(answers[1]).toMatch(/^bestmove h8/);
    expect(answers[2]).toMatch(/^bestmove a1/);
    expect(lines.filter((line) => line.startsWith('info string'))).toEqual([]);
  });

  it('hears everything while a go waits for its turn', async () => {
    await session.handle('go infinite');
    await session.handle('go infinite');
    await session.handle('isready');
    const waiting = lines.filter((line) => line.startsWith('bestmove'));
    await session.handle('stop');
    await session.finish();

    expect(waiting).toEqual([]);
    expect(lines).toContain('readyok');
    expect(lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(2);
  });

  it('has the time of its clock once the move it ponders on was played', async () => {
    await ask('go ponder wtime 2000 btime 2000', 'info depth 3');

    expect(await ask('ponderhit', 'bestmove')).toMatch(/^bestmove \w{4}/);
  });

  it('holds its answer back while it ponders, and gives it on the hit', async () => {
    await session.handle('position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
    await ask('go ponder wtime 1000 btime 1000 depth 3', 'info depth 3');
    expect(lines.some((line) => line.startsWith('bestmove'))).toBe(false);

    expect(await ask('ponderhit', 'bestmove')).toMatch(/^bestmove d1d8/);
  });

  it('looks only at the moves it is told to', async () => {
    await session.handle('position startpos');

    expect(await ask('go depth 4 searchmoves a2a3', 'bestmove')).toMatch(/^bestmove a2a3/);
  });

  it.each([
    ['a2a3 e2e5 zz', 'not legal here: e2e5, zz: left out', /^bestmove a2a3/],
    ['A2A3 a2a3', undefined, /^bestmove a2a3/],
    ['e2e5 zz', 'not legal here: e2e5, zz: all moves are searched', /^bestmove [a-h]/],
  ])('looks at those of the moves %s that can be played', async (moves, complaint, answer) => {
    await session.handle('position startpos');

    expect(await ask(`go searchmoves ${moves} depth 3`, 'bestmove')).toMatch(answer);
    const said = lines.filter((line) => line.startsWith('info string'));
    expect(said).toEqual(complaint ? [`info string go searchmoves: ${complaint}`] : []);
  });

  it.each(['depth', 'depth x', 'nodes', 'mate x', 'wtime x btime x', 'wtime -50 btime -50'])(
    'answers go %s, and says what is wrong',
    async (limit) => {
      const answer = await ask(`go ${limit}`, 'bestmove');

      expect(answer).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
      expect(lines.some((line) => line.startsWith('info string go'))).toBe(!limit.includes('-50'));
    },
  );

  it('shows several lines', async () => {
    await session.handle('setoption name MultiPV value 3');
    await ask('go depth 3', 'bestmove');

    expect(lines.filter((line) => line.startsWith('info depth 3 '))).toHaveLength(3);
  });

  it('counts leaves per move', async () => {
    await session.handle('position startpos');
    const total = await ask('go perft 3', 'Nodes searched');

    expect(total).toBe('Nodes searched: 8902');
    expect(lines).toContain('e2e4: 600');
    expect(lines.filter((line) => /^[a-h][1-8][a-h][1-8]: \d+$/.test(line))).toHaveLength(20);
  });

  it('stops counting leaves within 50 ms, says so, and is ready for all that comes', async () => {
    await session.handle('position startpos');
    await session.handle('go perft 12');
    // without a stop the first move would take years to count
    await new Promise((resolve) => setTimeout(resolve, 100));
    const asked = performance.now();
    const total = await ask('stop', 'Nodes searched');
    const waited = performance.now() - asked;

    // Other load of the machine may delay it.
    expect(waited).toBeLessThan(400);
    expect(lines).toContain('info string stopped: not all leaves were counted');
    expect(Number(total.split(' ')[2])).toBeGreaterThan(0);
    await ask('isready', 'readyok');
    expect(await ask('go depth 2', 'bestmove')).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
  });

  it('counts leaves of the position that stood, whatever comes meanwhile', async () => {
    await session.handle('position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1');
    await ask('go perft 6', 'e2e3: ');
    await session.handle('position startpos');
    await session.handle('d');
    await session.finish();

    expect(lines.at(-1)).toBe('Nodes searched: 11030083');
    expect(lines.some((line) => line.endsWith(startFen))).toBe(true);
  });

  it('has no move where the game is over', async () => {
    await session.handle('position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');

    expect(await ask('go depth 3', 'bestmove')).toBe('bestmove 0000');
  });

  it('plays within a clock', async () => {
    const started = performance.now();
    await ask('go wtime 300 btime 300', 'bestmove');

    expect(performance.now() - started).toBeLessThan(2000);
  });
});
