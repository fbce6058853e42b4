import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { startPlatform } from '../../support/platform.ts';
import { cannotRun } from '../generic/curl.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(cannotRun)('the guide to plain files', () => {
  const name = uniqueName('probe');
  let url: string;
  let reader: Reader;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    const alice = await platform.createUser();
    const words = [
      ['http://127.0.0.1:8080', url],
      ['pub_…', alice.token],
      ['/probe/', `/${name}/`],
    ] as const;
    reader = await readAs('generic', words);
  });
  afterAll(() => reader?.remove());

  test('publishes, downloads and checks a file, and files of a draft together', async () => {
    await reader.write('probe.tar.gz', 'linux\n');
    await reader.write('probe.zip', 'windows\n');

    const ran = await reader.follow();

    expect(ran, ran.output).toMatchObject({ code: 0, output: expect.stringContaining('OK') });
    const sums = await (await fetch(`${url}/generic/${name}/2.0.0/SHA256SUMS`)).text();
    expect(sums.trim().split('\n')).toHaveLength(2);
  }, 120_000);
});
