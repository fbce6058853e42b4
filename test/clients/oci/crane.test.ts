import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { layerOf } from './layers.ts';
import { cannotRun, createMachine, digestOf, type Machine, newName } from './machine.ts';

describe.skipIf(await cannotRun('crane'))('crane', () => {
  let platform: Platform;
  let machine: Machine;
  let host: string;
  let user: { username: string; token: string };
  const crane = (...args: string[]) => machine.must('crane', ...args, '--insecure');

  beforeAll(async () => {
    platform = await startPlatform();
    user = await platform.createUser();
    machine = await createMachine();
    host = new URL(platform.url).host;
    await crane('auth', 'login', host, '-u', user.username, '-p', user.token);
    await machine.write('layer.tgz', await layerOf('etc/motd', 'hello'));
  });

  afterAll(async () => {
    await machine.remove();
    await platform.stop();
  });

  async function pushImage(tag = 'v1'): Promise<string> {
    const image = `${host}/${newName(user.username)}`;
    await crane('append', '--new_layer', 'layer.tgz', '--new_tag', `${image}:${tag}`);
    return image;
  }

  test('pushes an image, and what it pulls is what it pushed', async () => {
    const image = await pushImage();

    const manifest = await crane('manifest', `${image}:v1`);
    const digest = await crane('digest', `${image}:v1`);

    expect(digestOf(manifest)).toBe(digest);
    await crane('validate', '--remote', `${image}:v1`);
    await crane('pull', `${image}:v1`, 'image.tar');
    expect((await readFile(`${machine.folder}/image.tar`)).length).toBeGreaterThan(0);
    expect(await crane('export', `${image}@${digest}`, '-')).toContain('hello');
  });

  test('copies an image to another repository by mounting its blobs', async () => {
    const [source, target] = [await pushImage(), `${host}/${newName(user.username)}`];

    const { code, stderr } = await machine.run('crane', 'copy', `${source}:v1`, `${target}:v2`, '--insecure');

    expect(code).toBe(0);
    expect(stderr).toContain('mounted blob');
    expect(await crane('digest', `${target}:v2`)).toBe(await crane('digest', `${source}:v1`));
  });

  test('lists tags and the catalog', async () => {
    const image = await pushImage('b');
    await crane('tag', `${image}:b`, 'a');

    expect((await crane('ls', image)).split('\n')).toEqual(['a', 'b']);
    expect((await crane('catalog', host)).split('\n')).toContain(image.slice(host.length + 1));
  });

  test('pushes an index, and pulls each of its images', async () => {
    const image = await pushImage('amd64');
    await machine.write('other.tgz', await layerOf('etc/issue'));
    await crane('append', '--new_layer', 'other.tgz', '--new_tag', `${image}:arm64`);
    const [first, second] = [`${image}:amd64`, `${image}:arm64`];

    await crane('index', 'append', '--manifest', first, '--manifest', second, '--tag', `${image}:multi`);

    const index = JSON.parse(await crane('manifest', `${image}:multi`)) as {
      manifests: { digest: string }[];
    };
    const digests = index.manifests.map(({ digest }) => digest);
    expect(digests).toEqual([await crane('digest', first), await crane('digest', second)]);
    await crane('validate', '--remote', `${image}:multi`);
  });

  test('deletes a manifest by its digest', async () => {
    const image = await pushImage();
    const digest = await crane('digest', `${image}:v1`);

    await crane('delete', `${image}@${digest}`);

    const outcome = await machine.run('crane', 'digest', `${image}:v1`, '--insecure');
    expect(outcome.code).not.toBe(0);
    expect(`${outcome.stdout}${outcome.stderr}`).toMatch(/404|MANIFEST_UNKNOWN|NAME_UNKNOWN/);
  });
});
