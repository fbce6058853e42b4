import { Damaged } from './source.ts';

/** Maximum length of a piece before {@link SlidingWindow.recent} is called. */
const pieceBytes = 2 * 1024 * 1024;
const firstBytes = 64 * 1024;

/** The last unpacked bytes, up to the maximum back-reference distance. */
export interface SlidingWindow {
  /** Makes room for a piece and begins it. @throws Damaged if the piece is too long */
  begin(length: number): void;
  put(byte: number): void;
  /** The byte at a distance back; 1 is the last byte. @throws Damaged if there is none */
  back(distance: number): number;
  /** Repeats bytes from a distance back. @throws Damaged if there are none, or if the piece has no room for them */
  repeat(distance: number, length: number): void;
  /** The number of bytes that may still be written to the piece. */
  room(): number;
  /** The number of all earlier bytes. */
  total(): number;
  /** The bytes of the piece. Valid until the next piece begins. */
  recent(): Buffer;
  /** Forgets all earlier bytes. */
  clear(): void;
}

/** Grows with the written bytes: a large declared size alone costs no memory. */
export function createWindow(windowBytes: number): SlidingWindow {
  let bytes = Buffer.alloc(firstBytes);
  let start = 0;
  let at = 0;
  let end = 0;
  let known = 0;

  function makeRoom(length: number): void {
    if (at + length <= bytes.length) return;
    const kept = Math.min(at, windowBytes);
    const needed = kept + length;
    // room for several pieces: moving the window for each piece would cost more than unpacking
    const wanted = Math.min(2 * needed, windowBytes + 4 * pieceBytes);
    const grown = wanted > bytes.length ? Buffer.alloc(wanted) : bytes;
    bytes.copy(grown, 0, at - kept, at);
    bytes = grown;
    at = kept;
  }

  return {
    begin(length) {
      if (length > pieceBytes) throw new Damaged('it has a piece that is too long');
      makeRoom(length);
      start = at;
      end = at + length;
    },
    put(byte) {
      if (at === end) throw new Damaged('it has a piece that is longer than it says');
      bytes[at] = byte;
      at += 1;
      known += 1;
    },
    back(distance) {
      if (distance > known || distance > at) throw new Damaged('it refers to what was not there');
      return bytes[at - distance] ?? 0;
    },
    repeat(distance, length) {
      if (distance > known || distance > windowBytes || distance > at) {
        throw new Damaged('it refers to what was not there');
      }
      if (at + length > end) throw new Damaged('it has a piece that is longer than it says');
      if (distance >= length) bytes.copyWithin(at, at - distance, at - distance + length);
      else for (let to = at; to < at + length; to += 1) bytes[to] = bytes[to - distance] ?? 0;
      at += length;
      known += length;
    },
    room: () => end - at,
    total: () => known,
    recent: () => bytes.subarray(start, at),
    clear() {
      known = 0;
    },
  };
}
