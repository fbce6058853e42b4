import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Management, type Person, startManagement } from '../../support/management.ts';
import { sql } from '../../../store/postgres/pool.ts';

let api: Management;
let alice: Person;
beforeAll(async () => {
  api = await startManagement({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'registry@example.org' });
  alice = await api.createPerson('alice');
});
afterAll(() => api.stop());

/** An organization of Alice. */
async function newOrganization(on = api, by = alice): Promise<string> {
  const slug = `org-${randomUUID().slice(0, 8)}`;
  await on.call('POST', '/v1/orgs', { token: by.token, body: { name: slug, slug } });
  return slug;
}

const invite = (slug: string, name: string, { on = api, by = alice, role = 'publisher' } = {}) =>
  on.call('POST', `/v1/orgs/${slug}/invitations`, {
    token: by.token,
    body: { username_or_email: name, role },
  });

const answer = (by: Person, id: unknown, what = 'accept', on = api) =>
  on.call('POST', `/v1/org-invitations/${String(id)}/${what}`, { token: by.token });

const own = async (by: Person, on = api): Promise<{ id: string }[]> =>
  (await on.call('GET', '/v1/org-invitations', { token: by.token })).body['invitations'];

const listed = async (slug: string) =>
  (await api.call('GET', `/v1/orgs/${slug}/invitations?include_inactive=true`, { token: alice.token })).body[
    'invitations'
  ][0];

async function personWith(address: string, { isConfirmed = true } = {}): Promise<Person> {
  const person = await api.createPerson();
  await api.pool.query(sql.unsafe`
    update users set email = ${address}, email_key = ${address.toLowerCase()},
      email_verified_at = ${isConfirmed ? new Date().toISOString() : null}
    where id = ${person.id}`);
  return person;
}

const newAddress = () => `reader-${randomUUID()}@example.com`;

describe('an invitation by an address', () => {
  it('looks alike whether the address is taken, is that of a member, or is invited by name as well', async () => {
    const slug = await newOrganization();
    const [known, member, named, unknown] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await personWith(known);
    const inside = await personWith(member);
    await api.call('POST', `/v1/orgs/${slug}/members`, {
      token: alice.token,
      body: { username: inside.username, role: 'viewer' },
    });
    const guest = await personWith(named);
    expect((await invite(slug, guest.username)).status).toBe(201);
    const shape = ({ status, body }: Answer, address: string) =>
      JSON.stringify({ status, body })
        .replaceAll(String(body['id']), 'ID')
        .replaceAll(address, 'ADDRESS')
        .replace(/"(expires|created)_at":"[^"]+"/g, '"$1_at":"TIME"');

    const shapes: string[] = [];
    for (const address of [known, member, named, unknown]) {
      shapes.push(shape(await invite(slug, address), address));
    }

    expect(new Set(shapes)).toEqual(
      new Set([
        JSON.stringify({
          status: 201,
          body: {
            id: 'ID',
            org_slug: slug,
            invited_user: { id: null, username: null, email: 'ADDRESS' },
            role: 'publisher',
            status: 'pending',
            expires_at: 'TIME',
            created_at: 'TIME',
            next_step:
              'the account with the confirmed address ADDRESS accepts with POST /v1/org-invitations/ID/accept',
          },
        }),
      ]),
    );
    for (const address of [known, unknown]) {
      expect(await invite(slug, address.toUpperCase())).toMatchObject({
        status: 409,
        body: { code: 'duplicate' },
      });
    }
    const log = await api.call('GET', `/v1/orgs/${slug}/audit?action=org_invitation_create`, {
      token: alice.token,
    });
    expect(log.body['logs']).toHaveLength(5);
    expect(JSON.stringify(log.body).toLowerCase()).not.toContain('@example.com');
    expect(
      log.body['logs'].filter((entry: { target_user_id: unknown }) => entry.target_user_id !== null),
    ).toHaveLength(1);
  });

  it('is only for a user who has confirmed the address, also later', async () => {
    const slug = await newOrganization();
    const address = newAddress();
    const { id } = (await invite(slug, address)).body;
    const [reader, stranger] = [
      await personWith(address.toUpperCase(), { isConfirmed: false }),
      await personWith(newAddress()),
    ];

    expect(await own(reader)).toEqual([]);
    expect((await answer(reader, id)).status).toBe(404);
    await api.pool.query(sql.unsafe`update users set email_verified_at = now() where id = ${reader.id}`);
    expect(await own(reader)).toMatchObject([{ id, role: 'publisher', actionable: true }]);
    expect(await own(stranger)).toEqual([]);
    for (const what of ['accept', 'decline']) expect((await answer(stranger, id, what)).status).toBe(404);
    expect((await listed(slug)).invited_user).toEqual({ id: null, username: null, email: address });

    expect(await answer(reader, id)).toMatchObject({
      status: 200,
      body: { org: { slug }, role: 'publisher' },
    });

    expect((await listed(slug)).invited_user).toEqual({
      id: reader.id,
      username: reader.username,
      email: address,
    });
    expect((await answer(reader, id)).status).toBe(409);
    expect((await api.call('GET', `/v1/orgs/${slug}/workspace`, { token: reader.token })).status).toBe(200);
  });

  it('counts once, whatever is done with it at once', async () => {
    const slug = await newOrganization();
    const address = newAddress();
    const reader = await personWith(address);
    const made = await Promise.all(Array.from({ length: 4 }, () => invite(slug, address)));
    expect(made.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    const { id } = made.find(({ status }) => status === 201)?.body ?? {};

    const answers = await Promise.all([
      ...['accept', 'decline', 'accept'].map((what) => answer(reader, id, what)),
      api.call('DELETE', `/v1/orgs/${slug}/invitations/${id}`, { token: alice.token }),
    ]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
  });

  it('is over after its time, and can be made again', async () => {
    const slug = await newOrganization();
    const address = newAddress();
    const reader = await personWith(address);
    const { id } = (await invite(slug, address)).body;
    await api.pool.query(sql.unsafe`
      update invitations set expires_at = now() - interval '1 second' where id = ${id}`);

    expect((await answer(reader, id)).status).toBe(409);
    expect(await own(reader)).toEqual([]);
    expect((await invite(slug, address)).status).toBe(201);
  });

  it('names an address that can be one', async () => {
    const slug = await newOrganization();

    for (const name of ['@', 'missing@', 'two words@example.com', `${'a'.repeat(250)}@example.com`]) {
      expect((await invite(slug, name)).status).toBe(422);
    }
  });
});

describe('where no mails are sent', () => {
  it('only an account that already had the address may answer', async () => {
    const silent = await startManagement();
    try {
      const boss = await silent.createPerson('boss');
      const early = await silent.createPerson('early');
      const slug = await newOrganization(silent, boss);
      const invited = await invite(slug, 'early@example.com', { on: silent, by: boss });
      const guessed = await invite(slug, 'late@example.com', { on: silent, by: boss });
      const late = await silent.createPerson('late');

      expect(invited.body['invited_user']).toEqual({ id: null, username: null, email: 'early@example.com' });
      expect(await own(late, silent)).toEqual([]);
      expect((await answer(late, guessed.body['id'], 'accept', silent)).status).toBe(404);
      expect(await own(early, silent)).toMatchObject([{ id: invited.body['id'] }]);
      expect((await answer(early, invited.body['id'], 'accept', silent)).status).toBe(200);
    } finally {
      await silent.stop();
    }
  });
});
