import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Hold = z.object({
  /** Why the release is held. */
  reason: z.string().nullable(),
  /** The number of open findings. */
  findings: z.int(),
  /** The title of the worst open finding; null without one. */
  title: z.string().nullable(),
  file: z.string().nullable(),
});
export type Hold = z.infer<typeof Hold>;

/** The worst open finding of a release, with the number of open ones; a lateral join after `releases`. */
export const worstFinding = sql.fragment`lateral (
  select findings.title, coalesce(findings.file, findings.artifact_filename) as file,
    count(*) over () as findings
  from findings where findings.release_id = releases.id and not findings.is_resolved
  order by findings.kind <> 'malware',
    array_position(array['critical', 'high', 'medium', 'low', 'info'], findings.severity),
    findings.detected_at, findings.id
  limit 1) as worst on true`;

/** Why a release is held; null for a release that is not held. */
export async function findHold(db: Queryable, packageId: string, versionKey: string): Promise<Hold | null> {
  return db.maybeOne(sql.type(Hold)`
    select releases.status_reason as reason, coalesce(worst.findings, 0) as findings, worst.title, worst.file
    from releases left join ${worstFinding}
    where releases.package_id = ${packageId} and releases.version_key = ${versionKey}
      and releases.state = 'quarantine'
    order by releases.uploaded_at desc limit 1`);
}
