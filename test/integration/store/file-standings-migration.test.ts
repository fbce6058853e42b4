import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../store/postgres/ids.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow } from '../../support/management.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0131' });
const repositoryId = newId();

interface File {
  kind: string;
  filename: string;
  metadata?: object;
  extractedFrom?: string;
}

interface Earlier {
  ecosystem: string;
  files: File[];
  publication?: object;
  installScripts?: number;
}

/** Inserts a release as an earlier version left it. */
async function insertRelease({
  ecosystem,
  files,
  publication = {},
  installScripts = 0,
}: Earlier): Promise<void> {
  const [packageId, releaseId] = [newId(), newId()];
  const name = `${ecosystem}-${packageId}`;
  await rows.pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility)
    values (${packageId}, ${repositoryId}, ${ecosystem}, ${name}, ${name}, 'public')`);
  await rows.pool.query(sql.unsafe`
    insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id)
    values (${releaseId}, ${packageId}, '1', '1', 'published', ${newId()}, 'a', ${name})`);
  await rows.pool.query(sql.unsafe`
    insert into release_metadata (release_id, ecosystem, publication, files)
    values (${releaseId}, ${ecosystem}, ${JSON.stringify(publication)}::jsonb, '[]')`);
  await rows.pool.query(sql.unsafe`
    insert into release_bundles (release_id, facts)
    values (${releaseId}, ${JSON.stringify({ installScripts })}::jsonb)`);
  await rows.pool.query(sql.unsafe`
    insert into blobs (sha256, size_bytes) values ('a', 1) on conflict do nothing`);
  for (const { kind, filename, metadata = null, extractedFrom = null } of files) {
    await rows.pool.query(sql.unsafe`
      insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5,
        metadata, extracted_from)
      values (${newId()}, ${releaseId}, ${kind}, ${filename}, 'x', 1, 'a', 'a', 'a', 'a',
        ${metadata === null ? null : JSON.stringify(metadata)}::jsonb, ${extractedFrom})`);
  }
}

const proof = (more: object) => ({ metadata: { proof: more } });
const attestations = (from: string): File => ({
  kind: 'metadata',
  filename: 'attestations.json',
  extractedFrom: from,
});

beforeAll(async () => {
  const userId = newId();
  await rows.pool.query(sql.unsafe`
    insert into users (id, username, username_key, email, email_key, password_hash)
    values (${userId}, 'alice', 'alice', 'alice', 'alice', '!')`);
  await rows.pool.query(sql.unsafe`
    insert into repositories (id, slug, name, kind, visibility, owner_user_id)
    values (${repositoryId}, 'alice', 'alice', 'public', 'public', ${userId})`);
  await insertRelease({
    ecosystem: 'maven',
    files: [
      { kind: 'jar', filename: 'a.jar' },
      { kind: 'signature', filename: 'a.jar.asc', ...proof({ status: 'verified' }) },
      { kind: 'signature', filename: 'a.pom.asc', ...proof({ status: 'unverified' }) },
      { kind: 'attestation', filename: 'a.jar.sigstore.json', ...proof({ status: 'verified', build: 'x' }) },
      { kind: 'attestation', filename: 'a.pom.sigstore.json', ...proof({ status: 'verified' }) },
    ],
  });
  await insertRelease({
    ecosystem: 'pypi',
    files: [
      { kind: 'wheel', filename: 'a.whl', metadata: { hasProvenance: true } },
      { kind: 'sdist', filename: 'a.tar.gz', metadata: { hasProvenance: false } },
    ],
  });
  await insertRelease({
    ecosystem: 'npm',
    files: [{ kind: 'tgz', filename: 'attested.tgz' }, attestations('attested.tgz')],
  });
  await insertRelease({
    ecosystem: 'npm',
    files: [{ kind: 'tgz', filename: 'scripts.tgz' }],
    installScripts: 2,
  });
  await insertRelease({
    ecosystem: 'rubygems',
    files: [{ kind: 'gem', filename: 'both.gem' }, attestations('both.gem')],
    publication: { metadata: { isSigned: true } },
  });
  await insertRelease({
    ecosystem: 'rubygems',
    files: [{ kind: 'gem', filename: 'plain.gem' }],
    publication: { metadata: { isSigned: false } },
  });
  await migrate(rows.url, 'migrations');
});

it('what earlier versions verified is known to policies', async () => {
  const kept = await rows.pool.any(sql.type(AnyRow)`
    select filename, vouchers, install_scripts from file_standings order by filename collate "C"`);

  expect(kept.map(({ filename, vouchers, installScripts }) => [filename, vouchers, installScripts])).toEqual([
    ['a.jar.asc', ['signature'], 0],
    ['a.jar.sigstore.json', ['attestation'], 0],
    ['a.whl', ['attestation'], 0],
    ['attested.tgz', ['attestation'], 0],
    ['both.gem', ['signature', 'attestation'], 0],
    ['scripts.tgz', [], 2],
  ]);
});
