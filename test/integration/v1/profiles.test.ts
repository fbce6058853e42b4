import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
});
afterAll(() => api.stop());

it('people publish a profile, and never their address', async () => {
  const change = { display_name: 'Alice A.', bio: 'Writes crates', website: 'https://alice.example.com' };

  const changed = await api.call('PATCH', '/v1/users/me', { token: alice.token, body: change });
  await api.call('PATCH', '/v1/users/me', { token: alice.token, body: { bio: '' } });

  expect(changed).toMatchObject({ status: 200, body: { ...change, username: 'alice', avatar_url: null } });
  const cleared = { token: alice.token, body: { bio: null } };
  const own = (await api.call('GET', '/v1/users/me', { token: alice.token })).body;
  expect((await api.call('PATCH', '/v1/users/me', cleared)).body).toEqual(own);
  expect(own).toMatchObject({ email: 'alice@example.com', email_verified: false, mfa_enabled: false });
  const profile = await api.call('GET', '/v1/users/ALICE');
  expect(profile).toMatchObject({ status: 200, body: { display_name: 'Alice A.', bio: null } });
  expect(JSON.stringify(profile.body)).not.toContain('@');
  expect((await api.call('GET', '/v1/users/me', { token: alice.token })).body).toMatchObject({
    website: change.website,
    avatar_url: null,
  });
  const evil = { token: alice.token, body: { website: 'javascript:alert(1)' } };
  expect((await api.call('PATCH', '/v1/users/me', evil)).status).toBe(422);
  expect((await api.call('PATCH', '/v1/users/me', { body: change })).status).toBe(401);
  const weak = await api.createToken(alice.id, ['packages:write']);
  expect((await api.call('PATCH', '/v1/users/me', { token: weak, body: change })).status).toBe(403);
  expect((await api.call('GET', '/v1/users/missing-user')).status).toBe(404);
});

it('their packages are listed as far as one may know', async () => {
  const bob = await api.createPerson('bob');
  for (const [name, visibility] of [
    ['open', 'public'],
    ['closed', 'private'],
  ] as const) {
    await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name,
      visibility,
      releases: [{ version: '1.0.0' }],
    });
  }
  const names = async (token?: string) => {
    const { body } = await api.call('GET', '/v1/users/alice/packages', { token });
    return body['packages'].map(({ name }: { name: string }) => name);
  };

  expect(await names()).toEqual(['open']);
  expect(await names(bob.token)).toEqual(['open']);
  expect(await names(alice.token)).toEqual(['closed', 'open']);
});
