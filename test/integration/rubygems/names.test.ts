import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { gemsClient } from '../../support/gems.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';

let platform: Platform;
let gems: ReturnType<typeof gemsClient>;
let others: ReturnType<typeof gemsClient>;
beforeAll(async () => {
  platform = await startPlatform();
  gems = gemsClient(platform.url, (await platform.createUser()).token);
  others = gemsClient(platform.url, (await platform.createUser()).token);
});
afterAll(() => platform?.stop());

const newName = () => uniqueName('probe').toLowerCase();

describe('names with digits behind a hyphen', () => {
  it.each(['2fa-x', '3', '1.0-x86', '2-b-3'])('-%s are names like others', async (ending) => {
    const name = `${newName()}-${ending}`;

    const pushed = await gems.pushGem({ name, version: '1.0.0' });

    expect(pushed).toEqual([200, `Successfully registered gem: ${name} (1.0.0)`]);
    expect((await gems.ask(`gems/${name}-1.0.0.gem`)).status).toBe(200);
    expect((await gems.ask(`quick/Marshal.4.8/${name}-1.0.0.gemspec.rz`)).status).toBe(200);
  });

  it('are refused only where their file would be that of another gem, whichever came first', async () => {
    const name = newName();
    expect((await gems.pushGem({ name, version: '1.0', platform: 'x86-2' }))[0]).toBe(200);

    const same = await others.pushGem({ name: `${name}-1.0-x86`, version: '2' });
    const next = await others.pushGem({ name: `${name}-1.0-x86`, version: '2.1' });
    const back = await gems.pushGem({ name, version: '1.0', platform: 'x86-2.1' });

    expect(same).toEqual([409, expect.stringContaining('another package has a file named')]);
    expect(next[0]).toBe(200);
    expect(back[0]).toBe(409);
    const file = await gems.ask(`gems/${name}-1.0-x86-2.1.gem`);
    expect([file.status, (await gems.textOf(`info/${name}-1.0-x86`)).split('\n').length]).toEqual([200, 3]);
  });

  it('two that come at once for one file: one gets it', async () => {
    const name = newName();

    const answers = await Promise.all([
      gems.pushGem({ name, version: '1.0', platform: 'x86-3' }),
      others.pushGem({ name: `${name}-1.0-x86`, version: '3' }),
    ]);

    expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('that can be read in very many ways are refused', async () => {
    const name = `a${'-1-b'.repeat(12)}`;

    expect(await gems.pushGem({ name, version: '1' })).toEqual([
      422,
      expect.stringContaining('too many parts that look like versions'),
    ]);
  });
});

describe('the index of a gem', () => {
  it('is read from where a client stands, and says what the whole of it is', async () => {
    const name = newName();
    await gems.pushGem({ name, version: '1.0.0' });
    const before = await gems.textOf(`info/${name}`);
    await gems.pushGem({ name, version: '1.1.0' });
    const whole = await gems.ask(`info/${name}`);
    const after = await whole.text();

    const rest = await gems.ask(`info/${name}`, { headers: { range: `bytes=${before.length - 1}-` } });
    const beyond = await gems.ask(`info/${name}`, { headers: { range: `bytes=${after.length}-` } });
    const known = await gems.ask(`info/${name}`, {
      headers: { 'if-none-match': whole.headers.get('etag') ?? '', range: `bytes=${after.length - 1}-` },
    });

    const digest = createHash('sha256').update(after).digest('base64');
    expect([rest.status, await rest.text()]).toEqual([206, `\n${after.slice(before.length)}`]);
    expect(rest.headers.get('content-range')).toBe(
      `bytes ${before.length - 1}-${after.length - 1}/${after.length}`,
    );
    expect([beyond.status, known.status]).toEqual([416, 304]);
    for (const { headers } of [whole, rest]) {
      expect(headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
      expect(headers.get('digest')).toBe(`sha-256=${digest}`);
      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(headers.get('cache-control')).toContain('no-transform');
      expect(headers.get('etag')).toBe(`"${createHash('md5').update(after).digest('hex')}"`);
    }
    expect(rest.headers.get('content-encoding')).toBeNull();
    expect((await gems.ask('versions')).headers.get('digest')).toMatch(/^sha-256=/);
  });
});

describe('owners', () => {
  it('that are added at the same moment are all there afterwards', async () => {
    const name = newName();
    await gems.pushGem({ name, version: '1.0.0' });
    const people = await Promise.all(Array.from({ length: 4 }, () => platform.createUser()));

    const added = await Promise.all(
      people.map(({ username }) => gems.form('POST', `api/v1/gems/${name}/owners`, { email: username })),
    );

    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const listed = (await (await gems.ask(`api/v1/gems/${name}/owners.json`)).json()) as { handle: string }[];
    expect(listed.map(({ handle }) => handle)).toEqual(
      expect.arrayContaining(people.map(({ username }) => username)),
    );
  });
});

it('a gem that says where it may be pushed is taken there alone', async () => {
  const push = (host: string) => {
    const name = newName();
    return gems.pushGem({
      name,
      version: '1.0.0',
      metadata: { allowed_push_host: host },
    });
  };

  expect((await push(`${platform.url}/rubygems`))[0]).toBe(200);
  expect((await push(''))[0]).toBe(200);
  expect(await push('https://gems.elsewhere.test')).toEqual([
    422,
    expect.stringContaining('may only be pushed to https://gems.elsewhere.test'),
  ]);
  expect((await push('nonsense'))[0]).toBe(422);
});
