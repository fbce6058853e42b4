import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishOrHold } from '../../services/releases/hold-unrenderable.ts';
import { RenderFailure } from '../../domain/render-failure.ts';
import { cargo } from '../../ecosystems/cargo/index.ts';
import { createCatalog } from '../../store/postgres/packages/catalog.ts';
import { sql } from '../../store/postgres/pool.ts';
import { createPostgresSearch } from '../../store/search/postgres.ts';
import { AnyRow, type Person } from '../support/management.ts';
import { createTestRenderer } from '../support/renderer.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';

const note = 'x'.repeat(1_000);
const metadata = {
  deps: [],
  features: { note: [note] },
  features2: null,
  links: null,
  rust_version: null,
  edition: null,
  authors: [],
  documentation: null,
  categories: [],
  license_file: null,
};
const tooLarge = expect.objectContaining({ code: 'too_large', problem: 'too_large' });

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext(cargo);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

async function publishNoted(name: string, versions: readonly string[]): Promise<string> {
  let packageId = '';
  for (const version of versions) {
    ({ packageId } = await platform.publish(alice, { name, version, publication: { metadata } }));
  }
  return packageId;
}

test('a package is not read for more than rendering takes in, and nothing changes then', async () => {
  const { pool } = platform.api;
  const id = await publishNoted('noted', ['1.0.0', '1.0.1', '1.0.2']);
  const revision = () => pool.oneFirst(sql.type(AnyRow)`select revision from packages where id = ${id}`);
  const before = await revision();
  const tight = createTestRenderer(undefined, undefined, { maxInputBytes: 3_000 });
  const tightest = createTestRenderer(undefined, undefined, { maxInputBytes: 1_000 });
  const roomy = createTestRenderer(undefined, undefined, { maxInputBytes: 6_000 });

  await expect(createCatalog(pool, tight).changePackage(id, async () => {})).rejects.toEqual(tooLarge);
  // the search document has the texts of only one release
  await createPostgresSearch(pool, tight).project(id);
  await expect(createPostgresSearch(pool, tightest).project(id)).rejects.toEqual(tooLarge);
  expect(await revision()).toEqual(before);
  await createCatalog(pool, roomy).changePackage(id, async () => {});
  expect(await revision()).not.toEqual(before);
});

test('a release is refused without a hold by a package that is too large', async () => {
  const draft = { name: 'growing', publication: { metadata } };
  await platform.publish(alice, { ...draft, version: '1.0.0' });
  const ref = await platform.upload(alice, { ...draft, version: '1.0.1' });
  const { pool } = platform.api;
  const attempt = { number: 1, run: { workflowId: 'publish:cargo:growing@1.0.1', runId: 'run' } };

  const answer = publishOrHold(platform.api.platform, ref, attempt, () =>
    Promise.reject(new RenderFailure('too_large')),
  );

  await expect(answer).rejects.toEqual(tooLarge);
  expect(
    await pool.one(sql.type(AnyRow)`select state, status_reason from releases where id = ${ref.releaseId}`),
  ).toEqual({ state: 'scanning', statusReason: null });
});

test('what comes out has a bound as well', async () => {
  const id = await publishNoted('lengthy', ['1.0.0']);
  const catalog = createCatalog(
    platform.api.pool,
    createTestRenderer(undefined, undefined, { maxOutputBytes: 1_000 }),
  );

  await expect(catalog.changePackage(id, async () => {})).rejects.toEqual(tooLarge);
});
