import { newId } from '../../store/postgres/ids.ts';
import { sql } from '../../store/postgres/pool.ts';
import { insertUpload } from '../../store/postgres/releases/uploads.ts';
import type { Management, Person } from './management.ts';

interface WaitingFile {
  packageId: string;
  filename: string;
  by: Person;
  /** The reason why the file is held; undefined for a file that waits with its release. */
  heldFor?: string;
}

/** Inserts a file of version 1.0.0 of a crate, as the steps of `publishFile` leave it. */
export async function seedWaitingFile(
  { pool }: Management,
  { packageId, filename, by, heldFor }: WaitingFile,
): Promise<void> {
  const [uploadId, sha256] = [newId(), '1'.repeat(64)];
  const file = { kind: 'crate', filename, contentType: 'application/gzip' };
  await insertUpload(pool, {
    id: uploadId,
    ecosystem: 'cargo',
    declared: { name: 'probe', version: '1.0.0', metadata: {} },
    purpose: { kind: 'attach', file: { ...file, waitsForRelease: heldFor === undefined } },
    sizeBytes: 3,
    sha256,
    sha512: 'a',
    sha1: 'b',
    md5: 'c',
    ttlSeconds: 3_600,
    actor: {
      userId: by.id,
      username: by.username,
      tokenId: null,
      scopes: ['packages:write'],
      boundRepositoryId: null,
      isExchanged: false,
      repositorySlug: null,
      ipAddress: null,
      userAgent: null,
    },
  });
  await pool.query(sql.unsafe`
    insert into staged_files (upload_id, release_id, kind, filename, content_type, sha256, staged_by, held_for)
    select ${uploadId}, releases.id, 'crate', ${filename}, ${file.contentType}, ${sha256}, ${by.id}, ${heldFor ?? null}
    from releases where releases.package_id = ${packageId} and releases.version = '1.0.0'`);
}
