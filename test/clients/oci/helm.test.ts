import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { cannotRun, createMachine, type Machine, newName } from './machine.ts';

describe.skipIf(await cannotRun('helm'))('helm', () => {
  let platform: Platform;
  let machine: Machine;
  let charts: string;

  beforeAll(async () => {
    platform = await startPlatform();
    const user = await platform.createUser();
    machine = await createMachine();
    const host = new URL(platform.url).host;
    charts = `oci://${host}/${newName(user.username)}`;
    await machine.must('helm', 'create', 'probe');
    await machine.must(
      'helm',
      'registry',
      'login',
      host,
      '-u',
      user.username,
      '-p',
      user.token,
      '--plain-http',
    );
  });

  afterAll(async () => {
    await machine.remove();
    await platform.stop();
  });

  test('pushes a chart, shows it and pulls the same file', async () => {
    await machine.must('helm', 'package', 'probe', '--version', '1.2.3');
    await machine.must('helm', 'push', 'probe-1.2.3.tgz', charts, '--plain-http');

    const shown = await machine.must(
      'helm',
      'show',
      'chart',
      `${charts}/probe`,
      '--version',
      '1.2.3',
      '--plain-http',
    );
    const pushed = await readFile(join(machine.folder, 'probe-1.2.3.tgz'));
    await machine.must('helm', 'pull', `${charts}/probe`, '--version', '1.2.3', '--plain-http', '-d', 'home');

    expect(shown).toContain('version: 1.2.3');
    expect(await readFile(join(machine.folder, 'home', 'probe-1.2.3.tgz'))).toEqual(pushed);
  });

  test('finds the newest chart of a range by its tags, build metadata included', async () => {
    for (const version of ['2.0.0', '2.1.0+build.1']) {
      await machine.must('helm', 'package', 'probe', '--version', version);
      await machine.must('helm', 'push', `probe-${version}.tgz`, charts, '--plain-http');
    }

    const shown = await machine.must(
      'helm',
      'show',
      'chart',
      `${charts}/probe`,
      '--version',
      '^2',
      '--plain-http',
    );

    expect(shown).toContain('version: 2.1.0+build.1');
  });
});
