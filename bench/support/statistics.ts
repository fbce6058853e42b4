/** Times in milliseconds; percentiles by nearest rank. */
export interface Distribution {
  count: number;
  median: number;
  p95: number;
  p99: number;
  max: number;
}

export function distribution(times: readonly number[]): Distribution {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN, 2);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  return distribution(values).median;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
