import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { cannotRun, createMachine, type Machine, newName } from './machine.ts';

const megabyte = 1024 * 1024;
const size = 200 * megabyte;
const chunk = 50 * megabyte;

describe.skipIf(await cannotRun('crane'))('a blob of 200 MB', () => {
  let platform: Platform;
  let machine: Machine;
  let user: { username: string; token: string };
  let path: string;
  let digest: string;

  beforeAll(async () => {
    platform = await startPlatform();
    user = await platform.createUser();
    machine = await createMachine();
    path = await machine.write('large', '');
    const hash = createHash('sha256');
    await pipeline(Readable.from(blocks(hash)), createWriteStream(path));
    digest = `sha256:${hash.digest('hex')}`;
  });

  afterAll(async () => {
    await machine.remove();
    await platform.stop();
  });

  const headers = () => ({ authorization: `Bearer ${user.token}` });

  /** Sends bytes of the file, and closes the connection after `cutAfter` of them. */
  function patch(
    location: string,
    start: number,
    end: number,
    cutAfter = Infinity,
  ): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const outgoing = request(platform.url + location, {
        method: 'PATCH',
        headers: { ...headers(), 'content-length': end - start + 1, 'content-range': `${start}-${end}` },
      });
      outgoing.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      const file = createReadStream(path, { start, end });
      let sent = 0;
      outgoing.on('error', (error) => (sent >= cutAfter ? resolve(undefined) : reject(error)));
      file.on('data', (bytes) => {
        sent += bytes.length;
        if (sent >= cutAfter) {
          file.destroy();
          outgoing.destroy();
        }
      });
      file.pipe(outgoing);
    });
  }

  async function position(location: string): Promise<number> {
    const answer = await fetch(platform.url + location, { headers: headers() });
    expect(answer.status).toBe(204);
    const range = answer.headers.get('range');
    return range === null ? 0 : Number(range.split('-')[1]) + 1;
  }

  test('arrives in chunks, is cut off in the middle and goes on where it stands', async () => {
    const name = newName(user.username);
    const started = await fetch(`${platform.url}/v2/${name}/blobs/uploads/`, {
      method: 'POST',
      headers: headers(),
    });
    const location = started.headers.get('location') ?? '';
    expect(await patch(location, 0, chunk - 1)).toBe(202);
    await patch(location, chunk, 2 * chunk - 1, chunk / 2);

    const stood = await eventually(async () => {
      const at = await position(location);
      expect(at).toBeGreaterThanOrEqual(chunk);
      // the registry refuses further chunks until it has stored the one that was cut off
      expect(await patch(location, at, Math.min(at + chunk, size) - 1)).toBe(202);
      return at;
    });
    for (let at = await position(location); at < size; at = await position(location)) {
      expect(await patch(location, at, Math.min(at + chunk, size) - 1)).toBe(202);
    }
    const closed = await fetch(`${platform.url}${location}?digest=${digest}`, {
      method: 'PUT',
      headers: headers(),
    });

    expect(stood).toBeLessThan(2 * chunk);
    expect(closed.status).toBe(201);
    const pulled = await fetch(`${platform.url}/v2/${name}/blobs/${digest}`, { headers: headers() });
    expect(await digestOfStream(pulled)).toBe(digest);
  });

  test('is pushed and pulled as a layer by crane', async () => {
    const image = `${new URL(platform.url).host}/${newName(user.username)}:large`;
    await machine.must(
      'crane',
      'auth',
      'login',
      new URL(platform.url).host,
      '-u',
      user.username,
      '-p',
      user.token,
      '--insecure',
    );
    await pipeline(createReadStream(path), createWriteStream(`${machine.folder}/layer.bin`));

    await machine.must('crane', 'append', '--new_layer', 'layer.bin', '--new_tag', image, '--insecure');
    await machine.must('crane', 'pull', '--format', 'oci', image, 'pulled', '--insecure');

    const manifest = JSON.parse(await machine.must('crane', 'manifest', image, '--insecure')) as {
      layers: { digest: string; size: number }[];
    };
    const [layer] = manifest.layers;
    const file = await stat(`${machine.folder}/pulled/blobs/${layer?.digest.replace(':', '/')}`);
    expect(file.size).toBe(layer?.size);
  });
});

async function digestOfStream({ body }: Response): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of body ?? []) hash.update(bytes as Uint8Array);
  return `sha256:${hash.digest('hex')}`;
}

/** Incompressible blocks: cheaper to generate than random bytes. */
function* blocks(hash: ReturnType<typeof createHash>): Generator<Buffer> {
  const block = createHash('shake256', { outputLength: megabyte }).update('large').digest();
  for (let written = 0; written < size; written += megabyte) {
    block.writeUInt32LE(written, 0);
    hash.update(block);
    yield Buffer.from(block);
  }
}
