import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { layerOf } from './layers.ts';
import { cannotRun, createMachine, type Machine, newName } from './machine.ts';

describe.skipIf(await cannotRun('skopeo', 'buildah'))('buildah and skopeo', () => {
  let platform: Platform;
  let machine: Machine;
  let user: { username: string; token: string };
  let host: string;
  const loose = '--tls-verify=false';

  beforeAll(async () => {
    platform = await startPlatform();
    user = await platform.createUser();
    machine = await createMachine();
    host = new URL(platform.url).host;
    await machine.must('skopeo', 'login', loose, '-u', user.username, '-p', user.token, host);
    await machine.write('layer.tgz', await layerOf('motd', 'hello'));
  });

  afterAll(async () => {
    await machine.remove();
    await platform.stop();
  });

  const digestAt = (image: string) =>
    machine.must('skopeo', 'inspect', loose, '--format', '{{.Digest}}', `docker://${image}`);

  async function build(name: string): Promise<void> {
    const container = await machine.must('buildah', 'from', 'scratch');
    await machine.must('buildah', 'add', container, 'layer.tgz', '/');
    await machine.must('buildah', 'config', '--label', `name=${name}`, container);
    await machine.must('buildah', 'commit', container, 'built');
  }

  test('push what was built, copy it elsewhere and back, and it is the same', async () => {
    const image = `${host}/${newName(user.username)}`;
    await build(image);
    await machine.must('buildah', 'push', loose, 'built', `docker://${image}:built`);
    const digest = await digestAt(`${image}:built`);

    await machine.must('skopeo', 'copy', '--src-tls-verify=false', `docker://${image}:built`, 'dir:copied');
    await machine.must(
      'skopeo',
      'copy',
      '--dest-tls-verify=false',
      'dir:copied',
      `docker://${image}-again:v1`,
    );

    expect(await digestAt(`${image}-again:v1`)).toBe(digest);
    expect(await machine.must('skopeo', 'list-tags', loose, `docker://${image}`)).toContain('"built"');
    await machine.must('buildah', 'pull', loose, `docker://${image}-again:v1`);
  });

  test('push an index, and every image of it is copied', async () => {
    const image = `${host}/${newName(user.username)}`;
    await build(image);
    await machine.must('buildah', 'push', loose, 'built', `docker://${image}:built`);
    await machine.must('buildah', 'manifest', 'create', 'list');
    await machine.must('buildah', 'manifest', 'add', loose, 'list', `docker://${image}:built`);
    await machine.must('buildah', 'manifest', 'push', '--all', loose, 'list', `docker://${image}:multi`);

    const [source, target] = [`docker://${image}:multi`, `docker://${image}-copy:multi`];
    await machine.must(
      'skopeo',
      'copy',
      '--all',
      '--src-tls-verify=false',
      '--dest-tls-verify=false',
      source,
      target,
    );

    const raw = (at: string) => machine.must('skopeo', 'inspect', '--raw', loose, at);
    expect(await raw(target)).toBe(await raw(source));
  });

  test.each(['gzip', 'zstd', 'zstd:chunked'])(
    'push layers as %s, and they are looked through',
    async (format) => {
      const name = newName(user.username);
      await machine.write('tool', `#!/bin/sh\n# ${name}\n`);
      const container = await machine.must('buildah', 'from', 'scratch');
      for (const each of ['one', 'two']) {
        await machine.must('buildah', 'add', '--chmod', '4755', container, 'tool', `/usr/bin/${each}`);
      }
      const folder = `oci:raised-${name.split('/').at(-1)}`;
      await machine.must('buildah', 'commit', container, `raised-${name}`);
      await machine.must('buildah', 'push', `raised-${name}`, folder);

      await machine.must(
        'skopeo',
        'copy',
        '--dest-tls-verify=false',
        '--dest-compress-format',
        format,
        folder,
        `docker://${host}/${name}:v1`,
      );

      const raw = await machine.must('skopeo', 'inspect', '--raw', loose, `docker://${host}/${name}:v1`);
      expect(raw).toContain(`tar+${format.split(':', 1)[0]}`);
      const path = `/v1/packages/oci/${encodeURIComponent(name)}/security-findings`;
      const answer = await fetch(new URL(path, platform.url), {
        headers: { authorization: `Bearer ${user.token}` },
      });
      const text = await answer.text();
      expect([answer.status, text]).toEqual([200, expect.stringContaining('usr/bin/one')]);
      expect(text).toContain('usr/bin/two');
      expect(text).not.toContain('not inspected');
    },
  );

  test('delete an image', async () => {
    const image = `${host}/${newName(user.username)}`;
    await build(image);
    await machine.must('buildah', 'push', loose, 'built', `docker://${image}:v1`);

    await machine.must('skopeo', 'delete', loose, `docker://${image}:v1`);

    expect(await machine.run('skopeo', 'inspect', loose, `docker://${image}:v1`)).toMatchObject({ code: 1 });
  });

  test('pull without a login what is public, and say what is wrong where it is not', async () => {
    const image = `${host}/${newName(user.username)}`;
    await build(image);
    await machine.must('buildah', 'push', loose, 'built', `docker://${image}:v1`);
    const stranger = await createMachine();

    try {
      await stranger.must('skopeo', 'inspect', loose, `docker://${image}:v1`);
      const missing = await stranger.run('skopeo', 'inspect', loose, `docker://${image}-missing:v1`);
      const push = await stranger.run(
        'skopeo',
        'copy',
        '--dest-tls-verify=false',
        '--src-tls-verify=false',
        `docker://${image}:v1`,
        `docker://${image}:v2`,
      );

      expect(missing.stderr).toContain('unauthorized');
      expect([push.code, push.stderr]).toEqual([
        1,
        expect.stringMatching(/unauthorized|authentication required/),
      ]);
    } finally {
      await stranger.remove();
    }
  });
});
