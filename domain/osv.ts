import { inputLimits } from './limits/inputs.ts';
import { z } from 'zod';
import type { AdvisoryRecord, AffectedPackage, RangeEvent } from './advisory.ts';
import { baseScore, severityOf } from './cvss.ts';
import type { Severity } from './findings.ts';
import { isStorable } from './storable-text.ts';
import { fieldLimits } from './limits/fields.ts';

/** Records of the OSV schema (1.6 and newer of the 1.x line), with the members used here. */

const texts = ({ count, characters }: { count: number; characters: number }) =>
  z.array(z.string().max(characters)).max(count).nullish();

/** Bounds above the size of real records; a larger record is refused: truncated ranges would change its meaning. */
const OsvRecord = z.object({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/),
  modified: z.iso.datetime({ offset: true }),
  withdrawn: z.iso.datetime({ offset: true }).nullish(),
  aliases: texts(inputLimits['advisory aliases']),
  summary: z.string().nullish(),
  details: z.string().nullish(),
  severity: z
    .array(z.object({ type: z.string(), score: z.string() }))
    .max(inputLimits['advisory ratings'].count)
    .nullish(),
  references: z
    .array(z.object({ type: z.string().nullish(), url: z.string() }))
    .max(inputLimits['advisory links'].count)
    .nullish(),
  database_specific: z.record(z.string(), z.unknown()).nullish(),
  affected: z
    .array(
      z.object({
        package: z
          .object({
            ecosystem: z.string(),
            name: z.string().max(inputLimits['advisory packages'].characters),
          })
          .nullish(),
        severity: z
          .array(z.object({ type: z.string(), score: z.string() }))
          .max(inputLimits['advisory ratings'].count)
          .nullish(),
        ranges: z
          .array(
            z.object({
              type: z.string(),
              events: z
                .array(z.record(z.string(), z.string().max(inputLimits['advisory events'].characters)))
                .max(inputLimits['advisory events'].count),
            }),
          )
          .max(inputLimits['advisory ranges'].count)
          .nullish(),
        versions: texts(inputLimits['advisory versions']),
      }),
    )
    .max(inputLimits['advisory packages'].count)
    .nullish(),
});
type OsvRecord = z.infer<typeof OsvRecord>;
type OsvAffected = NonNullable<OsvRecord['affected']>[number];

const maxSummary = inputLimits['advisory summary'].characters;
const maxDetails = inputLimits['advisory details'].characters;
const maxReferences = inputLimits['advisory references'].count;

/**
 * `osvName`: the ecosystem's name in the schema. Null for a record about other ecosystems; undefined for an
 * unreadable one.
 */
export function readOsv(
  json: unknown,
  osvName: string | null,
  canonicalName: (raw: string) => string,
): AdvisoryRecord | null | undefined {
  const parsed = OsvRecord.safeParse(json);
  if (!parsed.success) return undefined;
  const record = parsed.data;
  const ours = (record.affected ?? []).filter((affected) => isOf(affected, osvName));
  const affected = mergeByName(ours, canonicalName);
  if (affected.length === 0) return null;
  const cvss = bestCvss([...(record.severity ?? []), ...ours.flatMap(({ severity }) => severity ?? [])]);
  const references = (record.references ?? []).filter(({ url }) => isWebAddress(url));
  const advisory: AdvisoryRecord = {
    id: record.id,
    aliases: (record.aliases ?? []).slice(0, maxReferences),
    summary: (record.summary ?? '').slice(0, maxSummary).toWellFormed(),
    details: (record.details ?? '').slice(0, maxDetails).toWellFormed(),
    severity: statedSeverity(record) ?? (cvss && severityOf(cvss.score)) ?? malwareSeverity(record.id),
    cvss,
    cwes: cwesOf(record),
    url: pageOf(record.id, references),
    references: references.map(({ url }) => url).slice(0, maxReferences),
    modifiedAt: new Date(record.modified),
    withdrawnAt: record.withdrawn ? new Date(record.withdrawn) : null,
    affected,
  };
  return isStorable(advisory) ? advisory : undefined;
}

