import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadForm } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { publishDist } from '../support/composer.ts';
import { uniqueName } from '../support/crates.ts';
import { newProject, pypiClient, wheel } from '../support/distributions.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';
import { genericRequests, newName } from './generic/requests.ts';
import { hexOf, mavenRequests, newCoordinates } from './maven/requests.ts';

let platform: Platform;
let author: TestUser;
let stranger: TestUser;
let viewer: TestUser;
/** The slug of an organization of the author; the viewer may read it. */
let slug: string;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  stranger = await platform.createUser();
  viewer = await platform.createUser();
  slug = uniqueName('org').toLowerCase();
  await made('orgs', { name: 'Acme', slug });
  await made(`orgs/${slug}/members`, { username: viewer.username, role: 'viewer' });
  await made('repositories', { name: 'Ours', slug, kind: 'public', owner_org_slug: slug });
});
afterAll(() => platform?.stop());

async function made(path: string, body: object): Promise<void> {
  const response = await fetch(`${platform.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
}

/** Sends the same bytes again as the author, a stranger and a viewer. Returns their answers in this order. */
const byEach = async <T>(send: (person: TestUser) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (const person of [author, stranger, viewer]) answers.push(await send(person));
  return answers;
};

describe('bytes that are there already are no success for who may not publish them', () => {
  it('as plain files', async () => {
    const files = genericRequests(platform, `/generic/r/${slug}`);
    const path = `${newName()}/1.0.0/a.txt`;
    expect((await files.put(path, author.token, 'one')).status).toBe(201);

    const answers = await byEach(({ token }) => files.put(path, token, 'one'));
    const texts = await Promise.all(answers.map((answer) => answer.text()));

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
    expect(texts[1]).toContain('it belongs to another account');
    expect(texts[2]).toContain(`the right to publish in the repository ${slug} is missing`);
    const draft = await files.put(`${path}?draft`, stranger.token, 'one');
    expect(draft.status).toBe(403);
  });

  it('as Composer packages', async () => {
    const draft = { name: `${uniqueName('v').toLowerCase()}/probe`, version: '1.0.0' };
    const options = { mount: `/composer/r/${slug}` };
    expect(await publishDist(platform, author, draft, options)).toMatchObject({ status: 201 });

    const answers = await byEach((person) => publishDist(platform, person, draft, options));

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  it('as Python projects', async () => {
    const client = pypiClient(platform.url, author.token);
    const it = { name: newProject(), version: '1.0.0' };
    const file = wheel(it);
    const send = ({ token }: TestUser) => client.send(uploadForm(it, file), token, `r/${slug}/legacy/`);
    expect((await send(author)).status).toBe(200);

    expect((await byEach(send)).map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  it('as Maven files, checksums and metadata', async () => {
    const maven = mavenRequests(platform, `/maven/r/${slug}`);
    const at = newCoordinates();
    expect((await maven.deploy(at, author.token, 'jar')).status).toBe(201);

    const jars = await byEach(({ token }) => maven.putFile(at, '.jar', token, 'jar'));
    const sums = await byEach(({ token }) => maven.putFile(at, '.jar.sha1', token, hexOf('sha1', 'jar')));
    const metadata = await byEach(({ token }) => maven.commit(at, token));

    expect(jars.map(({ status }) => status)).toEqual([200, 403, 403]);
    expect(sums.map(({ status }) => status)).toEqual([201, 403, 403]);
    expect(metadata.map(({ status }) => status)).toEqual([201, 403, 403]);
  });
});

it('a caller without the right to publish in a repository gets that reason, not that the name belongs to another account', async () => {
  const files = genericRequests(platform, `/generic/r/${slug}`);

  const refused = await files.put(`${newName()}/1.0.0/a.txt`, viewer.token, 'one');

  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining(`the right to publish in the repository ${slug} is missing`),
  ]);
});
