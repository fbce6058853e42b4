import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { cannotRun, createMachine, digestOf, type Machine, newName } from './machine.ts';

describe.skipIf(await cannotRun('regctl'))('regctl', () => {
  let platform: Platform;
  let machine: Machine;
  let user: { username: string; token: string };
  let image: string;
  const regctl = (...args: string[]) => machine.must('regctl', ...args);

  beforeAll(async () => {
    platform = await startPlatform();
    user = await platform.createUser();
    machine = await createMachine();
    const host = new URL(platform.url).host;
    image = `${host}/${newName(user.username)}`;
    await regctl('registry', 'set', '--tls', 'disabled', host);
    await regctl('registry', 'login', host, '-u', user.username, '-p', user.token);
    await machine.write('notes.txt', 'first notes');
    await machine.write('bill.json', '{"bill":1}');
    await regctl('artifact', 'put', '--artifact-type', 'text/notes', '-f', 'notes.txt', `${image}:notes`);
  });

  afterAll(async () => {
    await machine.remove();
    await platform.stop();
  });

  test('pushes an artifact and gets its file back', async () => {
    expect(await regctl('artifact', 'get', `${image}:notes`)).toBe('first notes');
    const manifest = await regctl('manifest', 'get', '--format', 'raw-body', `${image}:notes`);
    expect(digestOf(manifest)).toBe(await regctl('manifest', 'head', `${image}:notes`));
  });

  test('attaches an artifact and finds it among the referrers, also by its kind', async () => {
    await regctl(
      'artifact',
      'put',
      '--artifact-type',
      'application/bill',
      '-f',
      'bill.json',
      '--subject',
      `${image}:notes`,
    );
    const list = async (...filter: string[]) => {
      const found = await regctl('artifact', 'list', ...filter, '--format', '{{json .}}', `${image}:notes`);
      return (JSON.parse(found) as { descriptors: { artifactType: string }[] | null }).descriptors ?? [];
    };

    expect((await list()).map(({ artifactType }) => artifactType)).toEqual(['application/bill']);
    expect(await list('--filter-artifact-type', 'application/bill')).toHaveLength(1);
    expect(await list('--filter-artifact-type', 'application/none')).toEqual([]);
    // on a registry without the referrers API, the client would have created a fallback tag for them
    expect(await regctl('tag', 'ls', image)).not.toContain('sha256-');
  });

  test('deletes a tag and leaves the manifest', async () => {
    const digest = await regctl('manifest', 'head', `${image}:notes`);
    await regctl('image', 'copy', `${image}:notes`, `${image}:extra`);

    await regctl('tag', 'delete', `${image}:extra`);

    expect((await regctl('tag', 'ls', image)).split('\n')).not.toContain('extra');
    expect(await regctl('manifest', 'head', `${image}@${digest}`)).toBe(digest);
  });

  test('uploads a blob by itself', async () => {
    const path = await machine.write('blob', 'by itself');
    const digest = digestOf('by itself');

    const { code } = await machine.run('regctl', 'blob', 'head', image, digest);
    expect(code).not.toBe(0);

    await regctl('artifact', 'put', '--artifact-type', 'text/blob', '-f', path, `${image}:blob`);
    expect(await regctl('blob', 'get', image, digest)).toBe('by itself');
    const refused = await machine.run('regctl', 'blob', 'delete', image, digest);
    expect(refused.code).not.toBe(0);
  });
});
