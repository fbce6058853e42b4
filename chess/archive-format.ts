import { crc32 } from 'node:zlib';

import { DomainError } from '../domain/errors.ts';
import { readBoard } from './board/text.ts';
import { startFen } from './fen.ts';
import { findPacked } from './find-move.ts';
import type { Game, PlayedMove } from './game.ts';
import { type EndReason, endReasons, type Outcome, results } from './outcome.ts';
import { packedMove } from './position.ts';
import { unixSeconds } from './present.ts';
import { playOn } from './replay-moves.ts';

/** Layout and meaning of every field: docs/ARCHIVE-FORMAT.md. */
const magic = 'RKGA';
const version = 1;
const headerBytes = 44;
const checksumBytes = 4;
const hasStart = 1;
const hasTags = 2;
const offerBit = 0x8000;

/** Stored as position in the list plus one; 0 means no reason. New reasons go to the end. */
const storedReasons: readonly EndReason[] = endReasons;

/** A finished game in version 1 of the archive format, uncompressed. */
export function encodeGame(game: Game): Uint8Array {
  if (!game.outcome || !game.endedAt) throw new DomainError('internal', 'only a finished game is archived');
  const start = game.startFen === startFen ? null : Buffer.from(game.startFen);
  const tags = Object.keys(game.tags).length === 0 ? null : Buffer.from(JSON.stringify(game.tags));
  const optional = [start, tags].flatMap((part) => (part ? [lengthOf(part), part] : []));
  const body = Buffer.concat([headerOf(game, game.outcome, game.endedAt), ...optional, pliesOf(game)]);
  body[5] = (start ? hasStart : 0) | (tags ? hasTags : 0);
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([body, checksum]);
}

function headerOf(game: Game, outcome: Outcome, endedAt: Date): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(magic, 0, 'latin1');
  header[4] = version;
  const id = Buffer.from(game.id.replaceAll('-', ''), 'hex');
  if (id.length !== 16) throw new DomainError('internal', 'the id of a game is a UUID');
  id.copy(header, 6);
  header.writeBigUInt64BE(BigInt(unixSeconds(game.createdAt)), 22);
  header.writeBigUInt64BE(BigInt(unixSeconds(endedAt)), 30);
  header[38] = outcome.result ? results.indexOf(outcome.result) + 1 : 0;
  header[39] = storedReasons.indexOf(outcome.reason) + 1;
  header.writeUInt32BE(game.moves.length, 40);
  return header;
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(part.length);
  return length;
}

function pliesOf({ moves }: Game): Buffer {
  const plies = Buffer.alloc(moves.length * 2);
  for (const [index, played] of moves.entries()) {
    const move = packedMove(played);
    plies.writeUInt16LE(played.offersDraw ? move | offerBit : move, index * 2);
  }
  return plies;
}

/** Whether bytes are in this format: no compressed game begins with the same byte. */
export const isRaw = (bytes: Uint8Array): boolean => bytes[0] === magic.charCodeAt(0);

/** Decodes a game; checks and replays every move. Throws for bytes that {@link encodeGame} did not write. */
export function decodeGame(bytes: Uint8Array): Game {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkFrame(content);
  const flags = content[5] ?? 0;
  const end = content.length - checksumBytes;
  let at = headerBytes;
  const readPart = (flag: number): string | null => {
    if ((flags & flag) === 0) return null;
    const length = at + 2 <= end ? content.readUInt16BE(at) : end;
    const text = content.toString('utf8', at + 2, at + 2 + length);
    at += 2 + length;
    if (at > end) throw damaged('a length leads beyond its end');
    return text;
  };
  const start = readPart(hasStart) ?? startFen;
  const tags = JSON.parse(readPart(hasTags) ?? '{}') as Record<string, string>; // as encodeGame wrote it
  if (end - at !== content.readUInt32BE(40) * 2) throw damaged('moves are missing');
  return {
    id: idOf(content),
    startFen: start,
    moves: replay(start, content.subarray(at, end)),
    drawOffer: null,
    outcome: storedOutcome(content),
    tags,
    createdAt: dateAt(content, 22),
    endedAt: dateAt(content, 30),
  };
}

function checkFrame(content: Buffer): void {
  if (content.length < headerBytes + checksumBytes || content.toString('latin1', 0, 4) !== magic)
    throw damaged('it is none');
  if (content[4] !== version) throw damaged(`version ${content[4] ?? 0} is unknown`);
  const end = content.length - checksumBytes;
  if (crc32(content.subarray(0, end)) !== content.readUInt32BE(end)) throw damaged('the checksum differs');
}

function storedOutcome(content: Buffer): Outcome {
  const reason = storedReasons[(content[39] ?? 0) - 1];
  const result = content[38] ?? 0;
  if (!reason || result > results.length) throw damaged('the result is unknown');
  return { result: results[result - 1] ?? null, reason };
}

function replay(start: string, plies: Buffer): PlayedMove[] {
  const board = readBoard(start);
  const moves: PlayedMove[] = [];
  for (let at = 0; at < plies.length; at += 2) {
    const ply = plies.readUInt16LE(at);
    const move = findPacked(board, ply & ~offerBit);
    if (move === null) throw damaged(`half-move ${at / 2 + 1} is not legal`);
    moves.push(playOn(board, move, (ply & offerBit) !== 0));
  }
  return moves;
}

function idOf(content: Buffer): string {
  const hex = content.toString('hex', 6, 22);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function dateAt(content: Buffer, offset: number): Date {
  return new Date(Number(content.readBigUInt64BE(offset)) * 1000);
}

function damaged(why: string): DomainError {
  return new DomainError('internal', `an archived game can not be read: ${why}`);
}
