/** What others noticed while something went on. */
export interface Figures {
  /** Of `GET /health`, one after the other: milliseconds. */
  health: Series;
  /** Of whole publishes of somebody else, until the receipt. */
  publish: Series;
  /** Most that each process held together with those it started, in bytes. */
  memory: Record<string, number>;
}

export interface Series {
  count: number;
  slowestMs: number;
}

export interface Bounds {
  healthMs: number;
  publishMs: number;
  memory: Record<string, number>;
}

const mebibyte = 1024 * 1024;

/**
 * Generous: the machine may be small and busy with other things. What they are there for took seconds of the first,
 * for ever of the second and more than a gigabyte of the third.
 */
export const usualBounds: Bounds = {
  healthMs: 1_000,
  publishMs: 20_000,
  memory: { api: 1_400 * mebibyte, worker: 1_000 * mebibyte, scanner: 1_000 * mebibyte },
};

/** One sentence for each bound that did not hold. */
export function findExcess({ health, publish, memory }: Figures, bounds: Bounds): string[] {
  return [
    ...(health.slowestMs > bounds.healthMs ? [`/health took ${Math.round(health.slowestMs)} ms`] : []),
    ...(publish.slowestMs > bounds.publishMs ? [`a publish took ${Math.round(publish.slowestMs)} ms`] : []),
    ...(health.count === 0 || publish.count === 0 ? ['nobody was answered'] : []),
    ...Object.entries(memory)
      .filter(([role, bytes]) => bytes > (bounds.memory[role] ?? 0))
      .map(([role, bytes]) => `the ${role} held ${inMebibytes(bytes)} MiB`),
  ];
}

export const reportHead = [
  '| while | slowest `/health`, ms | slowest publish, ms | api, MiB | worker, MiB | scanner, MiB |',
  '|---|---|---|---|---|---|',
];

export function reportLine(name: string, { health, publish, memory }: Figures): string {
  const cells = [
    name,
    Math.round(health.slowestMs),
    Math.round(publish.slowestMs),
    ...['api', 'worker', 'scanner'].map((role) => inMebibytes(memory[role] ?? 0)),
  ];
  return `| ${cells.join(' | ')} |`;
}

function inMebibytes(bytes: number): number {
  return Math.round(bytes / mebibyte);
}
