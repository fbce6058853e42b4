import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Verdaccio } from './verdaccio.ts';

/** Fills a package up to `versions` with copies of its first release; the next publish renders them all. */
export async function seedOurs(databaseUrl: string, name: string, versions: number): Promise<void> {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    await db.query(
      `with origin as (
        select releases.* from releases join packages on packages.id = releases.package_id
        where packages.ecosystem = 'npm' and packages.name = $1 and releases.version = '0.0.0'),
      copies as (
        insert into releases (id, package_id, version, version_key, state, published_by, upload_id,
          upload_sha256, workflow_id, uploaded_at, published_at)
        select gen_random_uuid(), origin.package_id, '1.0.' || n, '1.0.' || n, 'published', origin.published_by,
          gen_random_uuid(), origin.upload_sha256, 'seeded', origin.uploaded_at, origin.published_at
        from origin, generate_series(1, $2::integer) as n
        on conflict (package_id, version_key) do nothing
        returning id, version),
      files as (
        insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
        select gen_random_uuid(), copies.id, artifacts.kind, $1 || '-' || copies.version || '.tgz',
          artifacts.content_type, artifacts.size_bytes, artifacts.sha256, artifacts.sha512, artifacts.sha1,
          artifacts.md5
        from copies, origin join artifacts on artifacts.release_id = origin.id)
      insert into release_metadata (release_id, ecosystem, publication, files)
      select copies.id, release_metadata.ecosystem,
        jsonb_set(release_metadata.publication, '{metadata,manifest,version}', to_jsonb(copies.version)),
        release_metadata.files
      from copies, origin join release_metadata on release_metadata.release_id = origin.id`,
      [name, versions - 1],
    );
    await db.query('analyze releases, artifacts, release_metadata');
  } finally {
    await db.end();
  }
}

interface StoredDocument {
  versions: Record<string, object>;
  time: Record<string, string>;
}

/** Does the same in a file of the other registry. */
export async function seedTheirs({ storage }: Verdaccio, name: string, versions: number): Promise<void> {
  const path = join(storage, name, 'package.json');
  const document = JSON.parse(await readFile(path, 'utf8')) as StoredDocument;
  const first = document.versions['0.0.0'];
  for (let patch = 1; patch < versions; patch += 1) {
    const version = `1.0.${patch}`;
    document.versions[version] = { ...first, version, _id: `${name}@${version}` };
    document.time[version] = document.time['0.0.0'] ?? new Date().toISOString();
  }
  await writeFile(path, JSON.stringify(document));
}
