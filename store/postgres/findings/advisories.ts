import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import { type Advisory, AdvisoryRecord } from '../../../domain/advisory.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

const Written = z.object({ isNew: z.boolean(), isWithdrawn: z.boolean() });

export interface SavedAdvisories {
  added: number;
  updated: number;
  /** The number of added and updated advisories that were withdrawn. */
  withdrawn: number;
  /** The number of advisories that are already stored, equal or newer. */
  unchanged: number;
}

/** Writes new and newer records in one statement; an older copy of a stored advisory has no effect. */
export async function saveAdvisories(
  db: Queryable,
  ecosystem: EcosystemId,
  records: readonly AdvisoryRecord[],
): Promise<SavedAdvisories> {
  const newest = new Map<string, AdvisoryRecord>();
  for (const record of records) {
    const other = newest.get(record.id);
    if (other === undefined || other.modifiedAt <= record.modifiedAt) newest.set(record.id, record);
  }
  const rows = [...newest.values()].map((record) => ({
    record,
    digest: sha256Hex(JSON.stringify(record)),
    matter: matterOf(record),
  }));
  const written = await db.any(sql.type(Written)`
    insert into advisories (ecosystem, id, name_keys, record, digest, matter, modified_at, withdrawn_at)
    select ${ecosystem}, rows.record ->> 'id',
      array(select jsonb_array_elements(rows.record -> 'affected') ->> 'nameKey'),
      rows.record, rows.digest, rows.matter,
      (rows.record ->> 'modifiedAt')::timestamptz, (rows.record ->> 'withdrawnAt')::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (record jsonb, digest text, matter text)
    on conflict (ecosystem, id) do update set
      name_keys = excluded.name_keys, record = excluded.record, digest = excluded.digest,
      matter = excluded.matter, modified_at = excluded.modified_at, withdrawn_at = excluded.withdrawn_at,
      changed_at = case when advisories.matter = excluded.matter
        then advisories.changed_at else clock_timestamp() end
    where advisories.digest <> excluded.digest and advisories.modified_at <= excluded.modified_at
    returning xmax = 0 as is_new, withdrawn_at is not null as is_withdrawn`);
  const added = written.filter(({ isNew }) => isNew).length;
  return {
    added,
    updated: written.length - added,
    withdrawn: written.filter(({ isWithdrawn }) => isWithdrawn).length,
    unchanged: records.length - written.length,
  };
}

/** The members that clients decide by: a change of wording must not make clients fetch everything again. */
function matterOf({ affected, severity, url, withdrawnAt }: AdvisoryRecord): string {
  return sha256Hex(JSON.stringify([affected, severity, url, withdrawnAt !== null]));
}

const AdvisoryRow = z.object({ number: z.number(), record: AdvisoryRecord });

/** Open advisories about any of these packages, without duplicates, by id. */
export async function listAdvisories(
  db: Queryable,
  ecosystem: EcosystemId,
  nameKeys: readonly string[],
): Promise<Advisory[]> {
  if (nameKeys.length === 0) return [];
  const rows = await db.any(sql.type(AdvisoryRow)`
    select advisories.number, advisories.record from advisories
    where advisories.ecosystem = ${ecosystem} and advisories.withdrawn_at is null
      and advisories.name_keys && ${sql.array([...nameKeys], 'text')}
    order by advisories.id`);
  return rows.map(toAdvisory);
}

/** Bounds the cost of one page; every ecosystem that requests all advisories has less than half as many. */
const maxPage = answerLimits['advisory page'].count;

/** Open advisories first seen until `baseAt`, or after it. */
export async function listAdvisoryPage(
  db: Queryable,
  ecosystem: EcosystemId,
  page: 'base' | 'update',
  baseAt: Date,
): Promise<Advisory[]> {
  const isBase = page === 'base';
  const rows = await db.any(sql.type(AdvisoryRow)`
    select advisories.number, advisories.record from advisories
    where advisories.ecosystem = ${ecosystem} and advisories.withdrawn_at is null
      and (advisories.first_seen_at <= ${baseAt.toISOString()}) = ${isBase}
    order by advisories.id
    limit ${maxPage}`);
  return rows.map(toAdvisory);
}

function toAdvisory({ number, record }: z.infer<typeof AdvisoryRow>): Advisory {
  return { ...record, number };
}
