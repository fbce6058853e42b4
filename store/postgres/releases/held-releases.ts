import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import { worstFinding } from './holds.ts';

const Held = z.object({
  ecosystem: z.string(),
  name: z.string(),
  version: z.string(),
  /** The file that waits on its own to join a visible release; null: the release waits. */
  filename: z.string().nullable(),
  reason: z.string().nullable(),
  publisher: z.string().nullable(),
  uploadedAt: z.date(),
  /** Open ones. */
  findings: z.int(),
  /** The title of the worst of them; null without one. */
  title: z.string().nullable(),
  file: z.string().nullable(),
});
export type Held = z.infer<typeof Held>;

/** Releases and files that wait for a person, oldest first. */
export async function listHeld(db: Queryable, limit: number): Promise<readonly Held[]> {
  return db.any(sql.type(Held)`
    select packages.ecosystem, packages.name, releases.version, null as filename, releases.status_reason as reason,
      users.username as publisher, releases.uploaded_at,
      coalesce(worst.findings, 0) as findings, worst.title, worst.file
    from releases
    join packages on packages.id = releases.package_id
    left join users on users.id = releases.published_by
    left join ${worstFinding}
    where releases.state = 'quarantine' and releases.status_reason is not null
    union all
    select packages.ecosystem, packages.name, releases.version, staged_files.filename, staged_files.held_for,
      users.username, staged_files.staged_at, coalesce(jsonb_array_length(uploads.findings), 0),
      uploads.findings -> 0 ->> 'title', staged_files.filename
    from staged_files
    join uploads on uploads.id = staged_files.upload_id
    join releases on releases.id = staged_files.release_id
    join packages on packages.id = releases.package_id
    left join users on users.id = staged_files.staged_by
    where staged_files.held_for is not null
    order by uploaded_at limit ${limit}`);
}
