import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';

let platform: CombinedPlatform;
let server: MailServer;
const password = 'correct horse battery';

beforeAll(async () => {
  server = await startMailServer();
  platform = await startCombinedPlatform({
    SMTP_URL: `smtp://rookery:p%40ss@127.0.0.1:${server.port}`,
    MAIL_FROM: 'Rookery <registry@example.org>',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(async () => {
  await platform?.stop();
  await server?.stop();
});

async function call(method: string, path: string, { body, as }: { body?: object; as?: string } = {}) {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: {
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const post = (path: string, body: object, as?: string) =>
  call('POST', path, { body, ...(as !== undefined && { as }) });

async function register(email?: string) {
  const username = uniqueName('u').toLowerCase().slice(0, 30);
  const address = email ?? `${username}@example.com`;
  const registered = await post('/v1/auth/register', { username, email: address, password });
  return { username, address, registered };
}

async function logIn(account: string, secret = password) {
  const { status, body } = await post('/v1/auth/login', { username_or_email: account, password: secret });
  return { status, session: String(body.token) };
}

const mailTo = (address: string, subject: string) =>
  eventually(
    () => {
      const mail = server.mails.findLast((it) => it.to === address && it.subject === `[Rookery] ${subject}`);
      if (!mail) throw new Error(`no mail about "${subject}" to ${address}`);
      return mail;
    },
    { withinMs: 30_000 },
  );

const linkOf = ({ text }: { text: string }) => /http:\S+\/login\/\S+/.exec(text)?.[0] ?? '';
const tokenOf = (mail: { text: string }) => linkOf(mail).split('/').at(-1) ?? '';

async function confirmed() {
  const person = await register();
  const token = tokenOf(await mailTo(person.address, 'Confirm your e-mail address'));
  expect(await post('/v1/auth/email-verification/confirm', { token })).toMatchObject({ status: 204 });
  return { ...person, ...(await logIn(person.username)) };
}

describe('a new account', () => {
  it('is asked to confirm its address, once', async () => {
    const { username, address, registered } = await register();
    expect(registered).toMatchObject({ status: 200, body: { username, email: address } });
    const { session } = await logIn(username);
    expect(await call('GET', '/v1/users/me', { as: session })).toMatchObject({
      body: { email: address, email_verified: false },
    });
    expect(await logIn(address)).toMatchObject({ status: 401 });
    const token = tokenOf(await mailTo(address, 'Confirm your e-mail address'));

    expect(await post('/v1/auth/email-verification/confirm', { token })).toMatchObject({ status: 204 });

    expect(await call('GET', '/v1/users/me', { as: session })).toMatchObject({
      body: { email: address, email_verified: true },
    });
    expect(await logIn(address)).toMatchObject({ status: 200 });
    expect(await post('/v1/auth/email-verification/confirm', { token })).toMatchObject({ status: 401 });
  });

  it('does not learn that the address is taken; its reader gets a mail', async () => {
    const owner = await confirmed();
    const twin = await register(owner.address);

    expect(twin.registered.status).toBe(200);
    expect(Object.keys(twin.registered.body)).toEqual(['id', 'username', 'email', 'repository_slug']);
    const { session } = await logIn(twin.username);
    expect(await call('GET', '/v1/users/me', { as: session })).toMatchObject({
      body: { email: owner.address, email_verified: false },
    });
    const told = await mailTo(owner.address, 'You have an account already');
    expect(told.text).toContain(twin.username);
    expect(told.text).not.toContain('/login/');
    expect(await logIn(owner.address)).toMatchObject({ status: 200 });
  });

  it('can ask for the link again, and looks at its page without using it', async () => {
    const { username, address } = await register();
    await mailTo(address, 'Confirm your e-mail address');
    const { session } = await logIn(username);
    server.mails.length = 0;

    expect(await call('POST', '/v1/auth/email-verification', { as: session })).toMatchObject({ status: 202 });

    const link = linkOf(await mailTo(address, 'Confirm your e-mail address'));
    expect((await fetch(link)).status).toBe(200);
    expect((await fetch(link)).status).toBe(200);
    const foreign = await fetch(link, { method: 'POST', headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.status).toBe(403);
    const done = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { origin: platform.url },
      redirect: 'manual',
    });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/login']);
    expect((await fetch(link)).status).toBe(404);
  });
});

describe('a forgotten password', () => {
  it('is replaced by the reader of the mails; sessions and tokens of before end', async () => {
    const person = await confirmed();
    const made = await post('/v1/tokens', { name: 'ci', scopes: ['tokens:read'] }, person.session);
    expect(await post('/v1/auth/password-reset', { email: person.address })).toMatchObject({ status: 202 });
    const mail = await mailTo(person.address, 'Choose a new password');
    const [token, next] = [tokenOf(mail), 'another long password'];
    expect(await post('/v1/auth/password-reset/confirm', { token, new_password: 'short' })).toMatchObject({
      status: 422,
    });

    const reset = await post('/v1/auth/password-reset/confirm', { token, new_password: next });

    expect(reset.status).toBe(204);
    expect(await logIn(person.username)).toMatchObject({ status: 401 });
    expect(await logIn(person.username, next)).toMatchObject({ status: 200 });
    for (const as of [person.session, String(made.body.token)]) {
      expect(await call('GET', '/v1/users/me', { as })).toMatchObject({ status: 401 });
    }
    expect(await post('/v1/auth/password-reset/confirm', { token, new_password: next })).toMatchObject({
      status: 401,
    });
    await mailTo(person.address, 'Your password was changed');
  });

  it('works through the page in the mail, which asks twice', async () => {
    const person = await confirmed();
    await post('/v1/auth/password-reset', { email: person.address });
    const link = linkOf(await mailTo(person.address, 'Choose a new password'));
    const send = (first: string, again: string) =>
      fetch(link, {
        method: 'POST',
        body: new URLSearchParams({ password: first, again }),
        redirect: 'manual',
      });
    expect((await fetch(link)).status).toBe(200);
    expect((await send('one long password', 'other long password')).status).toBe(422);
    expect((await send('short', 'short')).status).toBe(422);

    expect((await send('one long password', 'one long password')).status).toBe(303);

    expect(await logIn(person.username, 'one long password')).toMatchObject({ status: 200 });
    expect((await send('one long password', 'one long password')).status).toBe(404);
  });

  it('of an unknown address gets the same answer and no mail', async () => {
    const person = await confirmed();
    const unknown = await post('/v1/auth/password-reset', { email: `${uniqueName('no')}@example.com` });
    const known = await post('/v1/auth/password-reset', { email: person.address });

    expect(unknown).toEqual(known);
    await mailTo(person.address, 'Choose a new password');
    const jobs = await call('GET', '/v1/admin/jobs?kind=deliver_mail&state=completed&per_page=100', {
      as: platform.adminToken,
    });
    expect(jobs.body.jobs.length).toBeGreaterThan(0);
    expect(server.mails.some(({ to }) => to.startsWith('no'))).toBe(false);
  });
});

describe('a person with a confirmed address', () => {
  it('is told of a new token and of a log-in from a new place', async () => {
    const person = await confirmed();
    await post('/v1/tokens', { name: 'deploy\nnow', scopes: ['packages:write'] }, person.session);
    const { text } = await mailTo(person.address, 'A new API token');
    expect(text).toContain('"deploy now"');
    expect(
      server.mails.some(({ subject, to }) => to === person.address && subject.includes('new place')),
    ).toBe(false);

    await fetch(`${platform.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
      body: JSON.stringify({ username_or_email: person.username, password }),
    });

    expect(await mailTo(person.address, 'A log-in from a new place')).toMatchObject({
      text: expect.stringContaining('192.0.2.7'),
    });
  });

  it('gets a mail about another owner of their organization', async () => {
    const [owner, other] = [await confirmed(), await confirmed()];
    const slug = uniqueName('org').toLowerCase();
    await post('/v1/orgs', { name: slug, slug }, owner.session);
    await post(`/v1/orgs/${slug}/members`, { username: other.username, role: 'maintainer' }, owner.session);

    const subject = `${other.username} is maintainer of ${slug}`;
    expect(await mailTo(owner.address, subject)).toMatchObject({ to: owner.address });
    expect(await mailTo(other.address, subject)).toMatchObject({ to: other.address });
  });
});

describe('a release that is held', () => {
  const subjectOf = ({ name, version }: Crate) => `${name} ${version} is held`;
  const mailsAbout = ({ name }: Crate) =>
    server.mails.filter(({ subject }) => subject.includes(name)).map(({ to }) => to);

  it('is reported to its uploader and to those who decide, once each, and to no other user', async () => {
    const [owner, admin, uploader, member, stranger] = await Promise.all(
      Array.from({ length: 5 }, confirmed),
    );
    if (!owner || !admin || !uploader || !member || !stranger) throw new Error('a person is missing');
    const slug = uniqueName('org').toLowerCase();
    await post('/v1/orgs', { name: slug, slug }, owner.session);
    await post('/v1/repositories', { name: slug, slug, owner_org_slug: slug }, owner.session);
    for (const [{ username }, role] of [
      [admin, 'admin'],
      [uploader, 'publisher'],
      [member, 'viewer'],
    ] as const) {
      expect((await post(`/v1/orgs/${slug}/members`, { username, role }, owner.session)).status).toBe(201);
    }
    const policy = { body: { require_approval: 'one_person' }, as: owner.session };
    expect((await call('PUT', `/v1/orgs/${slug}/policy`, policy)).status).toBe(200);
    const made = await post('/v1/tokens', { name: 'ci', scopes: ['packages:write'] }, uploader.session);
    const crate = await makeCrate();

    const sent = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: String(made.body.token) },
      body: new Uint8Array(crate.body),
    });

    expect(sent.status).toBe(202);
    const told = [owner, admin, uploader].map(({ address }) => address);
    for (const address of told) {
      const { text } = await mailTo(address, subjectOf(crate));
      expect(text).toContain(crate.name);
    }
    // the mails about one change are queued together: a later mail to the others proves that none was queued for them
    for (const { address } of [member, stranger]) {
      await post('/v1/auth/password-reset', { email: address });
      await mailTo(address, 'Choose a new password');
    }
    expect(mailsAbout(crate).toSorted()).toEqual(told.toSorted());
  });
});

describe('the mail server', () => {
  it('that is busy is asked again; the mail is sent once', async () => {
    server.answer = { code: 451, text: 'come back later' };
    const before = server.attempts;
    const { address } = await register();
    await eventually(() => expect(server.attempts).toBeGreaterThan(before), { withinMs: 30_000 });
    const waiting = await eventually(async () => {
      const { body } = await call('GET', '/v1/admin/jobs?kind=deliver_mail&state=running', {
        as: platform.adminToken,
      });
      expect(body.jobs[0]?.last_error).toContain('451');
      return body.jobs[0];
    });
    expect(JSON.stringify(waiting)).not.toContain(address);
    server.answer = null;

    await mailTo(address, 'Confirm your e-mail address');

    expect(server.mails.filter(({ to }) => to === address)).toHaveLength(1);
  });

  it('that refuses an address for good ends the job, which can be tried again', async () => {
    server.answer = { code: 550, text: 'no such mailbox' };
    const { address } = await register();
    const dead = await eventually(
      async () => {
        const { body } = await call('GET', '/v1/admin/jobs?kind=deliver_mail&state=dead', {
          as: platform.adminToken,
        });
        expect(body.jobs).toHaveLength(1);
        return body.jobs[0];
      },
      { withinMs: 30_000 },
    );
    expect(dead).toMatchObject({ last_error: 'refused (EENVELOPE 550)', can_retry: true });
    server.answer = null;

    const retried = await call('POST', `/v1/admin/jobs/${dead.id}/retry`, { as: platform.adminToken });

    expect([retried.status, retried.body.detail]).toEqual([200, undefined]);
    await mailTo(address, 'Confirm your e-mail address');
  });
});
