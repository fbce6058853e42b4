import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';
import { DeclaredJson } from './uploads.ts';

const ScanSubject = z.object({
  id: z.string(),
  packageId: z.string(),
  name: z.string(),
  nameKey: z.string(),
  version: z.string(),
  versionKey: z.string(),
  ecosystem: EcosystemId,
  isNewName: z.boolean(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  upload: z
    .object({
      sha256: z.string(),
      sha512: z.string(),
      sha1: z.string(),
      md5: z.string(),
      sizeBytes: z.number(),
      declared: DeclaredJson,
    })
    .nullable(),
});

/** A release before its publication, with the facts for the scanner; without an upload once that has expired. */
export type ScanSubject = z.infer<typeof ScanSubject>;

export async function findScanSubject(db: Queryable, releaseId: string): Promise<ScanSubject | null> {
  return db.maybeOne(sql.type(ScanSubject)`
    select releases.id, releases.package_id, releases.version, releases.version_key, packages.name, packages.name_key,
      packages.ecosystem, packages.readable_releases = 0 as is_new_name,
      repositories.owner_user_id, repositories.owner_org_id,
      case when uploads.id is not null then
        jsonb_build_object('sha256', uploads.sha256, 'sha512', uploads.sha512, 'sha1', uploads.sha1,
          'md5', uploads.md5, 'sizeBytes', uploads.size_bytes, 'declared', uploads.declared) end as upload
    from releases
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    left join uploads on uploads.id = releases.upload_id
    where releases.id = ${releaseId}`);
}
