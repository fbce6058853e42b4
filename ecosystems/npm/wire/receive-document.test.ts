import { createDigestBuilder } from '../../../domain/digest.ts';
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../domain/errors.ts';
import { inlineJsonBytes } from '../../../domain/limits.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { receiveDocument } from './receive-document.ts';
import { limits } from '../format/limits.ts';

const tarball = randomBytes(100_001);
const base64 = tarball.toString('base64');
const bundle = '{"mediaType":"a \\"quoted\\" line\\nand ünïcode"}';

const parts = {
  name: '"@acme/probe"',
  tags: '{"latest":"1.0.0"}',
  versions: '{"1.0.0":{"description":"a \\\\\\" { [ , _attachments","data":"x","n":[1,{"data":"y"}]}}',
  attachments: `{"p.tgz":{"content_type":"x","data":"${base64}","length":100001}}`,
};

function bodyOf(order: (keyof typeof parts)[], values: Partial<typeof parts> = {}): Buffer {
  const keys = { name: 'name', tags: 'dist-tags', versions: 'versions', attachments: '_attachments' };
  const members = order.map((part) => `"${keys[part]}":${values[part] ?? parts[part]}`);
  return Buffer.from(`{${members.join(',')}}`);
}

function inBatches(body: Buffer, size: number): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) pieces.push(body.subarray(at, at + size));
  return Readable.from(pieces);
}

/** Records the received and the discarded files. */
function storage(maxFileBytes = 1 << 20) {
  const received: Buffer[] = [];
  const discarded: string[] = [];
  const read = async (body: unknown) => {
    const document = await receiveDocument(body, {
      maxFileBytes,
      maxJsonBytes: 4_096,
      discard: async ({ uploadId }) => void discarded.push(uploadId),
      async receive(stream): Promise<StagedUpload> {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxFileBytes) throw new DomainError('too_large', 'the upload is too large');
        }
        const bytes = Buffer.concat(chunks);
        received.push(bytes);
        return { uploadId: 'u', sizeBytes: bytes.length, ...createDigestBuilder().digest() };
      },
    });
    return { ...document, json: parseBoundedJson(document.json, limits.document) };
  };
  return { read, received, discarded };
}

async function refusal(read: Promise<unknown>): Promise<string | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('a publish document', () => {
  test.each([
    [['name', 'tags', 'versions', 'attachments'], 65_536],
    [['attachments', 'versions', 'tags', 'name'], 65_536],
    [['versions', 'attachments', 'name', 'tags'], 101],
    [['name', 'attachments', 'tags', 'versions'], 77],
  ] as const)('is read in the order %j in pieces of %i bytes', async (order, size) => {
    const { read, received } = storage();
    const body = bodyOf([...order]);

    const { json, file } = await read(inBatches(body, size));

    expect(json).toEqual({
      name: '@acme/probe',
      'dist-tags': { latest: '1.0.0' },
      versions: JSON.parse(parts.versions),
      _attachments: { 'p.tgz': { content_type: 'x', data: '', length: 100_001 } },
    });
    expect(file).toMatchObject({ key: 'p.tgz', upload: { sizeBytes: 100_001 } });
    expect(received[0]?.equals(tarball)).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 11])('may escape slashes and keys, cut every %i bytes', async (size) => {
    const { read, received } = storage();
    const small = Buffer.from('fffffbffff', 'hex').toString('base64');
    const attachments = String.raw`{"p\u002etgz":{"d\u0061ta":"${small.replaceAll('/', '\\/')}"}}`;
    const body = Buffer.from(String.raw`{"\u005fattachments":${attachments},"name":"\/"}`);

    const { json, file } = await read(inBatches(body, size));

    expect(received[0]?.toString('hex')).toBe('fffffbffff');
    expect(file?.key).toBe('p.tgz');
    expect(json).toMatchObject({ name: '/' });
  });

  test.each([1, 5, 4_096])('brings a text beside the tarball, cut every %i bytes', async (size) => {
    const { read } = storage();
    const attachments = `{"p.sigstore":{"data":${JSON.stringify(bundle)}},"p.tgz":{"data":"AAAA"}}`;

    const { texts, file } = await read(inBatches(bodyOf(['attachments'], { attachments }), size));

    expect([...texts]).toEqual([['p.sigstore', bundle]]);
    expect(file?.upload.sizeBytes).toBe(3);
  });

  test('without attachments is plain JSON', async () => {
    const { read } = storage();

    const received = await read(inBatches(bodyOf(['name', 'versions']), 10));

    expect(received).toMatchObject({ file: undefined, json: { name: '@acme/probe' } });
  });

  test('data elsewhere is no attachment', async () => {
    const { read } = storage();
    const text = '{"_attachments":["a",{"b":{"data":"c"}}],"x":{"_attachments":{"b":{"data":"c"}}}}';

    const { json, file } = await read(Readable.from([Buffer.from(text)]));

    expect(file).toBeUndefined();
    expect(json).toEqual(JSON.parse(text));
  });
});

