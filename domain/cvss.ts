import type { Severity } from './findings.ts';

/** Weights of CVSS v3.1, section 7.4; those of `PR` depend on the scope. */
const weights = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
} as const;
const privilegesWhenChanged: Readonly<Record<string, number>> = { N: 0.85, L: 0.68, H: 0.5 };

/**
 * Base score of a CVSS 3.0 or 3.1 vector (specification of v3.1, section 7.1), undefined for anything else.
 * Temporal and environmental metrics are left aside: they say nothing about everybody.
 */
export function baseScore(vector: string): number | undefined {
  if (!/^CVSS:3\.[01]\//.test(vector)) return undefined;
  const metrics = new Map(vector.split('/').map((metric) => pair(metric)));
  const isChanged = metrics.get('S') === 'C';
  if (!isChanged && metrics.get('S') !== 'U') return undefined;
  const value = (name: keyof typeof weights) => {
    const table: Readonly<Record<string, number>> =
      name === 'PR' && isChanged ? privilegesWhenChanged : weights[name];
    const letter = metrics.get(name) ?? '';
    return Object.hasOwn(table, letter) ? (table[letter] ?? Number.NaN) : Number.NaN;
  };
  const missing = 1 - (1 - value('C')) * (1 - value('I')) * (1 - value('A'));
  const impact = isChanged ? 7.52 * (missing - 0.029) - 3.25 * (missing - 0.02) ** 15 : 6.42 * missing;
  const exploitability = 8.22 * value('AV') * value('AC') * value('PR') * value('UI');
  if (Number.isNaN(impact + exploitability)) return undefined;
  if (impact <= 0) return 0;
  return roundUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10));
}

function pair(metric: string): [string, string] {
  const colon = metric.indexOf(':');
  return [metric.slice(0, colon), metric.slice(colon + 1)];
}

/** Appendix A: in whole numbers, or floating point would push some scores up by a tenth. */
function roundUp(score: number): number {
  const scaled = Math.round(score * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

/** Section 5, the qualitative scale. */
export function severityOf(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}
