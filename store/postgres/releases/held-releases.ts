import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import { worstFinding } from './holds.ts';

const Held = z.object({
  ecosystem: z.string(),
  name: z.string(),
  version: z.string(),
  reason: z.string().nullable(),
  publisher: z.string().nullable(),
  workflowId: z.string(),
  uploadedAt: z.date(),
  /** Open ones. */
  findings: z.int(),
  /** Of the worst of them; null without one. */
  title: z.string().nullable(),
  file: z.string().nullable(),
});
export type Held = z.infer<typeof Held>;

/** Releases that wait for a person, oldest first. */
export async function listHeld(db: Queryable, limit: number): Promise<readonly Held[]> {
  return db.any(sql.type(Held)`
    select packages.ecosystem, packages.name, releases.version, releases.status_reason as reason,
      users.username as publisher, releases.workflow_id, releases.uploaded_at,
      coalesce(worst.findings, 0) as findings, worst.title, worst.file
    from releases
    join packages on packages.id = releases.package_id
    left join users on users.id = releases.published_by
    left join ${worstFinding}
    where releases.state = 'quarantine' and releases.status_reason is not null
    order by releases.uploaded_at limit ${limit}`);
}
