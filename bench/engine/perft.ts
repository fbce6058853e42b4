import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleEngine } from '../../engine/single-engine.ts';

/**
 * Counts leaves of six positions, here and in the C++ twin alternately, in processor time, which other load hardly
 * changes.
 */
const cases: [string, number, number][] = [
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6, 119_060_324],
  ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5, 193_690_690],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 6, 11_030_083],
  ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 5, 15_833_292],
  ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 5, 89_941_194],
  ['r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 5, 164_075_551],
];
const rounds = 3;

const { values } = parseArgs({ options: { flags: { type: 'string', default: '-O3' } } });

function buildTwin(folder: string): string | undefined {
  const binary = join(folder, 'perft');
  try {
    execFileSync('g++', [
      ...values.flags.split(' '),
      '-o',
      binary,
      join(import.meta.dirname, 'twin/perft.cpp'),
    ]);
    return binary;
  } catch {
    process.stdout.write('no g++ here: nothing to compare with\n');
    return undefined;
  }
}

function measure(engine: SingleEngine, fen: string, depth: number): { leaves: number; seconds: number } {
  engine.set(fen);
  const before = process.cpuUsage();
  const leaves = Number(engine.core.perft(depth));
  return { leaves, seconds: process.cpuUsage(before).user / 1e6 };
}

const folder = mkdtempSync(join(tmpdir(), 'perft-'));
const twin = buildTwin(folder);
const engine = await SingleEngine.open(1);
for (const [fen] of cases.slice(0, 1)) measure(engine, fen, 5);
let logRatio = 0;
for (const [fen, depth, expected] of cases) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { leaves, seconds } = measure(engine, fen, depth);
    if (leaves !== expected) throw new Error(`${fen}: ${leaves} leaves instead of ${expected}`);
    ours.push(expected / seconds / 1e6);
    if (!twin) continue;
    const [count, time] = execFileSync(twin, [fen, String(depth)], { encoding: 'utf8' }).split(' ');
    if (Number(count) !== expected) throw new Error(`the twin counts ${count} for ${fen}`);
    theirs.push(expected / Number(time) / 1e6);
  }
  const ratio = Math.max(...ours) / Math.max(...theirs, 1e-9);
  logRatio += Math.log(ratio) / cases.length;
  process.stdout.write(
    `${Math.max(...ours).toFixed(0)} M/s, C++ ${Math.max(...theirs, 0).toFixed(0)} M/s, ratio ${ratio.toFixed(2)}  ${fen}\n`,
  );
}
if (twin) process.stdout.write(`geometric mean ${Math.exp(logRatio).toFixed(3)}\n`);
rmSync(folder, { recursive: true });
