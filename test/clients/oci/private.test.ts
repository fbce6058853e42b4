import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { layerOf } from './layers.ts';
import { cannotRun, createMachine, type Machine, newName } from './machine.ts';

describe.skipIf(await cannotRun('crane'))('a private repository', () => {
  let platform: Platform;
  const machines: Machine[] = [];
  let owner: { username: string; password: string; token: string };
  let host: string;
  let name: string;

  async function newMachine(login?: { username: string; secret: string }): Promise<Machine> {
    const machine = await createMachine();
    machines.push(machine);
    if (login) {
      await machine.must(
        'crane',
        'auth',
        'login',
        host,
        '-u',
        login.username,
        '-p',
        login.secret,
        '--insecure',
      );
    }
    return machine;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    owner = await platform.createUser();
    host = new URL(platform.url).host;
    name = newName(owner.username);
    const machine = await newMachine({ username: owner.username, secret: owner.token });
    await machine.write('layer.tgz', await layerOf('secret', 'for few eyes'));
    await machine.must(
      'crane',
      'append',
      '--new_layer',
      'layer.tgz',
      '--new_tag',
      `${host}/${name}:v1`,
      '--insecure',
    );
    const response = await fetch(`${platform.url}/v1/packages/oci/${encodeURIComponent(name)}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  });

  afterAll(async () => {
    await Promise.all(machines.map((machine) => machine.remove()));
    await platform.stop();
  });

  test.each(['token', 'password'] as const)('is pulled by its owner with a %s', async (kind) => {
    const machine = await newMachine({ username: owner.username, secret: owner[kind] });

    expect(await machine.must('crane', 'export', `${host}/${name}:v1`, '-', '--insecure')).toContain(
      'for few eyes',
    );
    expect(await machine.must('crane', 'catalog', host, '--insecure')).toContain(name);
  });

  test('does not exist for another user', async () => {
    const { username, token } = await platform.createUser();
    const machine = await newMachine({ username, secret: token });

    const outcome = await machine.run('crane', 'digest', `${host}/${name}:v1`, '--insecure');
    const listed = await machine.run('crane', 'ls', `${host}/${name}`, '--insecure');

    expect([outcome.code, listed.code]).toEqual([1, 1]);
    expect(listed.stderr).toMatch(/NAME_UNKNOWN|404/);
    expect(await machine.must('crane', 'catalog', host, '--insecure')).not.toContain(name);
  });

  test('asks an anonymous client to log in', async () => {
    const machine = await newMachine();

    const outcome = await machine.run('crane', 'digest', `${host}/${name}:v1`, '--insecure');

    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/UNAUTHORIZED|401/);
  });
});
