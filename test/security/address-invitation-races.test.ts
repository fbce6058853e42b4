import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256Hex } from '../../domain/digest.ts';
import { erasePerson } from '../../services/users/personal-data.ts';
import { insertLink } from '../../store/postgres/mails/links.ts';
import { grantMaintainer } from '../../store/postgres/packages/package-grants.ts';
import { sql } from '../../store/postgres/pool.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  AnyRow,
  type Answer,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../support/management.ts';

/** Requests arrive in another order in every round. */
const rounds = Array.from({ length: 5 }, (_, round) => round);

let api: Management;
let owner: Person;
beforeAll(async () => {
  api = await startManagement({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'registry@example.org' });
  owner = await api.createPerson('owner', true);
});
afterAll(() => api?.stop());

const newAddress = () => `reader-${randomUUID()}@example.com`;

/** A user who has confirmed the address. */
async function readerOf(address: string): Promise<Person> {
  const person = await api.createPerson();
  await api.pool.query(sql.unsafe`
    update users set email = ${address}, email_key = ${address}, email_verified_at = now() where id = ${person.id}`);
  return person;
}

interface Invited {
  slug: string;
  id: string;
  address: string;
}

async function invite(): Promise<Invited> {
  const slug = `race-${randomUUID().slice(0, 8)}`;
  const address = newAddress();
  await api.call('POST', '/v1/orgs', { token: owner.token, body: { name: slug, slug } });
  const invitation = await api.call('POST', `/v1/orgs/${slug}/invitations`, {
    token: owner.token,
    body: { username_or_email: address },
  });
  return { slug, id: String(invitation.body['id']), address };
}

const answer = ({ id }: Invited, by: Person, what = 'accept') =>
  api.call('POST', `/v1/org-invitations/${id}/${what}`, { token: by.token });

const revoke = ({ slug, id }: Invited) =>
  api.call('DELETE', `/v1/orgs/${slug}/invitations/${id}`, { token: owner.token });

/** Prepares a change to this address by the link of an earlier mail. Returns a function that confirms the change. */
async function wish(person: Person, address: string): Promise<() => Promise<Answer>> {
  const token = randomBytes(32).toString('base64url');
  await api.pool.query(sql.unsafe`update users set pending_email = ${address} where id = ${person.id}`);
  await insertLink(api.pool, {
    tokenHash: sha256Hex(token),
    purpose: 'verify_email',
    userId: person.id,
    address,
    expiresAt: new Date(Date.now() + 60_000),
  });
  return () => api.call('POST', '/v1/auth/email-verification/confirm', { body: { token } });
}

const erase = async (person: Person): Promise<void> => {
  const actor = await api.platform.authenticator.authenticate(owner.token);
  const caller = { actor, repository: null, mount: null, origin: { ipAddress: null, userAgent: null } };
  await erasePerson(api.platform, caller, person.username);
};

/** Members beside the owner. */
async function guestsOf({ slug }: Invited): Promise<string[]> {
  const rows = await api.pool.any(sql.type(AnyRow)`
    select members.user_id from members join organizations on organizations.id = members.organization_id
    where organizations.slug = ${slug} and members.role <> 'owner'`);
  return rows.map((row) => String(row['userId']));
}

async function statusOf({ id }: Invited): Promise<unknown> {
  const row = await api.pool.maybeOne(sql.type(AnyRow)`select status from invitations where id = ${id}`);
  return row?.['status'];
}

