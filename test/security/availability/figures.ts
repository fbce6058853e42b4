/** What a bystander measures during an attack. */
export interface Figures {
  /** The times of sequential `GET /health` requests. */
  health: Series;
  /** The times of whole publishes, from the first try to the receipt, with all retries. */
  publish: Series;
  /** The maximum for each process with its children, in bytes. */
  memory: Record<string, number>;
}

export interface Series {
  count: number;
  /** Milliseconds; failed requests count as well. */
  slowestMs: number;
  /** How often the client had to retry later. */
  refused: number;
  /** The number of failures by kind: another status, or a connection that was refused or broken. */
  failures: Record<string, number>;
}

export interface Bounds {
  healthMs: number;
  publishMs: number;
  failedHealth: number;
  failedPublishes: number;
  memory: Record<string, number>;
}

const mebibyte = 1024 * 1024;

/**
 * Generous in time: the machine may be small and busy. Before the limits existed, the first took seconds, the second
 * did not end, and the third took more than a gigabyte. Nothing excuses a missing answer.
 */
export const usualBounds: Bounds = {
  healthMs: 1_000,
  publishMs: 20_000,
  failedHealth: 0,
  failedPublishes: 0,
  memory: { api: 1_400 * mebibyte, worker: 1_000 * mebibyte, scanner: 1_000 * mebibyte },
};

export function emptySeries(): Series {
  return { count: 0, slowestMs: 0, refused: 0, failures: {} };
}

/** @param begun a time of `performance.now()` */
export function note(series: Series, begun: number): void {
  series.count += 1;
  series.slowestMs = Math.max(series.slowestMs, performance.now() - begun);
}

export function noteFailure({ failures }: Series, what: string): void {
  failures[what] = (failures[what] ?? 0) + 1;
}

/** A sentence for each bound that was missed because a request got no answer. */
export function findFailures({ health, publish }: Figures, bounds: Bounds): string[] {
  return [
    ...sentenceOf('/health', health, bounds.failedHealth),
    ...sentenceOf('a publish', publish, bounds.failedPublishes),
    ...(health.count === 0 || publish.count === 0 ? ['no request was answered'] : []),
  ];
}

function sentenceOf(what: string, { count, failures }: Series, most: number): string[] {
  const failed = Object.values(failures).reduce((sum, each) => sum + each, 0);
  if (failed <= most) return [];
  const kinds = Object.entries(failures).map(([kind, times]) => `${kind} (${times})`);
  return [`${what} failed ${failed} times of ${count}: ${kinds.join(', ')}`];
}

/** A sentence for each bound that was missed because something was too slow or too large. */
export function findExcess({ health, publish, memory }: Figures, bounds: Bounds): string[] {
  return [
    ...(health.slowestMs > bounds.healthMs ? [`/health took ${Math.round(health.slowestMs)} ms`] : []),
    ...(publish.slowestMs > bounds.publishMs ? [`a publish took ${Math.round(publish.slowestMs)} ms`] : []),
    ...Object.entries(memory)
      .filter(([role, bytes]) => bytes > (bounds.memory[role] ?? 0))
      .map(([role, bytes]) => `the ${role} held ${inMebibytes(bytes)} MiB`),
  ];
}

export const reportHead = [
  '| while | slowest `/health`, ms | slowest publish, ms | told to come again | api, MiB | worker, MiB | scanner, MiB |',
  '|---|---|---|---|---|---|---|',
];

export function reportLine(name: string, { health, publish, memory }: Figures): string {
  const cells = [
    name,
    Math.round(health.slowestMs),
    Math.round(publish.slowestMs),
    publish.refused,
    ...['api', 'worker', 'scanner'].map((role) => inMebibytes(memory[role] ?? 0)),
  ];
  return `| ${cells.join(' | ')} |`;
}

function inMebibytes(bytes: number): number {
  return Math.round(bytes / mebibyte);
}
