import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { type Queryable, sql } from '../pool.ts';
import { worstFinding } from './holds.ts';

const Held = z.object({
  ...placed,
  ecosystem: EcosystemId,
  name: z.string(),
  version: z.string(),
  /** The upload of a single file that waits to join a visible release; null: the release itself waits. */
  uploadId: z.string().nullable(),
  /** The name of that file. */
  filename: z.string().nullable(),
  reason: z.string().nullable(),
  publisher: z.string().nullable(),
  uploadedAt: z.date(),
  /** The number of open findings. */
  findings: z.int(),
  /** The title of the worst open finding; null without one. */
  title: z.string().nullable(),
  file: z.string().nullable(),
});
export type Held = z.infer<typeof Held>;

const oldestFirst = keyset(
  { value: sql.fragment`held.uploaded_at`, type: 'timestamptz' },
  { value: sql.fragment`held.id`, type: 'uuid' },
);

/** Releases and files that wait for a person, in packages that the actor oversees, oldest first. */
export async function listHeld(
  db: Queryable,
  actor: Actor,
  { organizationId }: { organizationId?: string | undefined },
  window: Window,
): Promise<readonly Held[]> {
  const ofOwner =
    organizationId === undefined
      ? sql.fragment`true`
      : sql.fragment`repositories.owner_org_id = ${organizationId}`;
  const isTheirs = sql.fragment`${ofOwner} and ${mayWhere(actor, 'oversee', packageRights)}`;
  return db.any(sql.type(Held)`
    select held.*, ${oldestFirst.position} as position
    from (
      select releases.id, packages.ecosystem, packages.name, releases.version, null::uuid as upload_id,
        null as filename, releases.status_reason as reason, users.username as publisher, releases.uploaded_at,
        coalesce(worst.findings, 0) as findings, worst.title, worst.file
      from releases
      join packages on packages.id = releases.package_id
      join repositories on repositories.id = packages.repository_id
      left join users on users.id = releases.published_by
      left join ${worstFinding}
      where releases.state = 'quarantine' and releases.status_reason is not null and ${isTheirs}
      union all
      select staged_files.upload_id, packages.ecosystem, packages.name, releases.version, staged_files.upload_id,
        staged_files.filename, staged_files.held_for, users.username, staged_files.staged_at,
        coalesce(jsonb_array_length(uploads.findings), 0), uploads.findings -> 0 ->> 'title', staged_files.filename
      from staged_files
      join uploads on uploads.id = staged_files.upload_id
      join releases on releases.id = staged_files.release_id
      join packages on packages.id = releases.package_id
      join repositories on repositories.id = packages.repository_id
      left join users on users.id = staged_files.staged_by
      where staged_files.held_for is not null and ${isTheirs}
    ) as held
    where ${oldestFirst.behind(window)}
    ${oldestFirst.page(window)}`);
}
