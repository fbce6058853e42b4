import { readFile } from 'node:fs/promises';
import { ensureCore } from '../compile.ts';
import { createMemory } from '../core.ts';
import { faint, places } from './net-file.ts';

/** The exports of `core/trainer.ts`. */
interface TrainerCore {
  parameterCount(): number;
  parametersAt(): number;
  samplesAt(): number;
  learn(from: number, count: number): number;
  measure(from: number, count: number): number;
  step(rate: number, decay: number, share: number, firstBias: number, secondBias: number): void;
  restart(): void;
}

/** Enough for ninety million positions. */
const roomy = 4_000_000_000;
const decay = 0.01;

/** The trainer with its memory: samples, parameters, the optimiser's moments. */
export class Trainer {
  #core: TrainerCore;
  #memory: WebAssembly.Memory;
  #steps = 0;

  constructor(core: TrainerCore, memory: WebAssembly.Memory) {
    this.#core = core;
    this.#memory = memory;
  }

  restart(): void {
    this.#core.restart();
    this.#steps = 0;
  }

  write(samples: Uint8Array, from: number): void {
    new Uint8Array(this.#memory.buffer).set(samples, this.#core.samplesAt() + from);
  }

  learn(from: number, count: number): number {
    return this.#core.learn(from, count);
  }

  measure(from: number, count: number): number {
    return this.#core.measure(from, count);
  }

  step(rate: number, batch: number): void {
    this.#steps++;
    const first = 1 / (1 - 0.9 ** this.#steps);
    const second = 1 / (1 - 0.999 ** this.#steps);
    this.#core.step(rate, decay, 1 / batch, first, second);
  }

  parameters(): Float32Array {
    return new Float32Array(this.#memory.buffer, this.#core.parametersAt(), this.#core.parameterCount());
  }
}

/** Opens a trainer with small random input weights; `room`: bytes for the trainer and the samples. */
export async function openTrainer(random: () => number, room = roomy): Promise<Trainer> {
  const module = await WebAssembly.compile(await readFile(await ensureCore('trainer')));
  const memory = createMemory(room);
  const imports = {
    env: {
      memory,
      abort: () => {
        throw new Error('the trainer gave up');
      },
    },
  };
  // The module is our own: its exports are those of `core/trainer.ts`.
  const core = new WebAssembly.Instance(module, imports).exports as unknown as TrainerCore;
  const trainer = new Trainer(core, memory);
  const parameters = trainer.parameters();
  fillAtRandom(parameters, random);
  return trainer;
}

/** Sets small random weights; output biases and weights of terms begin at zero, weights to the outputs near zero. */
function fillAtRandom(parameters: Float32Array, random: () => number): void {
  const { bias, outputBias, second, third } = places;
  for (let at = 0; at < parameters.length; at++) {
    const isNothing = at >= outputBias && at < second;
    const width = isNothing ? 0 : at < bias ? 0.2 : at < third ? 0.3 : faint;
    parameters[at] = (random() - 0.5) * width;
  }
}
