import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, carol] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('carol'),
  ]);
  await send(alice, 'POST', '/v1/orgs', { name: 'Acme', slug: 'acme' });
  await send(alice, 'POST', '/v1/orgs/acme/members', { username: 'bob', role: 'viewer' });
  for (const slug of ['tools', 'parts']) {
    await send(alice, 'POST', '/v1/repositories', { name: slug, slug, owner_org_slug: 'acme' });
  }
});
afterAll(() => api.stop());

const send = (by: Person, method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, body?: object) =>
  api.call(method, url, { token: by.token, ...(body && { body }) });

async function readCsv(by: Person, url: string): Promise<{ name: string; lines: string[] }> {
  const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${by.token}` } });
  return { name: String(answer.headers['content-disposition']), lines: answer.body.trim().split('\r\n') };
}

it('what teams were given is listed and exported, for auditors alone', async () => {
  const teams = '/v1/orgs/acme/teams';
  await send(alice, 'POST', teams, { name: '=Core', slug: 'core' });
  await send(alice, 'PUT', `${teams}/core/repository-access/tools`, { permissions: ['publish'] });
  await send(alice, 'PUT', `${teams}/core/repository-access/tools`, {
    permissions: ['publish', 'read_private'],
  });
  await send(alice, 'DELETE', `${teams}/core/repository-access/tools`);
  await send(alice, 'PUT', `${teams}/core/repository-access/parts`, { permissions: ['admin'] });
  const url = '/v1/orgs/acme/access-history';

  const { body } = await send(alice, 'GET', `${url}?target=tools&scope=repository&team_slug=core`);
  expect(body['entries']).toMatchObject([
    { event: 'revoked', permissions: [], previous_permissions: ['publish', 'read_private'] },
    { event: 'updated', permissions: ['publish', 'read_private'], previous_permissions: ['publish'] },
    { event: 'granted', scope: 'repository', team_name: '=Core', actor_username: 'alice' },
  ]);
  expect((await send(alice, 'GET', `${url}?scope=package`)).body['entries']).toEqual([]);
  expect((await send(alice, 'GET', `${url}?per_page=2`)).body).toMatchObject({ has_next: true });

  const { name, lines } = await readCsv(alice, `${url}/export?target=tools`);
  expect(name).toBe('attachment; filename="org-access-history-acme.csv"');
  expect(lines[0]).toBe(
    'id,occurred_at,scope,event,team_slug,team_name,target_label,previous_permissions,permissions,' +
      'actor_user_id,actor_username,actor_display_name,actor_token_id,summary',
  );
  expect(lines[2]).toContain(",repository,updated,core,'=Core,tools,publish,publish;read_private,");
  expect(lines).toHaveLength(4);
  for (const path of [url, `${url}/export`]) {
    expect([(await send(bob, 'GET', path)).status, (await api.call('GET', path)).status]).toEqual([403, 401]);
  }
});

it('open findings of an organization are for its members, and those of held releases for who looks after them', async () => {
  const { id } = (await send(alice, 'GET', '/v1/repositories/tools')).body;
  const finding = (severity: string) => ({ kind: 'vulnerability', severity });
  await seedCrate(api, {
    repositoryId: String(id),
    name: 'leaky',
    description: '@cmd, "quoted"',
    releases: [
      { version: '1.0.0', findings: [finding('high'), finding('low')] },
      { version: '2.0.0', state: 'quarantine', statusReason: 'x', findings: [finding('critical')] },
    ],
  });
  await seedCrate(api, { repositoryId: String(id), name: 'sound', releases: [{ version: '1.0.0' }] });
  const url = '/v1/orgs/acme/security-findings';

  expect((await send(alice, 'GET', url)).body).toMatchObject({
    summary: {
      open_findings: 3,
      affected_packages: 1,
      severities: { critical: 1, high: 1, medium: 0, low: 1, info: 0 },
    },
    packages: [{ name: 'leaky', worst_severity: 'critical', can_manage_security: true, reviewer_teams: [] }],
  });
  expect((await send(bob, 'GET', url)).body).toMatchObject({
    packages: [{ open_findings: 2, worst_severity: 'high', can_manage_security: false }],
  });
  expect((await send(alice, 'GET', `${url}?severity=low,info`)).body).toMatchObject({
    summary: { open_findings: 1 },
  });
  expect((await send(alice, 'GET', `${url}?ecosystem=cargo&package=sound`)).body['packages']).toEqual([]);
  expect((await send(alice, 'GET', `${url}?package=sound`)).status).toBe(422);
  expect((await send(alice, 'GET', `${url}?severity=worst`)).status).toBe(422);
  expect([
    (await send(carol, 'GET', url)).status,
    (await send(carol, 'GET', `${url}/export`)).status,
  ]).toEqual([404, 404]);

  const { name, lines } = await readCsv(alice, `${url}/export`);
  expect(name).toBe('attachment; filename="org-security-findings-acme.csv"');
  expect(lines[0]).toBe(
    'package_id,ecosystem,name,description,visibility,open_findings,worst_severity,latest_detected_at,' +
      'critical_count,high_count,medium_count,low_count,info_count',
  );
  expect(lines[1]).toMatch(/,cargo,leaky,"'@cmd, ""quoted""",public,3,critical,[^,]+,1,1,0,1,0$/);
  expect(lines).toHaveLength(2);
});
