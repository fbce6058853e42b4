import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookKey } from '../book/polyglot.ts';
import { parseFen, startFen } from '../fen.ts';
import { type Conversation, converse } from '../testing/conversation.ts';

let session: Conversation['session'];
let lines: Conversation['lines'];
let ask: Conversation['ask'];

beforeEach(async () => {
  ({ session, lines, ask } = await converse());
});

afterEach(async () => {
  vi.restoreAllMocks();
  await session.close();
});

describe('a conversation', () => {
  it('introduces itself with its options', async () => {
    await ask('uci', 'uciok');

    const options = lines.filter((line) => line.startsWith('option')).map((line) => line.split(' type ')[0]);
    expect(lines[0]).toMatch(/^id name Rookery/);
    for (const name of ['Hash', 'Threads', 'MultiPV', 'Move Overhead', 'Ponder', 'OwnBook', 'BookFile'])
      expect(options).toContain(`option name ${name}`);
    for (const name of ['SyzygyPath', 'UCI_LimitStrength', 'UCI_Elo', 'Clear Hash'])
      expect(options).toContain(`option name ${name}`);
  });

  it.each([
    ['the start', []],
    ['another table', ['isready', 'setoption name Hash value 2']],
    ['more threads', ['isready', 'setoption name Threads value 2']],
    ['a new game', ['isready', 'go depth 2', 'ucinewgame']],
    ['a cleared table', ['isready', 'setoption name Clear Hash']],
  ])('is ready after %s: the search only searches', async (_, before) => {
    for (const line of before) {
      await session.handle(line);
      await session.finish();
    }
    await ask('isready', 'readyok');
    const tasks = vi.spyOn(Piscina.prototype, 'run');
    const memories = vi.spyOn(WebAssembly, 'Memory');
    await ask('go depth 2', 'bestmove');
    const names = tasks.mock.calls.map(([, options]) => options?.name);
    const made = memories.mock.calls.length;
    vi.restoreAllMocks();

    expect(new Set(names)).toEqual(new Set(['searchThread']));
    expect(made).toBe(0);
  });

  it('looks for tablebases that are not there once, and again when it is told to', async () => {
    const complaints = () => lines.filter((line) => line.startsWith('info string no tablebases')).length;
    for (const line of ['setoption name SyzygyPath value /nowhere', 'go depth 1', 'go depth 1', 'isready'])
      await session.handle(line);
    await session.finish();
    await ask('isready', 'readyok');
    const once = complaints();
    await session.handle('setoption name SyzygyPath value /nowhere');
    await session.handle('isready');

    expect([once, complaints()]).toEqual([1, 2]);
  });

  it('says that tablebases are not there, and plays without them', async () => {
    await session.handle('setoption name SyzygyPath value /nowhere');
    await ask('isready', 'readyok');

    expect(lines.filter((line) => line.startsWith('info string no tablebases'))).toHaveLength(1);
    await session.handle('position startpos');
    expect(await ask('go depth 3', 'bestmove')).toMatch(/^bestmove [a-h][1-8][a-h][1-8]/);
  });

  it.each([
    'hello',
    'go depth',
    'go depth minus one searchmoves',
    'position',
    'position fen',
    'position fen rnbqkbnr/8/8 w - - 0 1',
    'position startpos moves e2e5',
    'position startpos moves xyzzy \u0000',
    'setoption',
    'setoption name Hash value a lot',
    'setoption name Hash value -5',
    'setoption name Nothing value 3',
    'ponderhit',
    'stop',
    'perft 99',
    '\u{1F600} \t \u0007',
    'x'.repeat(200_000),
  ])('survives %j', async (nonsense) => {
    expect(await session.handle(nonsense)).toBe(true);
    await session.handle('stop');
    await session.finish();

    expect(await ask('isready', 'readyok')).toBe('readyok');
  });

  it('stays on its position when it is offered an impossible one', async () => {
    await session.handle('position startpos moves e2e4');
    await session.handle('position startpos moves e2e5');
    await session.handle('position fen 8/8 w');
    await session.handle('position');
    const said = lines.filter((line) => line.startsWith('info string'));
    await session.handle('d');

    expect(said).toEqual([
      'info string move 1 is not legal: e2e5; the position stays as it was',
      expect.stringMatching(/^info string .*FEN.*; the position stays as it was$/),
      'info string position takes startpos or fen; the position stays as it was',
    ]);
    expect(lines.at(-1)).toBe('Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
  });

  it.each(['setoption', 'setoption Hash 5', 'setoption name', 'setoption name  value 3'])(
    'says what an option takes: %s',
    async (line) => {
      expect(await ask(line, 'info string')).toMatch(/^info string setoption takes name and value/);
    },
  );

  it('plays from its own book when it is allowed to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'own-book-'));
    const entry = Buffer.alloc(16);
    entry.writeBigUInt64BE(bookKey(parseFen(startFen)), 0);
    entry.writeUInt16BE((8 << 6) | 16, 8);
    entry.writeUInt16BE(1, 10);
    await writeFile(join(folder, 'a.bin'), entry);
    await session.handle(`setoption name BookFile value ${join(folder, 'a.bin')}`);
    await session.handle('setoption name OwnBook value true');
    await session.handle('position startpos');

    expect(await ask('go depth 2', 'bestmove')).toBe('bestmove a2a3');
    await session.handle('position startpos moves e2e4');
    expect(await ask('go depth 2', 'bestmove')).not.toMatch(/^bestmove a2a3/);
    await session.handle('position startpos');
    await session.handle(`setoption name BookFile value ${join(folder, 'gone.bin')}`);
    expect(await ask('go depth 2', 'bestmove')).not.toMatch(/^bestmove a2a3/);
    await rm(folder, { recursive: true });
  });

  it('says when a book cannot be read', async () => {
    expect(await ask('setoption name BookFile value /does/not/exist', 'info string')).toContain(
      'opening book',
    );
  });

  it('ends only with quit', async () => {
    expect(await session.handle('quit')).toBe(false);
  });
});