/** Some names have a suffix, e.g. `Packagist:https://packages.example`. */
function isOf({ package: pkg }: OsvAffected, osvName: string | null): boolean {
  return pkg?.ecosystem.split(':')[0] === osvName;
}

/** One record can list a package several times, e.g. once per release line. */
function mergeByName(all: OsvAffected[], canonicalName: (raw: string) => string): AffectedPackage[] {
  const byKey = new Map<string, AffectedPackage>();
  for (const { package: pkg, ranges, versions } of all) {
    const name = pkg?.name ?? '';
    const nameKey = canonicalOrNull(() => canonicalName(name));
    if (nameKey === null) continue;
    const merged = byKey.get(nameKey) ?? { name, nameKey, ranges: [], versions: [] };
    for (const { type, events } of ranges ?? []) {
      // commits of a source repository are not versions
      if (type === 'SEMVER' || type === 'ECOSYSTEM') merged.ranges.push(events.flatMap(toEvents));
    }
    merged.versions.push(...(versions ?? []));
    byKey.set(nameKey, merged);
  }
  return [...byKey.values()];
}

function toEvents(event: Record<string, string>): RangeEvent[] {
  const { introduced, fixed, last_affected: lastAffected } = event;
  if (introduced !== undefined) return [{ introduced }];
  if (fixed !== undefined) return [{ fixed }];
  return lastAffected === undefined ? [] : [{ lastAffected }];
}

/** The vector of version 3 if there is one, as clients expect; otherwise that of version 4. */
function bestCvss(severities: { type: string; score: string }[]): AdvisoryRecord['cvss'] {
  return highestCvss(severities, 'CVSS_V3') ?? highestCvss(severities, 'CVSS_V4');
}

function highestCvss(
  severities: { type: string; score: string }[],
  wanted: 'CVSS_V3' | 'CVSS_V4',
): AdvisoryRecord['cvss'] {
  let best: AdvisoryRecord['cvss'] = null;
  for (const { type, score: vector } of severities) {
    const score = type === wanted ? baseScore(vector) : undefined;
    if (score !== undefined && (best === null || score > best.score)) best = { score, vector };
  }
  return best;
}

const statedSeverities: Readonly<Record<string, Severity>> = {
  LOW: 'low',
  MODERATE: 'medium',
  MEDIUM: 'medium',
  HIGH: 'high',
  CRITICAL: 'critical',
};

/** A rating by editors of the database takes precedence over a formula. */
function statedSeverity({ database_specific: specific }: OsvRecord): Severity | null {
  const stated = specific?.['severity'];
  return typeof stated === 'string' ? (statedSeverities[stated.toUpperCase()] ?? null) : null;
}

/** Records of malicious packages state no severity: it is always critical. */
function malwareSeverity(id: string): Severity | null {
  return id.startsWith('MAL-') ? 'critical' : null;
}

function cwesOf({ database_specific: specific }: OsvRecord): string[] {
  const ids = z.array(z.string().regex(/^CWE-\d{1,6}$/)).safeParse(specific?.['cwe_ids']);
  return ids.success ? ids.data.slice(0, maxReferences) : [];
}

/**
 * The address that public registries use for the advisory: clients of some ecosystems use it to silence an advisory.
 */
function pageOf(id: string, references: { type?: string | null | undefined; url: string }[]): string {
  if (id.startsWith('GHSA-')) return `https://github.com/advisories/${id}`;
  const page = references.find(({ type }) => type === 'ADVISORY');
  return page?.url ?? `https://osv.dev/vulnerability/${encodeURIComponent(id)}`;
}

function isWebAddress(url: string): boolean {
  return url.length <= fieldLimits.link.characters && /^https?:\/\//i.test(url) && URL.canParse(url);
}

function canonicalOrNull(canonical: () => string): string | null {
  try {
    return canonical();
  } catch {
    return null;
  }
}
