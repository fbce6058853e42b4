import type { Severity } from '../../domain/findings.ts';
import type { Html } from '../html.ts';
import type { PageContext } from '../page.ts';
import { badge } from './show.ts';

const tones = {
  critical: 'danger',
  high: 'danger',
  medium: 'warning',
  low: 'plain',
  info: 'plain',
} as const satisfies Record<Severity, string>;

const levels = {
  critical: 'critical',
  high: 'high',
  medium: 'moderate',
  low: 'low',
  info: 'low',
} as const satisfies Record<Severity, string>;

/** The severity of a package's worst open finding. */
export function riskBadge({ t }: Pick<PageContext, 't'>, worst: Severity | null): Html {
  const severity = worst ?? 'info';
  return badge(t(`packages.risk_${levels[severity]}`), tones[severity]);
}

/** The severity of one finding. */
export function severityBadge({ t }: Pick<PageContext, 't'>, severity: Severity): Html {
  return badge(t(`packages.severity_${severity}`), tones[severity]);
}
