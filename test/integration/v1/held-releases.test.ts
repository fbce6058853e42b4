import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import {
  type Management,
  type Person,
  type Seeded,
  seedCrate,
  startManagement,
  AnyRow,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  bob = await api.createPerson('bob');
});
afterAll(() => api.stop());

const malware = { kind: 'malware', severity: 'high' };
const critical = { kind: 'secrets_exposed', severity: 'critical' };
const note = { kind: 'file_type_anomaly', severity: 'low' };

function held(name: string, findings: { kind: string; severity: string }[]): Promise<Seeded> {
  const release = {
    version: '1.0.0',
    state: 'quarantine',
    statusReason: 'blocked_by_findings',
    findings,
  } as const;
  return seedCrate(api, { repositoryId: alice.repositoryId, name, releases: [{ ...release, findings }] });
}

const decide = (url: string, verb: string, token?: string, body: object = { reason: 'because' }) =>
  api.call('POST', `${url}/releases/1.0.0/${verb}`, { token, body });
const settle = (url: string, id: string | undefined, body: object, token?: string) =>
  api.call('PATCH', `${url}/security-findings/${id}`, { token, body });

describe('a held release', () => {
  it('comes out when the last blocking finding is resolved', async () => {
    const { url, findingIds } = await held('two-findings', [malware, critical, note]);
    const resolve = (index: number) =>
      settle(
        url,
        findingIds[index],
        { is_resolved: true, resolution: 'false_positive', note: 'checked' },
        alice.token,
      );

    const first = await resolve(0);
    const between = await api.call('GET', url);
    const second = await resolve(1);

    expect(first).toMatchObject({
      status: 200,
      body: { is_resolved: true, resolution: 'false_positive', resolved_by: 'alice' },
    });
    expect(between.status).toBe(404);
    expect(second.status).toBe(200);
    expect((await api.call('GET', `${url}/releases/1.0.0`)).body['status']).toBe('published');
  });

  it('is not approved while something blocks', async () => {
    const { url, findingIds } = await held('blocked', [malware]);

    const blocked = await decide(url, 'approve', alice.token);

    expect(blocked).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    expect((await settle(url, findingIds[0], { is_resolved: true }, alice.token)).status).toBe(200);
    expect((await decide(url, 'approve', alice.token)).status).toBe(409);
  });

  it('is approved by those who may, once nothing blocks', async () => {
    const { url } = await held('approvable', [note]);

    const stranger = await decide(url, 'approve', bob.token);
    const approved = await decide(url, 'approve', alice.token);

    expect(stranger.status).toBe(404);
    expect(approved).toMatchObject({ status: 200, body: { status: 'published' } });
  });

  it('is rejected with a reason, by platform administrators too', async () => {
    const { url } = await held('rejectable', [malware]);
    const admin = await api.createPerson('boss', true);

    const unreasoned = await decide(url, 'reject', admin.token, {});
    const rejected = await decide(url, 'reject', admin.token);
    const again = await decide(url, 'reject', admin.token);

    expect(unreasoned.status).toBe(422);
    expect(rejected).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(again.status).toBe(409);
  });

  it('is answered with what is noted and where to look while its workflow is slow, never as a conflict', async () => {
    const { url } = await held('slow', [note]);
    const { decide: atOnce } = api.deps.decisions;
    api.deps.decisions.decide = async () => {};
    const slow = await decide(url, 'approve', alice.token);
    api.deps.decisions.decide = atOnce;

    expect(slow).toMatchObject({ status: 202, body: { status: 'quarantine', version: '1.0.0' } });
    expect(slow.headers['location']).toBe(`${api.deps.config.http.publicUrl}${url}/releases/1.0.0`);
    expect((await decide(url, 'approve', alice.token)).status).toBe(200);
  });

  it('is nobody else’s business, and neither are its findings', async () => {
    const { url, findingIds } = await held('secret', [critical]);

    expect((await api.call('GET', `${url}/security-findings`)).status).toBe(404);
    expect((await api.call('GET', `${url}/security-findings`, { token: bob.token })).status).toBe(404);
    expect((await settle(url, findingIds[0], { is_resolved: true }, bob.token)).status).toBe(404);
    expect(
      (await api.call('GET', `${url}/security-findings`, { token: alice.token })).body['findings'],
    ).toHaveLength(1);
  });
});

