import type { Actor } from '../../../domain/actor.ts';
import type { Advisory, AffectedPackage } from '../../../domain/advisory.ts';
import { createPause } from '../../../domain/event-loop-pause.ts';
import type { RouteContext } from '../../context/context.ts';
import { affects } from './audit-range.ts';

/** An advisory about one used package. */
export interface Hit {
  advisory: Advisory;
  affected: AffectedPackage;
  name: string;
  /** The affected ones among the requested versions. */
  versions: readonly string[];
}

/** The client's severities, in ascending order. */
export const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type AuditSeverity = (typeof severities)[number];

/** Advisories about these versions; packages of the registry that the caller may not read are omitted. */
export async function findHits(
  context: RouteContext,
  actor: Actor,
  asked: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Hit[]> {
  const advisories = await context.advisories.list([...asked.keys()]);
  const hits: Hit[] = [];
  const pause = createPause();
  for (const advisory of advisories) {
    for (const affected of advisory.affected) {
      const name = affected.nameKey;
      const versions: string[] = [];
      for (const version of asked.get(name) ?? []) {
        if (affects(affected, version)) versions.push(version);
        if (pause.isDue()) await pause.take();
      }
      if (versions.length > 0) hits.push({ advisory, affected, name, versions });
    }
  }
  const hidden = await context.packages.listHidden(actor, [...new Set(hits.map(({ name }) => name))]);
  return hits.filter(({ name }) => !hidden.has(name));
}

export function severityOf({ severity, id }: Advisory): AuditSeverity {
  // malware databases give no score: the id alone marks malware
  if (severity === null) return id.startsWith('MAL-') ? 'critical' : 'moderate';
  return severity === 'medium' ? 'moderate' : severity;
}

export function titleOf({ summary, details, id }: Advisory): string {
  const [firstLine = ''] = details.split('\n', 1);
  return summary || firstLine.slice(0, 200) || id;
}
