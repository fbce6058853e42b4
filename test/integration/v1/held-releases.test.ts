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
import { approvalOf } from '../../support/reviewing.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  bob = await api.createPerson('bob');
});
afterAll(() => api.stop());

const exploit = { kind: 'vulnerability', severity: 'critical' };
const malware = { kind: 'malware', severity: 'high' };
const critical = { kind: 'secrets_exposed', severity: 'critical' };
const note = { kind: 'file_type_anomaly', severity: 'low' };

function held(name: string, findings: { kind: string; severity: string }[]): Promise<Seeded> {
  const release = { version: '1.0.0', state: 'quarantine', statusReason: 'blocked_by_findings' } as const;
  return seedCrate(api, { repositoryId: alice.repositoryId, name, releases: [{ ...release, findings }] });
}

const decide = async (url: string, verb: string, token?: string, body: object = { reason: 'because' }) =>
  api.call('POST', `${url}/releases/1.0.0/${verb}`, {
    token,
    body: verb === 'approve' ? await approvalOf(api, url, token, body) : body,
  });
const settle = (url: string, id: string | undefined, body: object, token?: string) =>
  api.call('PATCH', `${url}/security-findings/${id}`, { token, body });

describe('a held release', () => {
  it('comes out when the last blocking finding is resolved', async () => {
    const { url, findingIds } = await held('two-findings', [exploit, critical, note]);
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
    const { url, findingIds } = await held('blocked', [exploit]);

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

  it('is recorded once with who decided what, however often it is repeated before the workflow reads it', async () => {
    const { id, url } = await held('recorded', [note]);
    const { wake } = api.platform.decisions;
    api.platform.decisions.wake = async () => false;
    const first = await decide(url, 'approve', alice.token, { reason: 'looked at' });
    const again = await decide(url, 'approve', alice.token);
    const other = await decide(url, 'reject', alice.token);
    api.platform.decisions.wake = wake;

    expect([first.status, again.status]).toEqual([202, 202]);
    expect(other).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    const rows = await api.pool.any(sql.type(AnyRow)`
      select release_decisions.kind, release_decisions.reason, release_decisions.actor_user_id,
        release_decisions.ip_address, release_decisions.settled_at
      from release_decisions join releases on releases.id = release_decisions.release_id
      where releases.package_id = ${id}`);
    expect(rows).toEqual([
      {
        kind: 'approve',
        reason: 'looked at',
        actorUserId: alice.id,
        ipAddress: '127.0.0.1',
        settledAt: null,
      },
    ]);
    const entries = await api.pool.any(sql.type(AnyRow)`
      select action, actor_user_id, metadata ->> 'reason' as reason from audit_log
      where target_package_id = ${id} and action like 'release_%'`);
    expect(entries).toEqual([{ action: 'release_approve', actorUserId: alice.id, reason: 'looked at' }]);
  });

  it('has decisions that can not be changed afterwards', async () => {
    const { url } = await held('written', [note]);
    await decide(url, 'approve', alice.token);
    const attempts = [
      sql.unsafe`update release_decisions set actor_user_id = null`,
      sql.unsafe`update release_decisions set outcome = 'void'`,
      sql.unsafe`delete from release_decisions`,
      sql.unsafe`truncate release_decisions`,
    ];

    for (const attempt of attempts) await expect(api.pool.query(attempt)).rejects.toBeInstanceOf(Error);
  });

  it('is answered with what is noted and where to look while its workflow is slow, never as a conflict', async () => {
    const { url } = await held('slow', [note]);
    const { wake: atOnce } = api.platform.decisions;
    api.platform.decisions.wake = async () => true;
    const slow = await decide(url, 'approve', alice.token);
    api.platform.decisions.wake = atOnce;

    expect(slow).toMatchObject({ status: 202, body: { status: 'quarantine', version: '1.0.0' } });
    expect(slow.headers['location']).toBe(`${api.platform.config.http.publicUrl}${url}/releases/1.0.0`);
    expect((await decide(url, 'approve', alice.token)).status).toBe(200);
  });

  it('is hidden from others, and so are its findings', async () => {
    const { url, findingIds } = await held('secret', [critical]);

    expect((await api.call('GET', `${url}/security-findings`)).status).toBe(404);
    expect((await api.call('GET', `${url}/security-findings`, { token: bob.token })).status).toBe(404);
    expect((await settle(url, findingIds[0], { is_resolved: true }, bob.token)).status).toBe(404);
    expect(
      (await api.call('GET', `${url}/security-findings`, { token: alice.token })).body['findings'],
    ).toHaveLength(1);
  });
});

describe('the right to judge', () => {
  const publishing = ['packages:write'] as const;
  const judging = ['findings:write'] as const;
  const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body['scope'],
  ];

  it('is not that to publish: a publishing token settles no finding and decides about no release', async () => {
    const { url, findingIds } = await held('by-token', [critical]);
    const { token } = { token: await api.createToken(alice.id, publishing) };
    const resolve = (credential: string) => settle(url, findingIds[0], { is_resolved: true }, credential);

    expect(code(await resolve(token))).toEqual([403, 'findings:write']);
    expect(code(await decide(url, 'approve', token))).toEqual([403, 'findings:write']);
    expect(code(await decide(url, 'reject', token))).toEqual([403, 'findings:write']);

    expect((await resolve(await api.createToken(alice.id, judging))).status).toBe(200);
    expect((await api.call('GET', `${url}/releases/1.0.0`)).body['status']).toBe('published');
  });

  it('belongs to a session; a token has it only if a user with it asked for it', async () => {
    const password = 'a long enough password';
    await api.call('POST', '/v1/auth/register', {
      body: { username: 'judge', email: 'judge@example.com', password },
    });
    const { body } = await api.call('POST', '/v1/auth/login', {
      body: { username_or_email: 'judge', password },
    });
    const session = String(body['token']);
    const create = (token: string, scopes: string[]) =>
      api.call('POST', '/v1/tokens', { token, body: { name: 'a token', scopes } });

    const usual = await create(session, ['packages:write', 'tokens:write']);
    const asked = await create(session, ['findings:write']);
    const widened = await create(String(usual.body['token']), ['findings:write']);

    expect(asked.status).toBe(201);
    expect(code(widened)).toEqual([403, 'findings:write']);
  });

  it('over malware is that of platform administrators, who reopens it is anybody who may judge', async () => {
    const { url, findingIds } = await held('infected', [malware]);
    const admin = await api.createPerson(undefined, true);
    const resolve = (isResolved: boolean, token: string) =>
      settle(url, findingIds[0], { is_resolved: isResolved }, token);

    expect(await resolve(true, alice.token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await decide(url, 'approve', alice.token)).status).toBe(409);
    const everyday = await api.createToken(admin.id, judging);
    expect((await resolve(true, everyday)).status).toBe(404);
    expect((await resolve(true, admin.token)).status).toBe(200);
    expect((await api.call('GET', `${url}/releases/1.0.0`)).body['status']).toBe('published');
    expect((await resolve(false, alice.token)).status).toBe(200);
    expect((await api.call('GET', `${url}/releases/1.0.0`)).status).toBe(404);
  });

  it('over malware can be widened to triagers, never to the publisher or who brought a file', async () => {
    const wider = await startManagement({ MALWARE_RESOLVERS: 'triagers' });
    try {
      const owner = await wider.createPerson();
      const publisher = await wider.createPerson();
      const { url, findingIds } = await seedCrate(wider, {
        repositoryId: owner.repositoryId,
        name: 'infected',
        releases: [
          { version: '1.0.0', state: 'quarantine', statusReason: 'blocked_by_findings', findings: [malware] },
        ],
      });
      const { pool, call } = wider;
      const publishedBy = (who: string) => pool.query(sql.unsafe`update releases set published_by = ${who}`);
      const broughtBy = (who: string) => pool.query(sql.unsafe`update artifacts set uploaded_by = ${who}`);
      const as = { token: owner.token, body: { is_resolved: true } };
      const resolve = () => call('PATCH', `${url}/security-findings/${findingIds[0]}`, as);

      await publishedBy(owner.id);
      expect(await resolve()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      await publishedBy(publisher.id);
      await broughtBy(owner.id);
      expect(await resolve()).toMatchObject({ status: 403 });
      await broughtBy(publisher.id);
      expect((await resolve()).status).toBe(200);
    } finally {
      await wider.stop();
    }
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

  it('show where a secret stands to those who look after the package only', async () => {
    const { url, id } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'leaky',
      releases: [{ version: '1.0.0', findings: [{ ...critical, severity: 'medium' }, note] }],
    });
    await api.pool.query(
      sql.unsafe`update findings set file = 'src/lib.rs', line = 1 where package_id = ${id}`,
    );
    const places = async (token?: string) =>
      (await api.call('GET', `${url}/security-findings`, { token })).body['findings'].map(
        (finding: { kind: string; location: object | null }) => [finding.kind, finding.location],
      );
    const there = { file: 'src/lib.rs', line: 1 };

    for (const token of [undefined, bob.token]) {
      expect(await places(token)).toEqual([
        ['secrets_exposed', null],
        ['file_type_anomaly', there],
      ]);
    }
    expect(await places(alice.token)).toContainEqual(['secrets_exposed', there]);
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
