import { inputLimits } from '../domain/limits/inputs.ts';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { DomainError } from '../domain/errors.ts';
import { decodeGame, encodeGame, isRaw } from './archive-format.ts';
import type { Game } from './game.ts';

/** First byte of a compressed game. */
const zstd = 1;

/** The limit is above the longest game with the longest tags. */
const maximumRawBytes = inputLimits['archived game'].bytes;

export interface PackedGame {
  /** The codec byte and the compressed game, or the raw game where compression does not shorten it. */
  content: Uint8Array;
  /** The number of bytes before compression. */
  rawBytes: number;
}

/** A finished game in its archived form. */
export function packGame(game: Game): PackedGame {
  const raw = encodeGame(game);
  const packed = Buffer.concat([Buffer.of(zstd), zstdCompressSync(raw)]);
  return { content: packed.length < raw.length ? packed : raw, rawBytes: raw.length };
}

/** Throws for bytes that {@link packGame} did not write, so that a damaged game is never replayed. */
export function unpackGame(content: Uint8Array): Game {
  return decodeGame(isRaw(content) ? content : rawOf(content[0], content.subarray(1)));
}

function rawOf(codec: number | undefined, packed: Uint8Array): Uint8Array {
  if (codec !== zstd) throw new DomainError('internal', 'an archived game has an unknown codec');
  try {
    return zstdDecompressSync(packed, { maxOutputLength: maximumRawBytes });
  } catch (error) {
    throw new DomainError('internal', 'an archived game can not be decompressed', {}, error);
  }
}
