import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuildToken } from '../../../domain/build-token.ts';
import { buildActor } from '../../../services/identity/oidc/act-under.ts';
import { addFile } from '../../../services/releases/add-file.ts';
import { insertToken } from '../../../store/postgres/identity/tokens.ts';
import { stagingKey } from '../../../store/blobs/blobs.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import type { StagedUpload } from '../../../ecosystems/context/publishing.ts';
import type { Asked } from '../../support/route-context.ts';
import type { Person } from '../../support/management.ts';
import { startTagged, type TaggedPlatform } from '../../support/tagged-context.ts';

let platform: TaggedPlatform;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  platform = await startTagged();
  ({ alice, bob } = platform);
});
afterAll(() => platform?.stop());

const named = (code: string) => expect.objectContaining({ code });

/** The slug of a public repository of alice. */
let repository: string;
beforeEach(async () => {
  repository = platform.fresh();
  const body = { name: repository, slug: repository, kind: 'public' };
  expect((await platform.api.call('POST', '/v1/repositories', { token: alice.token, body })).status).toBe(
    201,
  );
});

/** Changes owner and visibility as a transfer does. */
const giveToBob = () =>
  platform.api.pool.query(sql.unsafe`
    update repositories set owner_user_id = ${bob.id}, visibility = 'private' where slug = ${repository}`);

const isKept = ({ context }: Asked, upload: StagedUpload) =>
  context.publishing.withUpload(upload, async () => true).catch(() => false);

describe('the repository that a request came through, given away while its bytes come', () => {
  /** The caller at the start of the request. */
  const through = async (asked: Asked) => {
    const mount = await platform.api.pool.one(sql.unsafe`
      select id, slug, visibility, owner_user_id, owner_org_id from repositories where slug = ${repository}`);
    return { ...asked.caller, repository, mount: mount as never };
  };

  test('takes no file of a draft', async () => {
    const name = platform.fresh();
    await platform.as(alice, async (asked) => {
      const { context } = asked;
      const caller = await through(asked);
      const upload = await context.publishing.receive(Buffer.from('bytes'), 100);
      await giveToBob();

      const declared = { name, version: '1.0.0', metadata: {} };
      await expect(context.drafts.put({ caller, declared, upload })).rejects.toEqual(named('forbidden'));

      expect(await isKept(asked, upload)).toBe(false);
    });
  });

  test('takes no first publish, and none of a package that has moved meanwhile', async () => {
    const [name, other] = [platform.fresh(), platform.fresh()];
    await platform.publish(alice, { name, version: '1.0.0' });
    const into = { repositorySlug: repository };

    await expect(platform.upload(alice, { name, version: '1.1.0' }, into)).rejects.toThrow(
      /belongs to another repository/,
    );
    await giveToBob();
    await expect(platform.upload(alice, { name: other, version: '1.0.0' }, into)).rejects.toEqual(
      named('forbidden'),
    );
  });
});

