import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let platform: CombinedPlatform;
let receiver: Receiver;
let owner: TestUser;
const slug = uniqueName('org').toLowerCase();
const secret = 'a secret of sixteen or more';
const webhookKey = 'a key of webhooks, 32 bytes or more';

beforeAll(async () => {
  [platform, receiver] = await Promise.all([
    startCombinedPlatform({ WEBHOOK_PRIVATE_TARGETS: 'allow', WEBHOOK_KEY: webhookKey }),
    startReceiver(),
  ]);
  owner = await platform.createUser();
  await call('POST', '/v1/orgs', { name: slug, slug });
  await call('POST', '/v1/repositories', { name: 'all', slug: `${slug}-all`, owner_org_slug: slug });
});
afterAll(async () => {
  await platform?.stop();
  await receiver?.stop();
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${owner.session}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const publishTo = (crate: Crate) =>
  fetch(`${platform.url}/cargo/r/${slug}-all/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });

const hooks = `/v1/orgs/${slug}/webhooks`;
const told = (path: string) => receiver.messages.filter((message) => message.path === path);

describe('a webhook', () => {
  it('has a secret that the database does not tell', async () => {
    const url = `${receiver.url}/sealed`;
    const created = await call('POST', hooks, { url, events: ['release.yanked'], secret });
    const id = String(created.body.id);
    const stored = () =>
      query<{ secret: string; sealed: string }>(
        platform.databaseUrl,
        `select secret, encode(sealed_secret, 'escape') as sealed from webhooks where id = $1`,
        [id],
      );
    const [fresh] = await stored();
    expect(fresh?.secret).toBe('');
    expect(fresh?.sealed).not.toContain(secret);
    const crate = await makeCrate({ name: uniqueName('sealed') });
    await publishTo(crate);
    await call('PUT', `/v1/packages/cargo/${crate.name}/releases/${crate.version}/yank`);
    await eventually(async () => expect(told('/sealed').length).toBeGreaterThan(0));
    const { headers = {}, body = '' } = told('/sealed')[0] ?? {};
    expect(headers['x-rookery-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
    await call('DELETE', `${hooks}/${id}`);
  });

  it('is told of a release that is published, in words that it can check', async () => {
    const created = await call('POST', hooks, {
      url: `${receiver.url}/heard`,
      events: ['release.published', 'release.yanked'],
      secret,
    });
    expect(created).toMatchObject({ status: 201, body: { secret, is_active: true } });
    const crate = await makeCrate({ name: uniqueName('told') });
    const { status } = await publishTo(crate);
    expect(status).toBe(200);

    await eventually(async () => expect(told('/heard')).toHaveLength(1));

    const [message] = told('/heard');
    const { headers, body, delivery } = message ?? { headers: {}, body: '', delivery: '' };
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-rookery-event': 'release.published',
      'x-rookery-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    });
    expect(JSON.parse(body)).toMatchObject({
      id: delivery,
      event: 'release.published',
      organization: { slug },
      package: { ecosystem: 'cargo', name: crate.name },
      release: { version: crate.version },
      actor: { username: owner.username },
    });
    await eventually(async () => {
      const log = await call('GET', `${hooks}/${created.body.id}/deliveries`);
      expect(log.body.deliveries).toMatchObject([
        {
          id: delivery,
          status: 'delivered',
          attempts: 1,
          response_status: 204,
          workflow_id: `webhook:${delivery}`,
        },
      ]);
    });

    const again = await call('POST', `${hooks}/${created.body.id}/deliveries/${delivery}/redeliver`);
    expect(again.status).toBe(202);
    await eventually(async () => expect(told('/heard')).toHaveLength(2));
    expect(JSON.parse(told('/heard')[1]?.body ?? '')).toEqual({ ...JSON.parse(body), id: again.body.id });
    expect((await call('DELETE', `${hooks}/${created.body.id}`)).status).toBe(204);
  });

  it('that refuses, or leads elsewhere, is tried again, and its log says why', async () => {
    const ids: string[] = [];
    for (const path of ['refused', 'redirect']) {
      const { body } = await call('POST', hooks, {
        url: `${receiver.url}/${path}`,
        events: ['member.added'],
      });
      ids.push(body.id);
    }
    const member = await platform.createUser();
    await call('POST', `/v1/orgs/${slug}/members`, { username: member.username, role: 'viewer' });

    await eventually(async () => {
      expect(told('/refused').length).toBeGreaterThan(1);
      expect(told('/redirect').length).toBeGreaterThan(0);
    });

    const heardBefore = told('/heard').length;
    const [log] = (await call('GET', `${hooks}/${ids[0]}/deliveries`)).body.deliveries;
    expect(log).toMatchObject({ status: 'pending', response_status: 410, error: 'answered 410' });
    expect(told('/heard')).toHaveLength(heardBefore);
    // after the webhook is disabled, the next attempt ends the delivery
    for (const id of ids) await call('PATCH', `${hooks}/${id}`, { is_active: false });
    await eventually(
      async () => {
        const [last] = (await call('GET', `${hooks}/${ids[0]}/deliveries`)).body.deliveries;
        expect(last.status).toBe('failed');
      },
      { withinMs: 60_000 },
    );
  });
});
