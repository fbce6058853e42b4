import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../support/management.ts';
import { type PageReader, readPagesAs } from '../support/portal/page-reader.ts';

/** Lists of packages and repositories on pages: what each reader sees of them, and their states. */

let api: Management;
let ann: Person;
let bob: Person;
let readers: Record<'visitor' | 'ann' | 'bob' | 'operator', PageReader>;

beforeAll(async () => {
  api = await startManagement();
  ann = await api.createPerson('ann');
  bob = await api.createPerson('bob');
  const operator = await api.createPerson('operator', true);
  readers = {
    visitor: await readPagesAs(api),
    ann: await readPagesAs(api, ann.id),
    bob: await readPagesAs(api, bob.id),
    operator: await readPagesAs(api, operator.id),
  };
});
afterAll(() => api?.stop());

async function change(
  url: string,
  body: object,
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' = 'POST',
): Promise<void> {
  const answer = await api.call(method, url, { token: ann.token, body });
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

describe('the profile of a person', () => {
  const slugs = ['ann', 'ann-open', 'ann-unlisted', 'ann-private', 'ann-quarantined', 'of-acme'];

  beforeAll(async () => {
    for (const visibility of ['open', 'unlisted', 'private', 'quarantined']) {
      const slug = `ann-${visibility}`;
      await change('/v1/repositories', { name: slug, slug });
      await api.pool.query(sql.unsafe`
        update repositories set visibility = ${visibility === 'open' ? 'public' : visibility} where slug = ${slug}`);
    }
    await change('/v1/orgs', { name: 'Acme', slug: 'acme' });
    await change('/v1/repositories', { name: 'of-acme', slug: 'of-acme', owner_org_slug: 'acme' });
  });

  it.each([
    ['visitor', ['ann', 'ann-open']],
    ['bob', ['ann', 'ann-open']],
    ['ann', ['ann', 'ann-open', 'ann-unlisted', 'ann-private', 'ann-quarantined']],
    ['operator', ['ann', 'ann-open', 'ann-unlisted', 'ann-private', 'ann-quarantined']],
  ] as const)('shows to %s the repositories %j', async (reader, expected) => {
    const { status, text } = await readers[reader].get('/users/ann');

    expect(status).toBe(200);
    expect(slugs.filter((slug) => text.includes(`href="/repositories/${slug}"`))).toEqual(expected);
  });

  it('says nothing of what is hidden', async () => {
    const { text } = await readers.visitor.get('/users/ann');

    for (const slug of slugs.slice(2)) expect(text).not.toContain(slug);
  });

  it('keeps the page of one list while the reader turns those of the other', async () => {
    const { text } = await readers.visitor.get('/users/ann?page=2&places=2');

    expect(text).toContain('href="/users/ann?places=2"');
    expect(text).toContain('href="/users/ann?page=2"');
  });

  it('leads its person to the next step, and others nowhere', async () => {
    const own = await readers.bob.get('/users/bob');
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(own.text) ?? [];
    const [, others = ''] =
      /<main[^>]*>([\s\S]*)<\/main>/.exec((await readers.ann.get('/users/bob')).text) ?? [];

    expect(main).toContain('href="/publish"');
    expect(others).not.toContain('href="/publish"');
  });

  it('is missing for a locked account, with its repositories', async () => {
    const gone = await api.createPerson('gone');
    await api.pool.query(sql.unsafe`update users set is_active = false where id = ${gone.id}`);

    expect((await readers.visitor.get('/users/gone')).status).toBe(404);
  });
});

describe('badges of state', () => {
  const badges = (text: string, name: string) => {
    const [, entry = ''] = new RegExp(`href="/packages/cargo/${name}"([\\s\\S]*?)</li>`).exec(text) ?? [];
    return [...entry.matchAll(/class="badge[^"]*"[^>]*>(?:<svg[\s\S]*?<\/svg>)?([^<]+)</g)].map(
      ([, word]) => word,
    );
  };

  it('are in the lists of a person and of an organization', async () => {
    const ofAcme = await api.pool.oneFirst(sql.unsafe`select id from repositories where slug = 'of-acme'`);
    const releases = [{ version: '1.0.0' }];
    await seedCrate(api, { repositoryId: ann.repositoryId, name: 'hers', releases });
    await seedCrate(api, { repositoryId: String(ofAcme), name: 'theirs', releases });
    for (const name of ['hers', 'theirs']) {
      await change(`/v1/packages/cargo/${name}`, { is_deprecated: true }, 'PATCH');
      await change(`/v1/packages/cargo/${name}`, {}, 'DELETE');
    }

    const [person, organization] = await Promise.all(
      ['/users/ann', '/orgs/acme'].map((address) => readers.ann.get(address)),
    );

    expect(badges(person?.text ?? '', 'hers')).toEqual(['cargo', 'deprecated', 'archived']);
    expect(badges(organization?.text ?? '', 'theirs')).toEqual(['cargo', 'deprecated', 'archived']);
  });

  it('and banners are of every state of a version', async () => {
    const releases = [{ version: '1.0.0' }, { version: '2.0.0' }];
    await seedCrate(api, { repositoryId: ann.repositoryId, name: 'twice', releases });
    const version = '/v1/packages/cargo/twice/releases/1.0.0';
    await change(`${version}/deprecate`, { message: 'use twice 2' }, 'PUT');
    await change(`${version}/yank`, { reason: 'it loses data' }, 'PUT');

    const page = await readers.visitor.get('/packages/cargo/twice/1.0.0');
    const versions = await readers.visitor.get('/packages/cargo/twice?tab=versions');

    expect(page.text).toContain('<p>it loses data</p>');
    expect(page.text).toContain('<p>use twice 2</p>');
    const [, row = ''] =
      /<tr>((?:(?!<\/tr>)[\s\S])*href="\/packages\/cargo\/twice\/1\.0\.0"[\s\S]*?)<\/tr>/.exec(
        versions.text,
      ) ?? [];
    expect(row).toContain('>yanked<');
    expect(row).toContain('>deprecated<');
  });
});

describe('an empty list says what belongs there and the next step', () => {
  it.each([
    ['/account/repositories', 'Create one below.'],
    ['/account/organizations', 'Create one'],
  ])('%s', async (address, sentence) => {
    const { id } = await api.createPerson();
    await api.pool.query(sql.unsafe`delete from repositories where owner_user_id = ${id}`);
    const { text } = await (await readPagesAs(api, id)).get(address);

    expect(text).toContain(sentence);
  });
});
