import { createHash } from 'node:crypto';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { distribution, round } from './statistics.ts';

/** The load of the machine by other work. */
export interface Busyness {
  /** The part of all cores, 0 to 1, that was busy while this process only waited. */
  share: number;
  /** Runnable tasks for each core, mean of a minute; 0 where the system does not report it. */
  load: number;
}

/** Above these values the sides of a comparison wait for processors, the side with more processes for longer. */
const most = { share: 0.1, load: 0.75 } as const;
const watchMs = 5_000;

const repeats = 25;
const constant = Buffer.alloc(8 * 2 ** 20, 'constant');

type Times = { idle: number; all: number };

/** Measures the load of the processors, for five seconds by default. */
export async function measureBusyness(milliseconds: number = watchMs): Promise<Busyness> {
  const before = processorTimes();
  await pause(milliseconds);
  const [load = 0] = loadavg();
  return { share: busyShare(before, processorTimes()), load: round(load / availableParallelism(), 2) };
}

export function busyShare(before: Times, after: Times): number {
  const all = after.all - before.all;
  return all <= 0 ? 0 : round(1 - (after.idle - before.idle) / all, 2);
}

/** Why measurements would mean nothing now; undefined on a quiet machine. */
export function whyBusy({ share, load }: Busyness): string | undefined {
  if (share <= most.share && load <= most.load) return undefined;
  return `other work takes ${percent(share)} of the processors, with ${load} tasks for each core (at most ${percent(most.share)} and ${most.load})`;
}

/** Measures the variation of the time for the same work: 0.03 is 3 %. */
export function measureNoise(): number {
  const times = Array.from({ length: repeats }, () => {
    const begun = performance.now();
    createHash('sha256').update(constant).digest();
    return performance.now() - begun;
  });
  return spreadOf(times);
}

/** The excess of slow times (p95) over the median, as a share of it: a median alone hides outliers. */
export function spreadOf(times: readonly number[]): number {
  const { median, p95 } = distribution(times);
  return round((p95 - median) / median, 3);
}

export function percent(share: number): string {
  return `${round(share * 100)} %`;
}

function processorTimes(): Times {
  return cpus().reduce(
    ({ idle, all }, { times }) => ({
      idle: idle + times.idle,
      all: all + Object.values(times).reduce((sum, each) => sum + each, 0),
    }),
    { idle: 0, all: 0 },
  );
}
