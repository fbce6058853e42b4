import { inputLimits } from './limits/inputs.ts';
import cvss, { type Cvss3P0, type Cvss3P1, type Cvss4P0 } from 'ae-cvss-calculator';
import type { Severity } from './findings.ts';

/** Longer than a vector with every metric of version 4.0. */
const maxLength = inputLimits['CVSS vector'].characters;

/**
 * Base score of a CVSS vector of version 3.0, 3.1 or 4.0; undefined for anything else and for a vector without all
 * base metrics. Threat and environmental metrics are ignored: they depend on the reader.
 */
export function baseScore(vector: string): number | undefined {
  if (vector.length > maxLength) return undefined;
  try {
    if (vector.startsWith('CVSS:4.0/')) return scoreOf4(new cvss.Cvss4P0(vector));
    if (vector.startsWith('CVSS:3.1/')) return scoreOf3(new cvss.Cvss3P1(vector));
    if (vector.startsWith('CVSS:3.0/')) return scoreOf3(new cvss.Cvss3P0(vector));
  } catch {
    // the parser throws at unknown metrics and values
  }
  return undefined;
}

function scoreOf3(vector: Cvss3P0 | Cvss3P1): number | undefined {
  return vector.isBaseFullyDefined() ? vector.calculateScores().base : undefined;
}

function scoreOf4(vector: Cvss4P0): number | undefined {
  return vector.isBaseFullyDefined() ? vector.calculateScores().baseMetricsOnly : undefined;
}

/** The qualitative scale, the same in versions 3 (section 5) and 4 (section 6). */
export function severityOf(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'info';
}
