import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Creates the network from nothing, see `README.md`: rounds of self-play and training. The hand-written evaluation
 * plays the first round, each network plays the next one. Positions of all rounds are kept.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'build/weights.bin' },
    /** The file grows with every round; the first round clears it. */
    data: { type: 'string', default: 'build/self-play.txt' },
    rounds: { type: 'string', default: '10' },
    /** The number of games in one round. */
    games: { type: 'string', default: '230000' },
    nodes: { type: 'string', default: '600' },
    epochs: { type: 'string', default: '5' },
    batch: { type: 'string', default: '8192' },
    'memory-mb': { type: 'string', default: '3800' },
    seed: { type: 'string', default: '1' },
  },
});

function run(script: string, options: Record<string, string>): void {
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  execFileSync(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: 'inherit' });
}

const { out, data, games, nodes, epochs, batch } = values;
for (const file of [out, data]) mkdirSync(dirname(file), { recursive: true });
rmSync(data, { force: true });
for (let round = 1; round <= Number(values.rounds); round++) {
  const seed = String(Number(values.seed) + round);
  const from = round === 1 ? '' : out;
  process.stdout.write(`round ${round}\n`);
  run('self-play.ts', { out: data, games, nodes, seed, net: from });
  run('train.ts', { data, out, from, epochs, batch, seed, 'memory-mb': values['memory-mb'] });
}