describe('a body is refused and leaves nothing', () => {
  const attached = (data: string) => Buffer.from(`{"_attachments":{"p.tgz":{"data":"${data}"}}}`);

  test.each<[string, Buffer, string]>([
    ['that is not JSON', Buffer.from('<html>'), 'malformed_json'],
    ['that is empty', Buffer.from(''), 'malformed_json'],
    ['that ends in a string', Buffer.from('{"name":"x'), 'malformed_json'],
    ['that ends in its data', attached('AAAA').subarray(0, -6), 'malformed_json'],
    ['that ends behind its data', attached('AAAA').subarray(0, -1), 'malformed_json'],
    ['with something behind its end', Buffer.from('{} {}'), 'malformed_json'],
    ['with a broken key', Buffer.from(String.raw`{"\q":1}`), 'malformed_json'],
    ['nested too deeply', Buffer.from('['.repeat(1_000)), 'malformed_json'],
    ['whose data is not base64', attached('AA*A'), 'bad_request'],
    ['whose data has padding in the middle', attached('AA==AAAA'), 'bad_request'],
    ['whose data lacks its end', attached('AAAAA'), 'bad_request'],
    ['whose data has line breaks', attached(String.raw`AAAA\nAAAA`), 'bad_request'],
    [
      'with two tarballs',
      Buffer.from('{"_attachments":{"a":{"data":"AAAA"},"b":{"data":"AAAA"}}}'),
      'bad_request',
    ],
    [
      'with one tarball twice',
      Buffer.from('{"_attachments":{"a":{"data":"AAAA","data":"AAAA"}}}'),
      'bad_request',
    ],
    [
      'with many texts beside it',
      Buffer.from('{"_attachments":{"a.sigstore":{"data":"a"},"b.sigstore":{"data":"b"}}}'),
      'bad_request',
    ],
    ['whose rest is too large', Buffer.from(`{"readme":"${'x'.repeat(5_000)}"}`), 'too_large'],
  ])('%s', async (_title, body, code) => {
    for (const size of [1, body.length + 1]) {
      const { read, received, discarded } = storage();

      expect(await refusal(read(inBatches(body, size)))).toBe(code);
      expect(received.length).toBe(discarded.length);
    }
  });

  test('whose tarball is too large, at once', async () => {
    const { read } = storage(1_000);
    let sent = 0;
    async function* endless() {
      yield Buffer.from('{"_attachments":{"p.tgz":{"data":"');
      for (;;) {
        sent += 1;
        yield Buffer.from('AAAA'.repeat(1_000));
      }
    }

    expect(await refusal(read(Readable.from(endless())))).toBe('too_large');
    expect(sent).toBeLessThan(20);
  });

  test('that breaks off', async () => {
    const { read, received } = storage();
    const body = new Readable({ read() {} });
    body.push('{"_attachments":{"p.tgz":{"data":"AAAA');
    setImmediate(() => body.destroy(new Error('aborted')));

    expect(await refusal(read(body))).toBe('bad_request');
    expect(received).toEqual([]);
  });

  test('that is not there', async () => {
    expect(await refusal(storage().read(undefined))).toBe('bad_request');
  });
});

describe('a body that keeps memory while it comes', () => {
  const kept = `{"readme":"${'x'.repeat(inlineJsonBytes)}",`;

  /** Sends `piece` again and again, and returns the result and the bytes held. */
  async function trickled(start: string, piece: string) {
    const body = new PassThrough();
    body.write(start);
    const timer = setInterval(() => body.write(piece), 5);
    const discarded: string[] = [];
    let taken = 0;
    const code = await refusal(
      receiveDocument(body, {
        maxFileBytes: 1 << 20,
        maxJsonBytes: 1 << 20,
        withinMs: 40,
        take: (bytes) => (taken += bytes),
        discard: async ({ uploadId }) => void discarded.push(uploadId),
        receive: (stream) => storeOf(stream),
      }),
    );
    const before = taken;
    await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(timer);
    expect(taken).toBe(before);
    expect(body.destroyed).toBe(false);
    return { code, taken };
  }

  async function storeOf(stream: Readable): Promise<StagedUpload> {
    for await (const chunk of stream) void chunk;
    return { uploadId: 'u', sizeBytes: 0, ...createDigestBuilder().digest() };
  }

  test('is given up when it trickles', async () => {
    const { code, taken } = await trickled(kept, ' ');

    expect(code).toBe('request_timeout');
    expect(taken).toBeGreaterThan(inlineJsonBytes);
  });

  test('is given up when its tarball trickles', async () => {
    expect(await trickled(`${kept}"_attachments":{"p.tgz":{"data":"`, 'AAAA')).toMatchObject({
      code: 'request_timeout',
    });
  });

  test('may take its time when its tarball gets on, or when it keeps little', async () => {
    for (const [start, size] of [
      [kept, 4_000],
      ['{', 4],
    ] as const) {
      const body = new PassThrough();
      body.write(`${start}"_attachments":{"p.tgz":{"data":"`);
      const received = receiveDocument(body, {
        maxFileBytes: 1 << 20,
        maxJsonBytes: 1 << 20,
        withinMs: 40,
        discard: async () => {},
        receive: storeOf,
      });
      for (let at = 0; at < 20; at += 1) {
        body.write('A'.repeat(size));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      body.end('"}}}');

      expect((await received).file?.key).toBe('p.tgz');
    }
  });

  test('has its attached text counted', async () => {
    let taken = 0;
    const text = 'x'.repeat(10_000);
    await receiveDocument(
      Readable.from([Buffer.from(`{"_attachments":{"p.sigstore":{"data":"${text}"}}}`)]),
      {
        maxFileBytes: 1,
        maxJsonBytes: 1 << 20,
        take: (bytes) => (taken += bytes),
        discard: async () => {},
        receive: storeOf,
      },
    );

    expect(taken).toBeGreaterThan(10_000);
  });
});
