import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';
import { readComposeFile } from './compose-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'rookery-update-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const calls = join(folder, 'calls');

/**
 * Runs the script with a fake `docker`, which records each call, has two containers of every service, and fails at
 * `failing`.
 */
function update(args: readonly string[], { failing = 'nothing', image = 'rookery:local' } = {}) {
  const docker = join(folder, 'docker');
  writeFileSync(
    docker,
    `#!/bin/sh
echo "$*" >>'${calls}'
case "$*" in
  *'${failing}'*) exit 3 ;;
  'compose config --images') echo postgres; echo '${image}' ;;
  'compose ps -q '*) echo "$4-1"; echo "$4-2" ;;
esac
`,
  );
  chmodSync(docker, 0o755);
  writeFileSync(calls, '');
  const run = spawnSync(join(import.meta.dirname, 'update.sh'), args, {
    env: { PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  const made = readFileSync(calls, 'utf8').trim().split('\n');
  return {
    status: run.status,
    output: run.stdout + run.stderr,
    calls: made.filter((call) => call !== 'compose config --images'),
  };
}

it('the jobs end before a role is replaced, and one api serves while the other is', () => {
  const run = update([]);

  expect(run).toMatchObject({ status: 0, output: expect.stringContaining('every role is replaced') });
  expect(run.calls.slice(0, 6)).toEqual([
    'compose build migrate',
    'compose run --rm --no-deps migrate',
    'compose run --rm --no-deps temporal-setup',
    'compose run --rm --no-deps bucket',
    'compose up -d --no-deps --no-build --wait api-1',
    'compose up -d --no-deps --no-build --wait api-2',
  ]);
});

it.each(['scanner', 'engine', 'worker'])('%s has its new containers before the old ones end', (service) => {
  const { calls: made } = update([]);
  const at = made.indexOf(`compose ps -q ${service}`);

  expect(made.slice(at, at + 4)).toEqual([
    `compose ps -q ${service}`,
    `compose up -d --no-deps --no-build --no-recreate --wait --scale ${service}=4 ${service}`,
    `stop ${service}-1 ${service}-2`,
    `rm -v ${service}-1 ${service}-2`,
  ]);
});

it('an image of a registry is pulled and not built, and one that can not be pulled may be here', () => {
  const image = 'registry.example.org/rookery:0.3.0';

  expect(update([], { image }).calls[0]).toBe('compose pull migrate');
  expect(update([], { image, failing: 'pull' })).toMatchObject({ status: 0 });
});

it('the way back runs no job', () => {
  expect(update(['--back']).calls.filter((call) => call.startsWith('compose run'))).toEqual([]);
});

it.each([
  ['a schema that can not be migrated stops nothing', 'run --rm --no-deps migrate', 2],
  ['an api that does not become ready leaves the other one', '--wait api-1', 5],
])('%s', (_what, failing, count) => {
  const run = update([], { failing });

  expect(run.status).not.toBe(0);
  expect(run.calls).toHaveLength(count);
});

it('knows no other words', () => {
  expect(update(['--forward'])).toMatchObject({ status: 64, calls: [''] });
});

it('replaces every role of the file', () => {
  const roles = Object.entries(readComposeFile().services).filter(([, { image }]) =>
    image.startsWith('rookery'),
  );
  const text = update([]).calls.join('\n');

  expect(roles.map(([name]) => name).filter((name) => !new RegExp(` ${name}$`, 'm').test(text))).toEqual([]);
});
