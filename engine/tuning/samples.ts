import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { netTerms } from '../core/net-size.ts';
import { SingleEngine } from '../single-engine.ts';
import { sigmoid } from './linear.ts';
import { type Noted, readLine, unitScale } from './self-play-file.ts';

/** Bytes of one position as `core/trainer.ts` reads it. */
export const sampleBytes = 40;

/** A position in the core's form, with White's expected points. */
interface Labelled {
  men: Uint8Array;
  isBlack: boolean;
  white: number;
  terms: readonly number[];
}

/** Writes a position as a sample of `core/trainer.ts`. */
function encode(view: DataView, at: number, { men, isBlack, white, terms }: Labelled): void {
  const occupied = [0, 0];
  let count = 0;
  for (let square = 0; square < 64; square++) {
    const piece = men[square] ?? 0;
    if (piece === 0) continue;
    const half = square >> 5;
    occupied[half] = (occupied[half] ?? 0) | (1 << (square & 31));
    const byte = at + 8 + (count >> 1);
    view.setUint8(byte, view.getUint8(byte) | (piece << ((count & 1) * 4)));
    count++;
  }
  view.setInt32(at, occupied[0] ?? 0, true);
  view.setInt32(at + 4, occupied[1] ?? 0, true);
  view.setUint8(at + 24, isBlack ? 1 : 0);
  view.setFloat32(at + 28, isBlack ? 1 - white : white, true);
  for (const [index, term] of terms.entries()) view.setInt16(at + 32 + 2 * index, term, true);
}

/** Samples in a byte array that grows. */
class SampleList {
  #engine: SingleEngine;
  #men: Uint8Array;
  #bytes = new Uint8Array(1 << 26);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;

  constructor(engine: SingleEngine) {
    this.#engine = engine;
    this.#men = new Uint8Array(engine.memory.buffer, engine.core.getBlock(), 64);
  }

  /** Adds the engine's current position with White's expected points. */
  add(white: number): void {
    if (this.#end + sampleBytes > this.#bytes.byteLength) {
      const larger = new Uint8Array(this.#bytes.byteLength * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    const { core } = this.#engine;
    core.measureActivity();
    const terms = Array.from({ length: netTerms }, (_, index) => core.activityTerm(index));
    encode(this.#view, this.#end, { men: this.#men, isBlack: core.sideToMove() !== 0, white, terms });
    this.#end += sampleBytes;
  }

  get samples(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }
}

/**
 * Reads a self-play file. A position's target is the score of its search and, with the share `trace`, the target of
 * the next position of its game; the last position has the result instead: TD(lambda), Sutton 1988. A shallow search
 * so learns from later searches, unless a random move is in between.
 * @throws RangeError for a first position outside of a game, as in old files with other scores
 */
export async function readSamples(path: string, trace: number): Promise<Uint8Array> {
  const engine = await SingleEngine.open(1);
  const list = new SampleList(engine);
  let game: Noted[] = [];
  const finishGame = (end: 'result' | 'slip') => {
    const targets: number[] = [];
    const last = game.at(-1);
    let target = (end === 'slip' ? last?.expected : last?.result) ?? 0;
    for (const { expected } of game.toReversed()) {
      target = (1 - trace) * expected + trace * target;
      targets.push(target);
    }
    for (const { fen } of game) {
      engine.set(fen);
      list.add(targets.pop() ?? 0);
    }
    game = [];
  };
  let hasBegun = false;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const noted = readLine(line);
    if (noted === 'slip') finishGame('slip');
    else if (noted === 'game') {
      finishGame('result');
      hasBegun = true;
    } else if (noted) {
      if (!hasBegun) throw new RangeError(`${path}: its first position belongs to no game`);
      game.push(noted);
    }
  }
  finishGame('result');
  return list.samples;
}

/**
 * Positions a few random moves away from those of the file, labelled by the hand-written evaluation: cheap, and with
 * unbalanced material that games rarely have.
 */
export async function readVariations(path: string, plies: number, random: () => number): Promise<Uint8Array> {
  const engine = await SingleEngine.open(1);
  const { core } = engine;
  const list = new SampleList(engine);
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const noted = readLine(line);
    if (typeof noted !== 'object') continue;
    engine.set(noted.fen);
    for (let ply = 0; ply < plies; ply++) {
      const moves = engine.legal();
      if (moves.length === 0) break;
      core.makeMove(moves[Math.floor(random() * moves.length)] ?? 0);
      if (core.inCheck() || core.isGameDrawn()) continue;
      const isBlack = core.sideToMove() !== 0;
      const points = sigmoid(core.evaluateByHand(), unitScale);
      list.add(isBlack ? 1 - points : points);
    }
  }
  return list.samples;
}

/** Shuffles the first `count` samples in place. */
export function shuffle(samples: Uint8Array, count: number, random: () => number): void {
  const size = sampleBytes / 8;
  const words = new BigUint64Array(samples.buffer, samples.byteOffset, count * size);
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    for (let word = 0; word < size; word++) {
      const held = words[index * size + word] ?? 0n;
      words[index * size + word] = words[other * size + word] ?? 0n;
      words[other * size + word] = held;
    }
  }
}
