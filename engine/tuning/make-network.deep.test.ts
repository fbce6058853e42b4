import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useNet } from '../net.ts';
import { SingleEngine } from '../single-engine.ts';

const command = join(import.meta.dirname, 'make-network.ts');
const size = '--rounds=2 --games=150 --nodes=40 --epochs=3 --batch=64 --memory-mb=64 --seed=3'.split(' ');

let folder: string;
let printed: string;
let network: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'network-'));
  const files = [`--out=${join(folder, 'weights.bin')}`, `--data=${join(folder, 'games.txt')}`];
  ({ stdout: printed } = await promisify(execFile)(process.execPath, [command, ...size, ...files]));
  network = await readFile(join(folder, 'weights.bin'));
}, 300_000);

afterAll(() => rm(folder, { recursive: true }));

/** Losses of each stage on held-out positions, by epoch. */
function stages(): number[][] {
  return printed
    .split(/^\d+ positions$/m)
    .slice(1)
    .map((stage) => Array.from(stage.matchAll(/held out ([\d.]+)/g), ([, loss]) => Number(loss)));
}

/** The network's evaluations for White, in units of the search. */
async function evaluate(fens: readonly string[], bytes: Uint8Array): Promise<number[]> {
  const engine = await SingleEngine.open(1);
  useNet(engine.core, engine.memory, bytes);
  return fens.map((fen) => {
    engine.set(fen);
    return engine.core.evaluate();
  });
}

describe('a network made from nothing, of three hundred games', () => {
  it('is trained in two rounds, the first of them in two stages', () => {
    expect(printed.match(/^round \d$/gm)).toEqual(['round 1', 'round 2']);
    expect(stages()).toHaveLength(3);
  });

  it('errs less on positions that it was not taught, epoch by epoch', () => {
    const [material = []] = stages();

    expect(material.at(-1)).toBeLessThan((material[0] ?? 0) * 0.6);
  });

  it('is loaded by the engine, and knows who has more', async () => {
    const ahead = 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const behind = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1';

    const [better = 0, worse = 0] = await evaluate([ahead, behind], network);

    expect(better).toBeGreaterThan(worse + 200);
    expect(await evaluate([ahead], network)).not.toEqual(await evaluate([ahead], new Uint8Array()));
  });

  it('is refused when it is cut off', async () => {
    await expect(evaluate([], network.subarray(1))).rejects.toThrow('the core expects');
  });
});
