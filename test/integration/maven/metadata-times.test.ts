import { afterAll, beforeAll, expect, test } from 'vitest';
import { maven } from '../../../ecosystems/maven/index.ts';
import { findDocument } from '../../../store/postgres/documents/documents.ts';
import { setReleaseState } from '../../../store/postgres/releases/releases.ts';
import type { Person } from '../../support/management.ts';
import { type ContextPlatform, startContext } from '../../support/route-context.ts';
import { copyReleases } from '../../support/seeded-releases.ts';
import { createHash } from 'node:crypto';

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext(maven);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

async function textOf(path: string): Promise<string | null> {
  const document = await findDocument(platform.api.pool, 'maven', path);
  return document && String(document.body);
}

/** The time in `maven-metadata.xml` (`yyyyMMddHHmmss`), and its versions. */
async function read(artifact: string): Promise<{ time: number; versions: string[] }> {
  const path = `org/acme/${artifact}/maven-metadata.xml`;
  const text = (await textOf(path)) ?? '';
  expect(await textOf(`${path}.sha1`)).toBe(createHash('sha1').update(text).digest('hex'));
  return {
    time: Number(/<lastUpdated>(\d{14})</.exec(text)?.[1]),
    versions: [...text.matchAll(/<version>([^<]+)</g)].map(([, version]) => version ?? ''),
  };
}

test.each([
  ['whole', 'small', 0],
  ['in parts', 'large', 150],
])(
  'of metadata that is stored %s, lastUpdated rises with every change of its versions',
  async (_title, artifact, others) => {
    const { pool, platform: deps } = platform.api;
    const name = `org.acme:${artifact}`;
    const url = `/v1/packages/maven/${name}/releases/1.1.0`;
    const yank = async (verb: 'yank' | 'unyank') => {
      const { status } = await platform.api.call('PUT', `${url}/${verb}`, { token: alice.token, body: {} });
      expect(status).toBe(200);
      return read(artifact);
    };
    const move = async (state: 'quarantine' | 'published' | 'deleted') => {
      await deps.catalog.changePackage(packageId, (tx) => setReleaseState(tx, releaseId, state, null));
      return read(artifact);
    };
    const publish = (version: string) =>
      platform.publish(alice, { name, version, file: `${artifact}-${version}.pom` });
    const { packageId } = await publish('1.0.0');
    const copies = Array.from({ length: others }, (_, index) => `0.${index + 1}`);
    await copyReleases(pool, packageId, copies);

    const { releaseId } = await publish('1.1.0');
    const published = await read(artifact);
    const yanked = await yank('yank');
    const unyanked = await yank('unyank');
    const held = await move('quarantine');
    const back = await move('published');
    const deleted = await move('deleted');

    const all = [published, yanked, unyanked, held, back, deleted];
    const has = all.map(({ versions }) => versions.includes('1.1.0'));
    expect(has).toEqual([true, false, true, false, true, false]);
    expect(all.every(({ versions }) => versions.length >= others + 1)).toBe(true);
    const times = all.map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  },
);

test('a change that shows no other versions leaves the metadata as it was', async () => {
  const name = 'org.acme:still';
  await platform.publish(alice, { name, version: '1.0.0', file: 'still-1.0.0.pom' });
  const path = 'org/acme/still/maven-metadata.xml';
  const before = await textOf(path);

  const { status } = await platform.api.call('PATCH', `/v1/packages/maven/${name}`, {
    token: alice.token,
    body: { description: 'Another text' },
  });

  expect([status, await textOf(path)]).toEqual([200, before]);
});
