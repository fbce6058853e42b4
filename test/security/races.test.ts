import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../store/postgres/pool.ts';
import {
  AnyRow,
  type Answer,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../support/management.ts';

/** Requests arrive in another order in every round. */
const rounds = Array.from({ length: 3 }, (_, round) => round);

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET';
const send = (by: Person, method: Method, url: string, body?: object) =>
  api.call(method, url, { token: by.token, ...(body && { body }) });

interface Organization {
  slug: string;
  owner: Person;
  admin: Person;
  members: Person[];
}

async function newOrganization(): Promise<Organization> {
  const [owner, admin, ...members] = await Promise.all(Array.from({ length: 4 }, () => api.createPerson()));
  if (!owner || !admin) throw new Error('four people were asked for');
  const slug = `race-${randomUUID().slice(0, 8)}`;
  await send(owner, 'POST', '/v1/orgs', { name: slug, slug });
  await send(owner, 'POST', `/v1/orgs/${slug}/members`, { username: admin.username, role: 'admin' });
  for (const { username } of members) {
    await send(owner, 'POST', `/v1/orgs/${slug}/members`, { username, role: 'publisher' });
  }
  return { slug, owner, admin, members };
}

const ownersOf = async (slug: string) =>
  api.pool.any(sql.type(AnyRow)`
    select members.user_id from members join organizations on organizations.id = members.organization_id
    where organizations.slug = ${slug} and members.role = 'owner'`);

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

function expectNoFault(answers: Answer[]): void {
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
}

it.each(rounds)('an organization that is given to two at once has one owner (%i)', async () => {
  const { slug, owner, members } = await newOrganization();

  const answers = await Promise.all(
    members.map(({ username }) => send(owner, 'POST', `/v1/orgs/${slug}/ownership-transfer`, { username })),
  );

  expect(statuses(answers)).toEqual([200, 403]);
  expect(await ownersOf(slug)).toHaveLength(1);
});

it.each(rounds)('a new owner is not removed at the same moment (%i)', async () => {
  const { slug, owner, admin, members } = await newOrganization();
  const [heir] = members;
  const username = heir?.username ?? '';

  const answers = await Promise.all([
    send(owner, 'POST', `/v1/orgs/${slug}/ownership-transfer`, { username }),
    send(admin, 'DELETE', `/v1/orgs/${slug}/members/${username}`),
    send(owner, 'DELETE', `/v1/orgs/${slug}/members/${owner.username}`),
  ]);

  expectNoFault(answers);
  expect(await ownersOf(slug)).toHaveLength(1);
});

it.each(rounds)(
  'an invitation that is accepted twice, or accepted and revoked, counts once (%i)',
  async () => {
    const { slug, owner } = await newOrganization();
    const guest = await api.createPerson();
    const invitation = await send(owner, 'POST', `/v1/orgs/${slug}/invitations`, {
      username_or_email: guest.username,
    });
    const url = `/v1/org-invitations/${String(invitation.body['id'])}`;

    const answers = await Promise.all([
      send(guest, 'POST', `${url}/accept`),
      send(guest, 'POST', `${url}/accept`),
      send(guest, 'POST', `${url}/decline`),
      send(owner, 'DELETE', `/v1/orgs/${slug}/invitations/${String(invitation.body['id'])}`),
    ]);

    expectNoFault(answers);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const isMember = (await send(guest, 'GET', `/v1/orgs/${slug}/members`)).status === 200;
    expect(isMember).toBe(answers.slice(0, 2).some(({ status }) => status === 200));
  },
);

it.each(rounds)('a namespace that several claim has one owner (%i)', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => api.createPerson()));
  const claim = { ecosystem: 'npm', namespace: `claim-${randomUUID().slice(0, 8)}` };

  const answers = await Promise.all(people.map((by) => send(by, 'POST', '/v1/namespaces', claim)));

  expect(statuses(answers)).toEqual([201, 409, 409]);
});

it.each(rounds)('a slug that several take is one organization (%i)', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => api.createPerson()));
  const slug = `slug-${randomUUID().slice(0, 8)}`;

  const answers = await Promise.all(people.map((by) => send(by, 'POST', '/v1/orgs', { name: slug, slug })));

  expect(statuses(answers)).toEqual([201, 409, 409]);
});

it.each(rounds)('a team that is deleted while it is given rights leaves none (%i)', async () => {
  const { slug, owner, admin, members } = await newOrganization();
  await send(owner, 'POST', `/v1/orgs/${slug}/teams`, { name: 'Core', slug: 'core' });
  await send(owner, 'POST', '/v1/repositories', { name: 'x', slug: `${slug}-x`, owner_org_slug: slug });
  const team = `/v1/orgs/${slug}/teams/core`;

  const answers = await Promise.all([
    send(admin, 'PUT', `${team}/repository-access/${slug}-x`, { permissions: ['admin'] }),
    ...members.map(({ username }) => send(admin, 'POST', `${team}/members`, { username })),
    send(owner, 'DELETE', team),
  ]);

  expectNoFault(answers);
  expect((await send(owner, 'GET', `${team}/members`)).status).toBe(404);
  const left = await api.pool.any(sql.type(AnyRow)`
    select team_access.team_id from team_access join repositories on repositories.id = team_access.target_id
    where repositories.slug = ${`${slug}-x`}`);
  expect(left).toEqual([]);
});

it.each(rounds)('a member who is removed while working has no right afterwards (%i)', async () => {
  const { slug, owner, members } = await newOrganization();
  const [leaving] = members;
  if (!leaving) throw new Error('there is no member to remove');
  await send(owner, 'POST', '/v1/repositories', {
    name: 'x',
    slug: `${slug}-x`,
    kind: 'private',
    owner_org_slug: slug,
  });
  const { body } = await send(owner, 'GET', `/v1/repositories/${slug}-x`);
  const { url } = await seedCrate(api, {
    repositoryId: String(body['id']),
    name: `race-${randomUUID().slice(0, 8)}`,
    visibility: 'private',
    releases: [{ version: '1.0.0' }],
  });

  const answers = await Promise.all([
    send(leaving, 'PUT', `${url}/releases/1.0.0/yank`),
    send(owner, 'DELETE', `/v1/orgs/${slug}/members/${leaving.username}`),
    send(leaving, 'PUT', `${url}/releases/1.0.0/unyank`),
  ]);

  expectNoFault(answers);
  expect((await send(leaving, 'PUT', `${url}/releases/1.0.0/yank`)).status).toBe(404);
  expect((await send(leaving, 'GET', url)).status).toBe(404);
});