describe('findings', () => {
  it('of public releases are public, worst first, resolved ones on request; held ones are not', async () => {
    const { url, findingIds } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'mixed',
      releases: [
        { version: '1.0.0', findings: [note, { kind: 'vulnerability', severity: 'high' }] },
        { version: '2.0.0', state: 'quarantine', statusReason: 'blocked_by_findings', findings: [malware] },
      ],
    });
    const ids = async (query: string, token?: string) =>
      (await api.call('GET', `${url}/security-findings${query}`, { token })).body['findings'].map(
        (finding: { id: string }) => finding.id,
      );
    const [low, high, hidden] = findingIds;

    expect(await ids('')).toEqual([high, low]);
    expect(await ids('', alice.token)).toContain(hidden);
    await settle(url, low, { is_resolved: true, resolution: 'accepted_risk' }, alice.token);
    expect(await ids('')).toEqual([high]);
    expect(await ids('?include_resolved=true')).toEqual([high, low]);
  });

  it('are resolved and reopened with an audit entry each, repeated requests change nothing', async () => {
    const { url, id, findingIds } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'reopened',
      releases: [{ version: '1.0.0', findings: [note] }],
    });
    for (const isResolved of [true, true, false]) {
      await settle(url, findingIds[0], { is_resolved: isResolved }, alice.token);
    }

    const entries = await api.pool.any(sql.type(AnyRow)`
      select action, actor_user_id, ip_address from audit_log where target_package_id = ${id} order by id`);

    expect(entries.map((entry) => entry.action)).toEqual([
      'security_finding_resolve',
      'security_finding_reopen',
    ]);
    expect(entries[0]).toMatchObject({ actorUserId: alice.id, ipAddress: '127.0.0.1' });
  });

  it('show what people noted about them to those who look after the package only', async () => {
    const { url, findingIds } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'annotated',
      releases: [{ version: '1.0.0', findings: [note] }],
    });
    const admin = await api.createPerson(undefined, true);
    const body = { is_resolved: true, note: 'ticket 42 has the details' };
    expect((await settle(url, findingIds[0], body, alice.token)).body['note']).toBe(body.note);
    const notes = async (token?: string) =>
      (await api.call('GET', `${url}/security-findings?include_resolved=true`, { token })).body[
        'findings'
      ].map((finding: { note: string | null }) => finding.note);

    expect(await notes(alice.token)).toEqual([body.note]);
    expect(await notes(admin.token)).toEqual([body.note]);
    expect(await notes(bob.token)).toEqual([null]);
    expect(await notes()).toEqual([null]);
  });

  it('of other packages do not exist below this one', async () => {
    const one = await held('one', [note]);
    const other = await held('other', [note]);

    expect((await settle(one.url, other.findingIds[0], { is_resolved: true }, alice.token)).status).toBe(404);
  });
});

describe('a release that was visible', () => {
  const page = async (url: string) => (await api.call('GET', `${url}/releases/2.0.0`)).status;

  it('is hidden with its texts when its blocking finding is reopened, a harmless one hides nothing', async () => {
    const { id, url, findingIds } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'reopened-live',
      description: 'of every version',
      releases: [{ version: '1.0.0' }, { version: '2.0.0', findings: [note, malware] }],
    });
    const [harmless, blocking] = findingIds;
    await api.pool.query(sql.unsafe`update findings set is_resolved = true where package_id = ${id}`);
    await api.pool.query(sql.unsafe`update packages set description = 'of the hidden one' where id = ${id}`);

    await settle(url, harmless, { is_resolved: false }, alice.token);
    expect(await page(url)).toBe(200);
    await settle(url, blocking, { is_resolved: false }, alice.token);

    expect(await page(url)).toBe(404);
    expect((await api.call('GET', url)).body).toMatchObject({
      latest_version: '1.0.0',
      description: 'of every version',
    });
    const entries = await api.pool.any(sql.type(AnyRow)`
      select action from audit_log where target_package_id = ${id} order by id`);
    expect(entries.map(({ action }) => action)).toEqual([
      'security_finding_reopen',
      'security_finding_reopen',
      'release_hold',
    ]);
  });

  it('is held by those who may, with a reason, while it is published', async () => {
    const { url } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'held-live',
      releases: [{ version: '1.0.0' }],
    });

    expect((await decide(url, 'hold')).status).toBe(401);
    expect((await decide(url, 'hold', bob.token)).status).toBe(403);
    expect((await decide(url, 'hold', alice.token, {})).status).toBe(422);
    expect((await decide(url, 'hold', alice.token)).body).toMatchObject({
      status: 'quarantine',
      status_reason: 'policy_hold',
    });
    expect((await decide(url, 'hold', alice.token)).status).toBe(409);
    expect((await api.call('GET', url)).status).toBe(404);
    expect((await decide(url, 'approve', alice.token)).body).toMatchObject({ status: 'published' });
  });
});
