import type { Actor } from '../../domain/actor.ts';
import type { Advisory, AffectedPackage } from '../../domain/advisory.ts';
import type { RouteContext } from '../route-context.ts';
import { affects } from './audit-range.ts';

/** What an advisory says of one package that is in use. */
export interface Hit {
  advisory: Advisory;
  affected: AffectedPackage;
  name: string;
  /** Of those asked for. */
  versions: readonly string[];
}

/** The client's words, least bad first. */
export const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type AuditSeverity = (typeof severities)[number];

/** Names in a project beyond these are a mistake or an attack. */
export const maxNames = 20_000;

/** Advisories that concern these versions; about a package of ours that the caller may not read nothing is said. */
export async function findHits(
  context: RouteContext,
  actor: Actor,
  asked: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Hit[]> {
  const advisories = await context.advisories([...asked.keys()]);
  const hits = advisories.flatMap((advisory) =>
    advisory.affected.flatMap((affected) => {
      const name = affected.nameKey;
      const versions = [...(asked.get(name) ?? [])].filter((version) => affects(affected, version));
      return versions.length === 0 ? [] : [{ advisory, affected, name, versions }];
    }),
  );
  const hidden = await context.listHidden(actor, [...new Set(hits.map(({ name }) => name))]);
  return hits.filter(({ name }) => !hidden.has(name));
}

export function severityOf({ severity, id }: Advisory): AuditSeverity {
  // malware is known by its name alone: its databases give no score
  if (severity === null) return id.startsWith('MAL-') ? 'critical' : 'moderate';
  return severity === 'medium' ? 'moderate' : severity;
}

export function titleOf({ summary, details, id }: Advisory): string {
  const [firstLine = ''] = details.split('\n', 1);
  return summary || firstLine.slice(0, 200) || id;
}
