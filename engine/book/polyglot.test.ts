import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFen, startFen } from '../fen.ts';
import { SingleEngine } from '../single-engine.ts';
import { moveName } from '../moves.ts';
import { Book, bookKey, chooseBookMove } from './polyglot.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'book-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function entry(key: bigint, move: number, weight: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(key, 0);
  bytes.writeUInt16BE(move, 8);
  bytes.writeUInt16BE(weight, 10);
  return bytes;
}

describe('keys of the format', () => {
  // The examples of the format's documentation.
  it.each([
    [startFen, 0x463b96181691fc9cn],
    ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', 0x823c9b50fd114196n],
    ['rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2', 0x0756b94461c50fb0n],
    ['rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2', 0x662fafb965db29d4n],
    ['rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3', 0x22a48b5a8e47ff78n],
    ['rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3', 0x652a607ca3f242c1n],
    ['rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4', 0x00fdd303c946bdd9n],
    ['rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3', 0x3c8123ea7b067637n],
    ['rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4', 0x5c3f9b829b279560n],
  ])('%s', (fen, key) => {
    expect(bookKey(parseFen(fen))).toBe(key);
  });
});

describe('a book', () => {
  it('gives its moves by weight and leaves out those of weight 0', async () => {
    const path = join(folder, 'small.bin');
    const key = bookKey(parseFen(startFen));
    const e2e4 = (12 << 6) | 28;
    const d2d4 = (11 << 6) | 27;
    const a2a3 = (8 << 6) | 16;
    await writeFile(path, Buffer.concat([entry(key, e2e4, 3), entry(key, d2d4, 5), entry(key, a2a3, 0)]));

    const book = await Book.open(path);

    expect(book.find(parseFen(startFen))).toEqual([
      { move: 'd2d4', weight: 5 },
      { move: 'e2e4', weight: 3 },
    ]);
    expect(book.find(parseFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1'))).toEqual([]);
  });

  it('writes castling the usual way, and keeps a rook that moves like it', async () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    const queen = '3k4/8/8/8/8/8/8/K3Q3 w - - 0 1';
    const path = join(folder, 'castle.bin');
    const word = (4 << 6) | 7;
    const entries = [entry(bookKey(parseFen(fen)), word, 1), entry(bookKey(parseFen(queen)), word, 1)];
    await writeFile(path, Buffer.concat(entries.toSorted(Buffer.compare)));

    const book = await Book.open(path);

    expect(book.find(parseFen(fen))[0]?.move).toBe('e1g1');
    expect(book.find(parseFen(queen))[0]?.move).toBe('e1h1');
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['ends within an entry', Buffer.alloc(40)],
    ['is not sorted', Buffer.concat([entry(2n, 1, 1), entry(1n, 1, 1)])],
  ])('is refused when it %s', async (_, bytes) => {
    const path = join(folder, 'bad.bin');
    await writeFile(path, bytes);

    await expect(Book.open(path)).rejects.toMatchObject({ name: 'BookError' });
  });

  it('chooses as often as the weights say', () => {
    const moves = [
      { move: 'd2d4', weight: 3 },
      { move: 'e2e4', weight: 1 },
    ];

    expect([0, 0.5, 0.74, 0.76, 0.99].map((random) => chooseBookMove(moves, random))).toEqual([
      'd2d4',
      'd2d4',
      'd2d4',
      'e2e4',
      'e2e4',
    ]);
    expect(chooseBookMove([], 0.5)).toBeUndefined();
  });
});

const given = process.env['BOOK_PATH'] ?? '';
if (!existsSync(given)) process.stdout.write('no opening book at BOOK_PATH: its test is skipped\n');

describe.skipIf(!existsSync(given))('a real book', () => {
  it('knows legal moves along its main line', async () => {
    const book = await Book.open(given);
    const engine = await SingleEngine.open(1);
    const line: string[] = [];
    for (let ply = 0; ply < 8; ply++) {
      engine.set(startFen, line);
      const legal = engine.legal().map(moveName);
      const moves = book.find(parseFen(engine.fen));
      for (const { move } of moves) expect(legal).toContain(move);
      if (!moves[0]) break;
      line.push(moves[0].move);
    }

    expect(line.length).toBeGreaterThan(4);
  });
});