describe('a build', () => {
  const build: BuildToken = {
    issuer: 'https://issuer.example',
    subject: 'repo:acme/tool',
    repository: 'acme/tool',
    repositoryOwnerId: null,
    workflowRef: 'acme/tool/.github/workflows/release.yml@refs/heads/main',
    environment: null,
    organizations: null,
    nameKey: null,
    owner: null,
    repositorySlug: null,
  };
  const exchanged = async () => {
    const id = newId();
    const text = { hash: randomUUID(), prefix: 'rky', hint: 'hint' };
    await insertToken(platform.api.pool, {
      ...text,
      id,
      userId: null,
      name: 'trusted publishing',
      kind: 'ci',
      scopes: ['packages:write'],
      repositoryId: null,
      packageId: null,
      exchangedIn: 'cargo',
      build,
      expiresAt: null,
    });
    return id;
  };
  const trust = (packageId: string) =>
    platform.api.pool.query(sql.unsafe`
      insert into trusted_publishers (id, package_id, issuer, repository, workflow_ref, created_by)
      values (${newId()}, ${packageId}, ${build.issuer}, 'acme/tool', 'release.yml', ${alice.id})`);
  const distrust = (packageId: string) =>
    platform.api.pool.query(sql.unsafe`delete from trusted_publishers where package_id = ${packageId}`);

  const expectName = (name: string, slug: string) =>
    platform.api.pool.query(sql.unsafe`
      insert into pending_publishers
        (id, organization_id, ecosystem, name, name_key, issuer, repository, workflow_ref, created_by)
      select ${newId()}, organizations.id, 'cargo', ${name}, ${name}, ${build.issuer}, 'acme/tool', 'release.yml', ${alice.id}
      from organizations where organizations.slug = ${slug}`);

  test('whose trusted publisher was removed meanwhile adds no file, and makes no release', async () => {
    const name = platform.fresh();
    const { packageId, releaseId } = await platform.publish(alice, { name, version: '1.0.0' });
    await trust(packageId);
    const credential = { isExchanged: true, tokenId: await exchanged() };
    const { uploadId } = await platform.upload(alice, { name, version: '1.1.0' }, credential);
    await platform.api.pool.query(sql.unsafe`update uploads set findings = '[]' where id = ${uploadId}`);

    await platform.api.platform.blobs.put(stagingKey(uploadId), Readable.from([`${name}@1.1.0`]));
    await distrust(packageId);

    const file = { kind: 'crate', filename: 'other.crate', contentType: 'application/octet-stream' };
    const joining = { ...file, uploadId, packageId, releaseId, sha256: '0'.repeat(64) };
    const refused = named('forbidden');
    await expect(addFile(platform.api.platform, joining)).rejects.toEqual(refused);
    await expect(platform.upload(alice, { name, version: '1.2.0' }, credential)).rejects.toEqual(refused);
  });

  test('that makes the name which it was expected under is held there as a person would be', async () => {
    const { api } = platform;
    const [name, slug] = [platform.fresh(), platform.fresh()];
    const body = { name: slug, slug };
    await api.call('POST', '/v1/orgs', { token: alice.token, body });
    await api.call('POST', '/v1/repositories', {
      token: alice.token,
      body: { ...body, owner_org_slug: slug, kind: 'public' },
    });
    await expectName(name, slug);
    const policy = { require_approval: 'one_person' };
    await api.call('PUT', `/v1/repositories/${slug}/policy`, { token: alice.token, body: policy });
    const credential = { isExchanged: true, tokenId: await exchanged(), repositorySlug: slug };

    const ref = await platform.upload(alice, { name, version: '1.0.0' }, credential);
    await platform.release(ref);

    await expect(platform.versionsOf(name)).rejects.toEqual(named('not_found'));
    await api.call('PUT', `/v1/repositories/${slug}/policy`, { token: alice.token, body: {} });
    await platform.release(ref);
    expect(await platform.versionsOf(name)).toEqual(['1.0.0']);
  });

  test('that is refused for its name leaves no staged file', async () => {
    const name = platform.fresh();
    const { api } = platform;
    for (const slug of [platform.fresh(), platform.fresh()]) {
      const made = await api.call('POST', '/v1/orgs', { token: alice.token, body: { name: slug, slug } });
      expect(made.status).toBe(201);
      await expectName(name, slug);
    }
    const actor = buildActor({
      tokenId: newId(),
      tokenKind: 'ci',
      exchangedIn: 'cargo',
      build: { ...build, exchangedAt: Date.now() },
    });

    await platform.as(alice, async (asked) => {
      const { context } = asked;
      const upload = await context.publishing.receive(Buffer.from('bytes'), 100);
      const declared = { name, version: '1.0.0', metadata: {} };
      const caller = { ...asked.caller, actor };

      await expect(context.staging.files.stage({ caller, declared, upload })).rejects.toThrow(
        /several organizations/,
      );
      expect(await isKept(asked, upload)).toBe(false);
    });
  });
});
