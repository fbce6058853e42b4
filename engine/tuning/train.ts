import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { netFile } from '../net.ts';
import { randomFrom } from '../testing/random.ts';
import { pack, unpack } from './net-file.ts';
import { readSamples, readVariations, sampleBytes, shuffle } from './samples.ts';
import { openTrainer, type Trainer } from './trainer.ts';

/**
 * Trains the network from nothing in two stages: on many positions with scores of the hand-written evaluation
 * (`readVariations`), then on self-play with search scores and results. Writes `net/weights.bin`.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'build/self-play.txt' },
    /** Random moves from each position in the first stage; 0 skips the stage. */
    plies: { type: 'string', default: '5' },
    /** A network to continue from, instead of the first stage; its hidden layer may be smaller. */
    from: { type: 'string', default: '' },
    out: { type: 'string', default: netFile },
    /** Share of positions to learn from, counted from the end of the file: weaker engines labelled the first ones. */
    newest: { type: 'string', default: '1' },
    epochs: { type: 'string', default: '5' },
    'first-epochs': { type: 'string', default: '8' },
    /**
     * The weight in a target of later positions of the game, and finally of its result; the rest is the search score.
     */
    trace: { type: 'string', default: '0.7' },
    /** The rate of the first step; it decreases to a fiftieth. */
    rate: { type: 'string', default: '0.001' },
    seed: { type: 'string', default: '1' },
    /** Positions per step. */
    batch: { type: 'string', default: '8192' },
    /** Memory for parameters and positions: the default fits ninety million positions. */
    'memory-mb': { type: 'string', default: '3800' },
  },
});

const batch = Number(values.batch);
const heldOut = 0.03;

function newest(samples: Uint8Array, share: number): Uint8Array {
  const count = samples.byteLength / sampleBytes;
  return samples.subarray(Math.floor(count * (1 - share)) * sampleBytes);
}

function runStage(trainer: Trainer, samples: Uint8Array, epochs: number, rate: number): void {
  const count = samples.byteLength / sampleBytes;
  // The last games are held out: positions of one game resemble each other.
  const kept = Math.floor(count * heldOut);
  const used = count - kept;
  const steps = Math.floor(used / batch);
  if (steps === 0) throw new RangeError(`${count} positions are too few: one step takes ${batch}`);
  trainer.restart();
  trainer.write(samples, 0);
  process.stdout.write(`${count} positions\n`);
  let taken = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(samples, used, random);
    trainer.write(samples, 0);
    let loss = 0;
    for (let at = 0; at < steps; at++) {
      loss += trainer.learn(at * batch, batch);
      const progress = taken / (epochs * steps);
      const slowed = rate * (0.02 + 0.98 * 0.5 * (1 + Math.cos(Math.PI * progress)));
      trainer.step(slowed, batch);
      taken++;
    }
    const aside = trainer.measure(used, kept) / kept;
    process.stdout.write(
      `epoch ${epoch}: loss ${(loss / (steps * batch)).toFixed(6)}, held out ${aside.toFixed(6)}\n`,
    );
  }
}

const random = randomFrom(Number(values.seed));
const trainer = await openTrainer(random, Number(values['memory-mb']) * 1_048_576);
const plies = Number(values.plies);
if (values.from) unpack(readFileSync(values.from), trainer.parameters());
else if (plies > 0)
  runStage(trainer, await readVariations(values.data, plies, random), Number(values['first-epochs']), 0.001);
const samples = newest(await readSamples(values.data, Number(values.trace)), Number(values.newest));
runStage(trainer, samples, Number(values.epochs), Number(values.rate));
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, pack(trainer.parameters()));
