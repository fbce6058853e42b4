import { beforeAll, expect, it } from 'vitest';
import { nameFindings } from '../../../scan/names.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow } from '../../support/management.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0018' });

const [alice, bob] = [newId(), newId()];
const repositories = { [alice]: newId(), [bob]: newId() };
const releaseId = newId();

async function publish(owner: string, ecosystem: string, name: string, day: number): Promise<string> {
  const id = newId();
  await rows.pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility, created_at)
    values (${id}, ${repositories[owner] ?? ''}, ${ecosystem}, ${name}, ${name.toLowerCase()}, 'public',
      ${`2026-01-0${day}T00:00:00Z`})`);
  return id;
}

beforeAll(async () => {
  for (const [id, name] of [
    [alice, 'alice'],
    [bob, 'corp'],
  ] as const) {
    await rows.pool.query(sql.unsafe`
      insert into users (id, username, username_key, email, email_key, password_hash)
      values (${id}, ${name}, ${name}, ${name}, ${name}, '!')`);
    await rows.pool.query(sql.unsafe`
      insert into repositories (id, slug, name, kind, visibility, owner_user_id)
      values (${repositories[id] ?? ''}, ${name}, ${name}, 'public', 'public', ${id})`);
  }
  await publish(bob, 'npm', '@corp/late', 2);
  await publish(alice, 'npm', '@corp/early', 1);
  await publish(bob, 'oci', 'corp/image', 1);
  await publish(alice, 'oci', 'alpine', 1);
  await publish(alice, 'npm', 'unscoped', 1);
  await publish(alice, 'cargo', 'corp', 1);
  await publish(bob, 'cargo', 'Reqwest', 1);
  const packageId = await publish(alice, 'cargo', 'reqwesr', 3);
  await rows.pool.query(sql.unsafe`
    insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id)
    values (${releaseId}, ${packageId}, '1.0.0', '1.0.0', 'published', ${newId()}, 'a', 'publish:cargo:reqwesr@1.0.0')`);
  await rows.pool.query(sql.unsafe`
    insert into findings (id, package_id, release_id, artifact_filename, fingerprint, kind, severity, title, description, scanner)
    values (${newId()}, ${packageId}, ${releaseId}, 'reqwesr-1.0.0.crate', 'old', 'dependency_confusion', 'medium', 'Name close to reqwest',
      'reqwesr can be mistaken for the existing package reqwest (7 downloads).', 'names/1')`);
  await migrate(rows.url, 'migrations');
});

it('a namespace in use belongs to the owner of its oldest package, whichever account has its name', async () => {
  const claims = await rows.pool.any(sql.type(AnyRow)`
    select ecosystem, name, owner_user_id from namespaces order by ecosystem, name`);

  expect(claims.map(({ ecosystem, name, ownerUserId }) => [ecosystem, name, ownerUserId])).toEqual([
    ['npm', 'corp', alice],
    ['oci', 'alpine', alice],
    ['oci', 'corp', bob],
  ]);
});

it('old findings tell no name any more', async () => {
  const migrated = await rows.pool.any(sql.type(AnyRow)`
    select findings.title, findings.description, similar_packages.name as similar
    from findings left join packages as similar_packages on similar_packages.id = findings.similar_package_id`);

  const [finding] = nameFindings('reqwesr', [{ name: 'reqwest', downloads: 7 }]);
  expect(migrated).toEqual([
    { title: finding?.title, description: finding?.description, similar: 'Reqwest' },
  ]);
});
