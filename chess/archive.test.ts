import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { packGame, unpackGame } from './archive-codec.ts';
import { decodeGame, encodeGame } from './archive-format.ts';
import type { Game } from './game.ts';
import { endReasons } from './outcome.ts';
import { abort, act, playMove, startGame } from './play.ts';
import { idFor, randomGame, testTime } from './testing/random-game.ts';

const later = new Date('2024-02-29T13:00:00Z');

const resigned: Game = [
  ['e2', 'e4'],
  ['e7', 'e5'],
].reduce<Game>(
  (game, [from = '', to = '']) => {
    const offered = from === 'e2' ? act(game, { action: 'offer_draw' }, testTime) : game;
    return playMove(offered, { from, to }, testTime);
  },
  startGame({ id: '0195d0b4-1234-7abc-8def-0123456789ab', createdAt: testTime }),
);
const finished = act(resigned, { action: 'resign' }, later);

/** Changed bytes with a matching checksum. */
function forged(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(encodeGame(finished));
  change(bytes);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

describe('an archived game', () => {
  it('is laid out as the format says', () => {
    const hex = Buffer.from(encodeGame(finished)).toString('hex');

    expect(hex.slice(0, -8)).toBe(
      [
        '524b4741', // RKGA
        '01', // version
        '00', // flags
        '0195d0b412347abc8def0123456789ab',
        '0000000065e071c0', // begun
        '0000000065e07fd0', // ended
        '02', // Black won
        '08', // by resignation
        '00000002',
        '0c87', // e2e4 with an offer
        '3409', // e7e5
      ].join(''),
    );
  });

  it('comes back as it was', () => {
    expect(decodeGame(encodeGame(finished))).toEqual(finished);
    expect(unpackGame(packGame(finished).content)).toEqual(finished);
  });

  it('keeps start, tags, promotions and every end', () => {
    const start = startGame({
      id: idFor(9),
      fen: '4k3/P7/8/8/8/8/8/4K3 w - - 3 40',
      tags: { White: 'Ä 日本 "x"', Black: '' },
      createdAt: testTime,
    });
    const promoted = playMove(start, { from: 'a7', to: 'a8', promotion: 'R' }, later);
    for (const reason of endReasons) {
      const game: Game = { ...promoted, outcome: { result: 'Draw', reason }, endedAt: later };
      expect(unpackGame(packGame(game).content)).toEqual(game);
    }
    const aborted = abort(promoted, later);
    expect(unpackGame(packGame(aborted).content)).toEqual(aborted);
  });

  it('names its codec and its size before compression', () => {
    const long = abort(randomGame({ seed: 8, plies: 300 }), later);
    const short = packGame(abort(startGame({ id: idFor(2), createdAt: testTime }), later));

    expect(packGame(long).content[0]).toBe(1);
    expect(packGame(long).rawBytes).toBe(encodeGame(long).length);
    expect(String.fromCharCode(short.content[0] ?? 0)).toBe('R');
    expect(short.content.length).toBe(short.rawBytes);
  });

  it('never takes more bytes than the raw form, and is read back', () => {
    for (let plies = 0; plies <= 40; plies += 5) {
      const game = abort(randomGame({ seed: plies, plies }), later);
      const { content, rawBytes } = packGame(game);

      expect(content.length).toBeLessThanOrEqual(rawBytes);
      expect(unpackGame(content)).toEqual(game);
    }
  });

  it('is never made of a game that runs', () => {
    expect(() => encodeGame(resigned)).toThrow('only a finished game');
  });

  it.each([
    ['nothing', () => Buffer.alloc(0), 'it is none'],
    ['another magic', () => forged((bytes) => bytes.write('RKGB')), 'it is none'],
    ['another version', () => forged((bytes) => bytes.fill(2, 4, 5)), 'version 2 is unknown'],
    ['an unknown result', () => forged((bytes) => bytes.fill(4, 38, 39)), 'the result is unknown'],
    ['an unknown reason', () => forged((bytes) => bytes.fill(12, 39, 40)), 'the result is unknown'],
    ['a wrong count', () => forged((bytes) => bytes.writeUInt32BE(3, 40)), 'moves are missing'],
    ['tags that are not there', () => forged((bytes) => bytes.fill(2, 5, 6)), 'beyond its end'],
    [
      'an illegal move',
      () => forged((bytes) => bytes.writeUInt16LE(12 | (36 << 6), 44)),
      'half-move 1 is not legal',
    ],
    [
      'a needless promotion',
      () => forged((bytes) => bytes.writeUInt16LE(12 | (28 << 6) | (1 << 12), 44)),
      'half-move 1 is not legal',
    ],
  ])('with %s fails loudly', (_, bytes, message) => {
    expect(() => decodeGame(bytes())).toThrow(message);
  });

  it('fails loudly whichever bit is changed', () => {
    const bytes = encodeGame(finished);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = Buffer.from(bytes);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => decodeGame(damaged), `bit ${bit}`).toThrow('can not be read');
    }
  });

  it('with a damaged or unknown compression fails loudly', () => {
    const { content } = packGame(abort(randomGame({ seed: 8, plies: 300 }), later));

    expect(() => unpackGame(content.subarray(0, -5))).toThrow('can not be');
    expect(() => unpackGame(Buffer.from([7, ...content.subarray(1)]))).toThrow('unknown codec');
    expect(() => unpackGame(Buffer.alloc(0))).toThrow('unknown codec');
  });
});