it.each(rounds)('an invitation that is accepted twice makes one member (%i)', async () => {
  const invited = await invite();
  const reader = await readerOf(invited.address);

  const answers = await Promise.all([answer(invited, reader), answer(invited, reader)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await guestsOf(invited)).toEqual([reader.id]);
});

it.each(rounds)('an invitation that is revoked makes no member afterwards (%i)', async () => {
  const invited = await invite();
  const reader = await readerOf(invited.address);

  const [accepted, revoked] = await Promise.all([answer(invited, reader), revoke(invited)]);

  expect([accepted.status, revoked.status].filter((status) => status < 300)).toHaveLength(1);
  expect(await guestsOf(invited)).toEqual(accepted.status === 200 ? [reader.id] : []);
  expect(await statusOf(invited)).toBe(accepted.status === 200 ? 'accepted' : 'revoked');
});

it.each(rounds)('an address that goes from one account to another is invited once (%i)', async () => {
  const invited = await invite();
  const reader = await readerOf(invited.address);
  const heir = await api.createPerson();
  const [leave, take] = [await wish(reader, newAddress()), await wish(heir, invited.address)];

  const [early, , , late] = await Promise.all([
    answer(invited, reader),
    leave(),
    take(),
    answer(invited, heir),
  ]);
  const last = await answer(invited, reader);

  const accepted = [early, late].map(({ status }) => status === 200);
  expect(accepted.filter(Boolean).length).toBeLessThanOrEqual(1);
  expect(await guestsOf(invited)).toEqual([reader, heir].filter((_, at) => accepted[at]).map(({ id }) => id));
  // the accepting reader gets 409; other users may not learn of the invitation
  expect(last.status).toBe(accepted[0] ? 409 : 404);
});

it.each(rounds)('a user who is erased while accepting is no member (%i)', async () => {
  const invited = await invite();
  const reader = await readerOf(invited.address);

  const [accepted] = await Promise.all([answer(invited, reader), erase(reader)]);

  expect(accepted.status).toBeLessThan(500);
  expect(await guestsOf(invited)).toEqual([]);
});

/** Locks the invitation's row until both wait: the change then runs after the answer and sees its effect. */
async function whileLocked(invited: Invited, reader: Person, change: () => Promise<unknown>) {
  const lock = await holdLock(
    api.platform.config.database.url,
    'select from invitations where id = $1 for update',
    [invited.id],
  );
  const accepting = answer(invited, reader);
  await eventually(async () => expect(await lock.waiting()).toBe(1));
  const changing = change();
  await eventually(async () => expect(await countWaiting()).toBe(2));
  await lock.release();
  const [accepted] = await Promise.all([accepting, changing]);
  return accepted;
}

const countWaiting = async () =>
  api.pool.oneFirst(sql.unsafe`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

it('an answer that is on its way is given before the address goes', async () => {
  const invited = await invite();
  const reader = await readerOf(invited.address);

  const accepted = await whileLocked(invited, reader, await wish(reader, newAddress()));

  expect(accepted.status).toBe(200);
  expect(await guestsOf(invited)).toEqual([reader.id]);
});

it('an answer that is on its way leaves no member without an account', async () => {
  const invited = await invite();
  const reader = await readerOf(invited.address);

  const accepted = await whileLocked(invited, reader, () => erase(reader));

  expect(accepted.status).toBe(200);
  expect(await guestsOf(invited)).toEqual([]);
});

it('a person who is given rights while the account is erased has none afterwards', async () => {
  const invited = await invite();
  const leaver = await api.createPerson();
  const name = `erased-${randomUUID().slice(0, 8)}`;
  const pkg = await seedCrate(api, {
    repositoryId: owner.repositoryId,
    name,
    releases: [{ version: '1.0.0' }],
  });
  const lock = await holdLock(
    api.platform.config.database.url,
    'select from tokens where user_id = $1 for update',
    [leaver.id],
  );
  const erasing = erase(leaver);
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  const adding = api.call('POST', `/v1/orgs/${invited.slug}/members`, {
    token: owner.token,
    body: { username: leaver.username, role: 'admin' },
  });
  const granting = api.platform.pool.transaction((tx) => grantMaintainer(tx, pkg.id, leaver.id));
  await eventually(async () => expect(await countWaiting()).toBe(3));
  await lock.release();
  const [answered, granted] = await Promise.all([adding, granting, erasing]);

  expect([answered.status, granted]).toEqual([404, false]);
  expect(await guestsOf(invited)).toEqual([]);
  const left = await api.pool.any(sql.type(AnyRow)`
    select user_id from package_grants where user_id = ${leaver.id}`);
  expect(left).toEqual([]);
});
