import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layout } from '../core.ts';
import { SingleEngine } from '../single-engine.ts';
import { randomFrom } from '../testing/random.ts';
import { sigmoid } from './linear.ts';
import { pack, places, unpack } from './net-file.ts';
import { readSamples, readVariations, sampleBytes, shuffle } from './samples.ts';
import { unitScale } from './self-play-file.ts';
import { openTrainer } from './trainer.ts';

const data = [
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10|1|120',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1|0|-80',
  '2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23|0.5|15',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|0.5|30',
];
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'training-'));
  path = join(folder, 'data.txt');
  await writeFile(path, `game\n${data.join('\n')}\n`);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('training', () => {
  it('learns what it is shown, and the core evaluates as it was taught', async () => {
    const trainer = await openTrainer(randomFrom(3), 16_000_000);
    const samples = await readSamples(path, 0);
    trainer.restart();
    trainer.write(samples, 0);
    const before = trainer.measure(0, data.length);
    for (let step = 0; step < 300; step++) {
      trainer.learn(0, data.length);
      trainer.step(0.002, data.length);
    }
    expect(before).toBeGreaterThan(0.001);
    expect(trainer.measure(0, data.length)).toBeLessThan(1e-5);

    const kept = new Float32Array(trainer.parameters().length);
    unpack(pack(trainer.parameters()), kept);
    const apart = [...trainer.parameters().entries()].filter(
      ([at, value]) => Math.abs(value - (kept[at] ?? 9)) > 0.01,
    );
    expect(apart).toEqual([]);

    const engine = await SingleEngine.open(1);
    new Uint8Array(engine.memory.buffer).set(pack(trainer.parameters()), engine.core.netAt());
    new DataView(engine.memory.buffer).setInt32(layout.netReady, 1, true);
    for (const line of data) {
      const [fen = '', , score = ''] = line.split('|');
      engine.set(fen);
      const white = engine.core.evaluate() * (engine.core.sideToMove() ? -1 : 1);
      // The network rounds to small integers.
      expect(Math.abs(white - Number(score))).toBeLessThan(8);
    }
  });

  it('learns through its second layer alone', async () => {
    const trainer = await openTrainer(randomFrom(3), 16_000_000);
    const samples = await readSamples(path, 0);
    trainer.restart();
    trainer.write(samples, 0);
    const parameters = trainer.parameters();
    const before = trainer.measure(0, data.length);
    for (let step = 0; step < 600; step++) {
      // Removes the direct weights to the output, and the terms.
      parameters.fill(0, places.output, places.second);
      trainer.learn(0, data.length);
      trainer.step(0.003, data.length);
    }
    parameters.fill(0, places.output, places.second);
    const after = trainer.measure(0, data.length);

    expect(after).toBeLessThan(before / 20);
  });

  it('lets the end of a game reach back to its beginning', async () => {
    const game = ['game', '4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1|1|0', '4k3/8/8/8/8/5P2/4P3/4K3 b - - 0 1|1|0'];
    const other = '4k3/8/8/8/8/8/4PPP1/4K3 w - - 0 1|0|0';
    const file = join(folder, 'games.txt');
    await writeFile(file, `${[...game, 'game', other].join('\n')}\n`);

    const samples = await readSamples(file, 0.5);

    const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
    const targets = [0, 1, 2].map((at) => view.getFloat32(at * sampleBytes + 28, true));
    // For the side to move: White won the first game, and each level score halves the distance; the second game is
    // lost.
    expect(targets).toEqual([0.625, 0.25, 0.25]);
  });

  it('lets nothing reach back past a move made at random', async () => {
    const quiet = '4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1|1|0';
    const file = join(folder, 'slips.txt');
    await writeFile(file, `game\n${quiet}\nslip\n${quiet}\n`);

    const samples = await readSamples(file, 0.5);

    const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
    expect([0, 1].map((at) => view.getFloat32(at * sampleBytes + 28, true))).toEqual([0.5, 0.75]);
  });

  it('refuses files of old, where no game begins', async () => {
    const file = join(folder, 'old.txt');
    await writeFile(file, `${data.join('\n')}\n`);

    await expect(readSamples(file, 0.5)).rejects.toThrow(RangeError);
  });

  it('is told how active the men are', async () => {
    const file = join(folder, 'active.txt');
    // White's queen and rook look at the king and attack the knight.
    const board = '6k1/5p2/6p1/4Q3/3n4/7R/5PPP/6K1';
    await writeFile(file, `game\n${board} w - - 0 1|1|0\n${board} b - - 0 1|1|0\n`);

    const samples = await readSamples(file, 0);

    const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
    const [white = [], black = []] = [0, 1].map((at) =>
      [0, 1, 2].map((term) => view.getInt16(at * sampleBytes + 32 + 2 * term, true)),
    );
    for (const term of white) expect(term).toBeGreaterThan(0);
    expect(black).toEqual(white.map((term) => 0 - term));
  });

  it('labels positions off the track by the hand-written evaluation', async () => {
    const samples = await readVariations(path, 3, randomFrom(1));
    const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
    const count = samples.byteLength / sampleBytes;

    expect(count).toBeGreaterThan(6);
    for (let at = 0; at < count; at++) {
      const points = view.getFloat32(at * sampleBytes + 28, true);
      expect(points).toBeGreaterThan(sigmoid(-3000, unitScale));
      expect(points).toBeLessThan(sigmoid(3000, unitScale));
    }
  });

  it('shuffles whole samples', async () => {
    const samples = await readSamples(path, 0.5);
    const rows = () =>
      Array.from({ length: data.length }, (_, at) =>
        samples.subarray(at * sampleBytes, (at + 1) * sampleBytes).join(' '),
      );
    const before = rows();
    shuffle(samples, data.length, randomFrom(8));

    expect(rows()).not.toEqual(before);
    expect(rows().toSorted()).toEqual(before.toSorted());
  });
});
